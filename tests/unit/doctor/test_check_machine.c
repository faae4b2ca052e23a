/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <unistd.h>

#include "fake_machine.h"

#define GOVERNOR "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
#define PARANOID "/proc/sys/kernel/perf_event_paranoid"
#define MOUNTS   "/proc/self/mounts"

#define EXPECT(what, health, part, remedy) \
	t_machine_expect(&m, &csa_check_machine, what, CSA_HEALTH_##health, part, remedy)

TEST(one_cpu_is_a_note)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("CPUs", OK, "8", NULL);
	t_cpus = 1;
	EXPECT("CPUs", NOTE, "whatever else runs is in the times", "for gates of times");
	t_machine_close(&m);
}

TEST(a_clock_that_follows_the_load_is_a_note)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("frequency", OK, "not in the hands of this system", NULL);
	t_machine_file(&m, GOVERNOR, "performance\n");
	EXPECT("frequency", OK, "governor performance", NULL);
	t_machine_file(&m, GOVERNOR, "powersave\n");
	EXPECT("frequency", NOTE, "governor powersave", "cpupower frequency-set -g performance");
	t_machine_close(&m);
}

TEST(counters_that_programs_may_not_use_are_a_note)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("perf counters", OK, "perf_event_paranoid is 2", NULL);
	t_machine_file(&m, PARANOID, "-1\n");
	EXPECT("perf counters", OK, "perf_event_paranoid is -1", NULL);
	t_machine_file(&m, PARANOID, "3\n");
	EXPECT("perf counters", NOTE, "perf_event_paranoid is 3",
	       "sysctl kernel.perf_event_paranoid=2");
	t_machine_file(&m, PARANOID, NULL);
	EXPECT("perf counters", NOTE, "offers none", "CONFIG_PERF_EVENTS");
	t_machine_close(&m);
}

TEST(processes_are_seen_through_proc)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("processes", OK, "nothing here attaches to one", NULL);
	t_machine_file(&m, "/proc/sys/kernel/yama/ptrace_scope", "3\n");
	EXPECT("processes", OK, "ptrace_scope 3 does not matter", NULL);
	t_machine_file(&m, MOUNTS, "proc /proc proc rw,hidepid=0 0 0\n");
	EXPECT("processes", OK, "can be seen", NULL);
	t_machine_file(
		&m, MOUNTS,
		"tmpfs /tmp tmpfs rw,hidepid=9 0 0\nproc /proc proc rw,hidepid=2,gid=4 0 0\n");
	EXPECT("processes", NOTE, "mounted with hidepid=2:", "run it as that user");
	m.probes.root = "/nonexistent";
	EXPECT("processes", BROKEN, "/proc is not mounted", "mount -t proc proc /proc");
	t_machine_close(&m);
}

TEST(low_limits_of_the_process_are_notes)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("limits", OK, "suffice", NULL);
	t_descriptor_limit = 255;
	EXPECT("limits", NOTE, "255 descriptors", "ulimit -n 1024");
	t_descriptor_limit = 256;
	t_address_limit = 100 << 20;
	EXPECT("limits", NOTE, "100 MiB of address space", "ulimit -v unlimited");
	t_machine_close(&m);
}

TEST(little_memory_of_a_container_is_a_note)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT("memory", OK, "no limit", NULL);
	/* The group's own has no limit, one above it has. */
	t_machine_file(&m, "/proc/self/cgroup", "1:name=systemd:/x\n0::/box/inner\n");
	t_machine_file(&m, "/sys/fs/cgroup/box/inner/memory.max", "max\n");
	t_machine_file(&m, "/sys/fs/cgroup/box/memory.max", "1073741824\n");
	EXPECT("memory", OK, "may use 1024 MiB", NULL);
	t_machine_file(&m, "/sys/fs/cgroup/box/memory.max", "100000000\n");
	EXPECT("memory", NOTE, "may use 95 MiB; a trace takes up to 64 MiB",
	       "docker run --memory=64m");
	t_machine_file(&m, "/sys/fs/cgroup/box/memory.max", "134217728\n");
	EXPECT("memory", OK, "may use 128 MiB", NULL);
	t_machine_variable(&m, "TRACE_SHM=/t");
	EXPECT("memory", NOTE, "takes up to 80 MiB of it, 64 KiB a thread and TRACE_SHM_SIZE",
	       "docker run --memory=80m");
	t_machine_close(&m);
}

TEST(version_1_of_control_groups_has_its_limit_elsewhere)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_machine_file(&m, "/proc/self/cgroup", "5:memory:/box\n");
	t_machine_file(&m, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	EXPECT("memory", OK, "no limit", NULL);
	t_machine_file(&m, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "50000000\n");
	EXPECT("memory", NOTE, "may use 47 MiB", "docker run");
	t_machine_close(&m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(one_cpu_is_a_note),
		CASE(a_clock_that_follows_the_load_is_a_note),
		CASE(counters_that_programs_may_not_use_are_a_note),
		CASE(processes_are_seen_through_proc),
		CASE(low_limits_of_the_process_are_notes),
		CASE(little_memory_of_a_container_is_a_note),
		CASE(version_1_of_control_groups_has_its_limit_elsewhere),
	};

	return T_RUN(cases, argc, argv);
}
