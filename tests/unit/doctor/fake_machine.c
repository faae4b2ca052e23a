/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "fake_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "test_files.h"

#define TMPFS UINT64_C(0x01021994)
#define EXT4  UINT64_C(0xef53)

enum csa_counter t_counter;
struct csa_space t_space;
unsigned t_cpus;
uint64_t t_file_limit;
uint64_t t_descriptor_limit;
uint64_t t_address_limit;
bool t_has_library;

static enum csa_counter counter(void)
{
	return t_counter;
}

static bool space(const char *path, struct csa_space *out)
{
	*out = t_space;
	if (strstr(path, "/dev/shm") && t_space.type == EXT4)
		out->type = TMPFS; /* of the machine on which everything is well */
	return true;
}

static unsigned cpus(void)
{
	return t_cpus;
}

static uint64_t limit(int resource)
{
	if (resource == RLIMIT_FSIZE)
		return t_file_limit;
	return resource == RLIMIT_AS ? t_address_limit : t_descriptor_limit;
}

static bool has_library(const char *name)
{
	(void)name;
	return t_has_library;
}

void t_machine_open(struct t_machine *m)
{
	t_counter = CSA_COUNTER_INVARIANT;
	t_space = (struct csa_space){ .type = EXT4,
				      .total_bytes = UINT64_C(1) << 40,
				      .free_bytes = UINT64_C(1) << 39 };
	t_cpus = 8;
	t_file_limit = UINT64_MAX;
	t_descriptor_limit = 1024;
	t_address_limit = UINT64_MAX;
	t_has_library = true;
	*m = (struct t_machine){ .root = t_temp_dir() };
	m->probes = (struct csa_doctor_probes){ .root = m->root,
						.counter = counter,
						.space = space,
						.cpus = cpus,
						.limit = limit,
						.has_library = has_library };
	m->input = (struct csa_doctor_input){ .environment = m->variables, .probes = &m->probes };
	csa_findings_init(&m->findings);
	t_machine_file(m, "/proc/self/cgroup", "0::/\n");
	t_machine_file(m, "/proc/sys/kernel/perf_event_paranoid", "2\n");
	t_machine_file(m, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
		       "tsc\n");
	t_machine_file(m, "/sys/devices/system/clocksource/clocksource0/available_clocksource",
		       "tsc hpet acpi_pm \n");
	t_machine_file(m, "/dev/shm/other", "");
}

void t_machine_close(struct t_machine *m)
{
	csa_findings_release(&m->findings);
	t_remove(m->root);
}

void t_machine_file(struct t_machine *m, const char *path, const char *text)
{
	char *full = t_path(m->root, path + 1);

	if (!text) {
		assert_int_equal(remove(full), 0);
		free(full);
		return;
	}
	for (char *slash = strchr(full + strlen(m->root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	t_write_file(full, text, strlen(text));
	free(full);
}

void t_machine_variable(struct t_machine *m, const char *text)
{
	unsigned count = 0;

	while (m->variables[count])
		count++;
	assert_in_range(count, 0, T_VARIABLES_MAX - 1);
	if (text)
		m->variables[count] = text;
	else
		m->variables[0] = NULL;
	for (unsigned i = text ? count + 1 : 1; i <= T_VARIABLES_MAX; i++)
		m->variables[i] = NULL;
}

static void expect_part(const char *what, const char *is, const char *part)
{
	if (!part != !is || (part && !strstr(is, part)))
		fail_msg("%s: '%s', expected '%s'", what, is ? is : "(nothing)",
			 part ? part : "(nothing)");
}

void t_machine_expect(struct t_machine *m, const struct csa_check_group *group, const char *what,
		      enum csa_health health, const char *part, const char *remedy)
{
	const struct csa_finding *found = NULL;

	csa_findings_release(&m->findings);
	m->findings.group = group->name;
	group->look(&m->input, &m->findings);
	for (uint32_t i = 0; i < m->findings.count; i++) {
		if (strcmp(m->findings.items[i].what, what) != 0)
			continue;
		if (found)
			fail_msg("%s: two findings: '%s' and '%s'", what, found->text,
				 m->findings.items[i].text);
		found = &m->findings.items[i];
	}
	if (!found)
		fail_msg("%s: no finding", what);
	assert_string_equal(found->group, group->name);
	if (found->health != health)
		fail_msg("%s is %s, expected %s: %s", what, csa_health_name(found->health),
			 csa_health_name(health), found->text);
	expect_part(what, found->text, part);
	expect_part(what, found->remedy, remedy);
}
