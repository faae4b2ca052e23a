/* SPDX-License-Identifier: MIT */
/* TRACE_ variables: values that the runtime refuses, names that it does not know, what does not go together. */
#include <string.h>

#include "doctor.h"
#include "trace_variables.h"

#define PREFIX   "TRACE_"
#define WRAP_MAX 16384u /* MiB; docs/reference/environment.md */

static void look_at_variable(const char *text, size_t length, struct csa_findings *out)
{
	const struct csa_variable *variable = csa_variable_find(text, length);
	const char *value = text + length + 1;
	char expected[120];

	if (!variable) {
		const struct csa_variable *like = csa_variable_like(text, length);

		csa_found(out, CSA_HEALTH_NOTE, "environment", "%.*s is no variable of CallSight",
			  (int)length, text);
		if (like)
			csa_remedy(out, "is %s meant?", like->name);
		else
			csa_remedy(out, "docs/reference/environment.md has the names, if it is "
					"meant for it");
	} else if (*value && !csa_variable_accepts(variable, value, expected, sizeof(expected))) {
		csa_found(out, CSA_HEALTH_BROKEN, "environment",
			  "%s='%s' is not %s: the default is used", variable->name, value,
			  expected);
		csa_remedy(out, "set it to %s, or unset it", expected);
	}
}

static bool is_set_to(const struct csa_doctor_input *input, const char *name, const char *value)
{
	const char *is = csa_doctor_variable(input, name);

	return is && strcmp(is, value) == 0;
}

static void look_at_pairs(const struct csa_doctor_input *input, struct csa_findings *out)
{
	bool is_events = !csa_doctor_variable(input, "TRACE_MODE") ||
			 is_set_to(input, "TRACE_MODE", "events");
	bool is_wrap = is_events && is_set_to(input, "TRACE_FULL", "wrap");
	bool has_trigger = csa_doctor_variable(input, "TRACE_TRIGGER") != NULL;
	uint64_t megabytes = csa_doctor_number(input, "TRACE_MAX_MB", 512);

	if (csa_doctor_variable(input, "TRACE_SHM") && (!is_events || is_wrap || has_trigger)) {
		csa_found(out, CSA_HEALTH_BROKEN, "environment",
			  "TRACE_SHM does not go together with %s: files are written",
			  !is_events ? "TRACE_MODE other than events"
			  : is_wrap  ? "TRACE_FULL=wrap"
				     : "TRACE_TRIGGER");
		csa_remedy(out, "unset one of them");
	}
	if (has_trigger && !is_wrap) {
		csa_found(out, CSA_HEALTH_BROKEN, "environment",
			  "TRACE_TRIGGER needs TRACE_FULL=wrap and TRACE_MODE=events: no snapshot "
			  "is written");
		csa_remedy(out, "TRACE_FULL=wrap");
	}
	if (is_wrap && (!megabytes || megabytes > WRAP_MAX)) {
		csa_found(out, CSA_HEALTH_BROKEN, "environment",
			  "TRACE_MAX_MB is not a number from 1 to %u, as TRACE_FULL=wrap needs: "
			  "512 is used",
			  WRAP_MAX);
		csa_remedy(out, "set it to a number from 1 to %u", WRAP_MAX);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	uint32_t before = out->count;
	unsigned count = 0;

	for (const char *const *at = input->environment; *at; at++) {
		const char *sign = strchr(*at, '=');

		if (!sign || strncmp(*at, PREFIX, strlen(PREFIX)) != 0)
			continue;
		count++;
		look_at_variable(*at, (size_t)(sign - *at), out);
	}
	look_at_pairs(input, out);
	if (out->count == before && count)
		csa_found(out, CSA_HEALTH_OK, "environment", "%u TRACE_ variable%s, all good",
			  count, count == 1 ? "" : "s");
	else if (out->count == before)
		csa_found(out, CSA_HEALTH_OK, "environment", "no TRACE_ variable is set");
}

const struct csa_check_group csa_check_environment = { .name = "environment", .look = look };
