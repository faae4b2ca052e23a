/* SPDX-License-Identifier: MIT */
/* CPUs, what the kernel allows, and the limits of this process and of its container. */
#define _POSIX_C_SOURCE 200809L /* stat */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "doctor.h"

#define MEGABYTE        UINT64_C(1048576)
#define FEW_DESCRIPTORS 256u /* below it the runtime writes one file instead of several */
#define MEMORY_MIN      (64 * MEGABYTE) /* chosen: the windows of some hundred threads */

static void look_at_cpus(const struct csa_doctor_input *input, struct csa_findings *out)
{
	unsigned count = input->probes->cpus();

	if (count > 1) {
		csa_found(out, CSA_HEALTH_OK, "CPUs", "%u", count);
		return;
	}
	csa_found(out, CSA_HEALTH_NOTE, "CPUs",
		  "1: whatever else runs is in the times of a trace, and of a gate");
	csa_remedy(out, "for gates of times: a machine with two, or taskset -c without the limit");
}

/* Gates compare times of runs: a clock that follows the load makes them differ. */
static void look_at_governor(const struct csa_doctor_input *input, struct csa_findings *out)
{
	char line[64];

	if (!csa_doctor_read(input, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", line,
			     sizeof(line))) {
		csa_found(out, CSA_HEALTH_OK, "frequency",
			  "not in the hands of this system (a virtual machine, or a fixed one)");
	} else if (strcmp(line, "performance") == 0) {
		csa_found(out, CSA_HEALTH_OK, "frequency", "governor performance");
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "frequency",
			  "governor %s: the clock follows the load, so times of equal runs differ "
			  "more",
			  line);
		csa_remedy(out, "for gates: cpupower frequency-set -g performance (Debian package "
				"linux-cpupower)");
	}
}

/* Nothing of this version needs counters; what will says so here. */
static void look_at_perf(const struct csa_doctor_input *input, struct csa_findings *out)
{
	char line[32];

	if (!csa_doctor_read(input, "/proc/sys/kernel/perf_event_paranoid", line, sizeof(line))) {
		csa_found(out, CSA_HEALTH_NOTE, "perf counters",
			  "this kernel offers none; nothing of this version needs them");
		csa_remedy(out, "a kernel with CONFIG_PERF_EVENTS");
	} else if (strtol(line, NULL, 10) > 2) {
		csa_found(out, CSA_HEALTH_NOTE, "perf counters",
			  "perf_event_paranoid is %s: programs may not count; nothing of this "
			  "version needs it",
			  line);
		csa_remedy(out, "sysctl kernel.perf_event_paranoid=2");
	} else {
		csa_found(out, CSA_HEALTH_OK, "perf counters",
			  "perf_event_paranoid is %s: programs may count their own events", line);
	}
}

/* Return: the value of hidepid among the options of /proc; NULL: it has none. */
static const char *hidepid(const struct csa_doctor_input *input, char *line, size_t size)
{
	char path[512];
	const char *value = NULL;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/self/mounts", input->probes->root);
	file = fopen(path, "re");
	while (file && !value && fgets(line, (int)size, file)) {
		if (!strstr(line, " /proc proc "))
			continue;
		value = strstr(line, "hidepid=");
		if (value)
			((char *)(uintptr_t)value)[strcspn(value, ", \n")] = '\0';
	}
	if (file)
		fclose(file);
	return value && strcmp(value, "hidepid=0") != 0 && strcmp(value, "hidepid=off") != 0 ? value
											     : NULL;
}

static void look_at_processes(const struct csa_doctor_input *input, struct csa_findings *out)
{
	char path[512];
	char line[512];
	char scope[32];
	struct stat status;
	const char *value;

	snprintf(path, sizeof(path), "%s/proc/self", input->probes->root);
	if (stat(path, &status) != 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "processes",
			  "/proc is not mounted: callsight ctl and run find no process, and traces "
			  "lack names "
			  "of threads");
		csa_remedy(out, "mount -t proc proc /proc");
		return;
	}
	value = hidepid(input, line, sizeof(line));
	if (value) {
		csa_found(out, CSA_HEALTH_NOTE, "processes",
			  "/proc is mounted with %s: callsight ctl finds programs of the same user "
			  "only",
			  value);
		csa_remedy(out, "run it as that user");
	} else if (csa_doctor_read(input, "/proc/sys/kernel/yama/ptrace_scope", scope,
				   sizeof(scope))) {
		csa_found(out, CSA_HEALTH_OK, "processes",
			  "can be seen; ptrace_scope %s does not matter: nothing here attaches to "
			  "a process",
			  scope);
	} else {
		csa_found(out, CSA_HEALTH_OK, "processes",
			  "can be seen; nothing here attaches to one");
	}
}

