/* SPDX-License-Identifier: MIT */
#include "doctor.h"

#include <stdio.h>
#include <string.h>

const struct csa_check_group *const csa_check_groups[] = {
	&csa_check_compiler,
	&csa_check_ctags,
	&csa_check_config,
	&csa_check_capture,
	&csa_check_ring,
	&csa_check_clock,
	&csa_check_machine,
	&csa_check_environment,
	&csa_check_symbols,
	&csa_check_program,
	NULL,
};

int csa_doctor_look(const struct csa_doctor_input *input, struct csa_findings *out,
		    struct csa_err *err)
{
	for (const struct csa_check_group *const *group = csa_check_groups; *group; group++) {
		out->group = (*group)->name;
		(*group)->look(input, out);
	}
	return out->failed ? csa_fail(err, CSA_E_NOMEM, "out of memory") : 0;
}

const char *csa_doctor_variable(const struct csa_doctor_input *input, const char *name)
{
	size_t length = strlen(name);

	for (const char *const *at = input->environment; *at; at++) {
		if (strncmp(*at, name, length) == 0 && (*at)[length] == '=')
			return (*at)[length + 1] ? *at + length + 1 : NULL;
	}
	return NULL;
}

uint64_t csa_doctor_number(const struct csa_doctor_input *input, const char *name,
			   uint64_t otherwise)
{
	const char *text = csa_doctor_variable(input, name);
	uint64_t number = 0;

	if (!text)
		return otherwise;
	for (; *text; text++) {
		if (*text < '0' || *text > '9' ||
		    number > (UINT64_MAX - (uint64_t)(*text - '0')) / 10)
			return otherwise;
		number = number * 10 + (uint64_t)(*text - '0');
	}
	return number;
}

bool csa_doctor_read(const struct csa_doctor_input *input, const char *path, char *line,
		     size_t size)
{
	char full[512];
	FILE *file;
	bool is_read;

	if (snprintf(full, sizeof(full), "%s%s", input->probes->root, path) >= (int)sizeof(full))
		return false;
	file = fopen(full, "re");
	if (!file)
		return false;
	is_read = fgets(line, (int)size, file) != NULL;
	fclose(file);
	if (is_read)
		line[strcspn(line, "\n")] = '\0';
	return is_read;
}
