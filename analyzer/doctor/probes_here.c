/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include <dlfcn.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "doctor.h"

/* What counter_is_usable() of the runtime asks. */
static enum csa_counter counter_here(void)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned a;
	unsigned b;
	unsigned c;
	unsigned d;

	if (__get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & 1u << 8)) /* invariant TSC */
		return CSA_COUNTER_INVARIANT;
	return CSA_COUNTER_VARIES;
#elif defined(__aarch64__)
	return CSA_COUNTER_INVARIANT; /* the architecture's timer */
#else
	return CSA_COUNTER_NONE;
#endif
}

static bool space_here(const char *path, struct csa_space *out)
{
	struct statfs fs;
	uint64_t unit;

	if (statfs(path, &fs) != 0)
		return false;
	unit = (uint64_t)(fs.f_frsize ? fs.f_frsize : fs.f_bsize);
	*out = (struct csa_space){ .type = (uint32_t)fs.f_type,
				   .total_bytes = (uint64_t)fs.f_blocks * unit,
				   .free_bytes = (uint64_t)fs.f_bavail * unit,
				   .has_no_inodes = fs.f_files != 0 && fs.f_ffree == 0 };
	return true;
}

static unsigned cpus_here(void)
{
	cpu_set_t set;
	long online;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (unsigned)CPU_COUNT(&set);
	online = sysconf(_SC_NPROCESSORS_ONLN); /* more CPUs than a set holds */
	return online > 0 ? (unsigned)online : 1;
}

static uint64_t limit_here(int resource)
{
	struct rlimit limit;

	if (getrlimit((__rlimit_resource_t)resource, &limit) != 0 ||
	    limit.rlim_cur == RLIM_INFINITY)
		return UINT64_MAX;
	return limit.rlim_cur;
}

static bool has_library_here(const char *name)
{
	void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);

	/* It stays: see debuginfod.c. */
	return library != NULL;
}

const struct csa_doctor_probes csa_doctor_probes_here = {
	.root = "",
	.counter = counter_here,
	.space = space_here,
	.cpus = cpus_here,
	.limit = limit_here,
	.has_library = has_library_here,
};