static void look_at_limits(const struct csa_doctor_input *input, struct csa_findings *out)
{
	uint64_t files = input->probes->limit(RLIMIT_NOFILE);
	uint64_t space = input->probes->limit(RLIMIT_AS);

	if (files < FEW_DESCRIPTORS) {
		csa_found(
			out, CSA_HEALTH_NOTE, "limits",
			"%" PRIu64
			" descriptors: the threads of a program share one file, which takes longer",
			files);
		csa_remedy(out, "ulimit -n 1024");
	} else if (space != UINT64_MAX) {
		csa_found(out, CSA_HEALTH_NOTE, "limits",
			  "%" PRIu64
			  " MiB of address space: very deep stacks are cut, and said in the report",
			  space / MEGABYTE);
		csa_remedy(out, "ulimit -v unlimited");
	} else {
		csa_found(out, CSA_HEALTH_OK, "limits", "descriptors and address space suffice");
	}
}

/* The group's path in /proc/self/cgroup: "0::/path". */
static bool own_group(const struct csa_doctor_input *input, char *path, size_t size)
{
	char file_path[512];
	char line[400];
	bool is_found = false;
	FILE *file;

	snprintf(file_path, sizeof(file_path), "%s/proc/self/cgroup", input->probes->root);
	file = fopen(file_path, "re");
	while (file && !is_found && fgets(line, sizeof(line), file)) {
		is_found = strncmp(line, "0::/", 4) == 0;
		if (is_found)
			snprintf(path, size, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
	}
	if (file)
		fclose(file);
	return is_found;
}

/* The smallest memory.max from the group up to the root. UINT64_MAX: none. */
static uint64_t memory_limit(const struct csa_doctor_input *input)
{
	uint64_t limit = UINT64_MAX;
	char group[400] = "";
	char path[512];
	char line[64];

	if (!own_group(input, group, sizeof(group))) {
		if (csa_doctor_read(input, "/sys/fs/cgroup/memory/memory.limit_in_bytes", line,
				    sizeof(line)))
			limit = strtoull(line, NULL, 10);
		return limit < UINT64_C(1) << 60 ? limit
						 : UINT64_MAX; /* version 1 writes a huge one */
	}
	for (;;) {
		char *slash = strrchr(group, '/');

		snprintf(path, sizeof(path), "/sys/fs/cgroup%s/memory.max",
			 slash && slash[1] ? group : "");
		if (csa_doctor_read(input, path, line, sizeof(line)) && strcmp(line, "max") != 0 &&
		    strtoull(line, NULL, 10) < limit)
			limit = strtoull(line, NULL, 10);
		if (!slash || !slash[1])
			return limit;
		slash[slash == group] = '\0';
	}
}

static void look_at_memory(const struct csa_doctor_input *input, struct csa_findings *out)
{
	uint64_t limit = memory_limit(input);
	uint64_t wanted = MEMORY_MIN;

	if (csa_doctor_variable(input, "TRACE_SHM"))
		wanted += csa_doctor_number(input, "TRACE_SHM_SIZE", 16 * MEGABYTE);
	if (limit == UINT64_MAX) {
		csa_found(out, CSA_HEALTH_OK, "memory", "no limit of a container");
	} else if (limit < 2 * wanted) {
		csa_found(out, CSA_HEALTH_NOTE, "memory",
			  "the container may use %" PRIu64 " MiB; a trace takes up to %" PRIu64
			  " MiB"
			  " of it, 64 KiB a thread%s",
			  limit / MEGABYTE, wanted / MEGABYTE,
			  csa_doctor_variable(input, "TRACE_SHM") ? " and TRACE_SHM_SIZE" : "");
		csa_remedy(out, "docker run --memory=%" PRIu64 "m more than the program needs",
			   wanted / MEGABYTE);
	} else {
		csa_found(out, CSA_HEALTH_OK, "memory", "the container may use %" PRIu64 " MiB",
			  limit / MEGABYTE);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	look_at_cpus(input, out);
	look_at_governor(input, out);
	look_at_perf(input, out);
	look_at_processes(input, out);
	look_at_limits(input, out);
	look_at_memory(input, out);
}

const struct csa_check_group csa_check_machine = { .name = "machine", .look = look };
