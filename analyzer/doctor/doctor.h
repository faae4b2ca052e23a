/* SPDX-License-Identifier: MIT */
/*
 * What stands in the way of a trace on this machine. A group of checks is one file check_<group>.c that
 * ends in one constant; doctor.c lists the constants.
 *
 * Nothing is changed: what a check writes goes into a folder of its own, or has no name.
 */
#ifndef CSA_DOCTOR_H
#define CSA_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "findings.h"

struct csa_names_given {
	const char *const *items;
	unsigned count;
};

/* A file system, as far as a capture is concerned. */
struct csa_space {
	uint64_t type;        /* statfs.f_type */
	uint64_t total_bytes; /* 0: it has no limit of its own */
	uint64_t free_bytes;  /* for this user */
	bool has_no_inodes;   /* it counts files, and none is left */
};

enum csa_counter { CSA_COUNTER_NONE, CSA_COUNTER_VARIES, CSA_COUNTER_INVARIANT };

/* What the machine says; tests have one that says something else. */
struct csa_doctor_probes {
	const char *root; /* in front of /proc, /sys and /dev; "" */
	enum csa_counter (*counter)(void);
	bool (*space)(const char *path, struct csa_space *out); /* false: errno */
	unsigned (*cpus)(void);                                 /* that this process may use */
	uint64_t (*limit)(int resource);                        /* soft; UINT64_MAX: none */
	bool (*has_library)(const char *name);
};

extern const struct csa_doctor_probes csa_doctor_probes_here;

struct csa_doctor_input {
	struct csa_names_given compilers; /* none: $CC, or cc */
	struct csa_names_given configs;   /* none: trace.config, where there is one */
	struct csa_names_given programs;
	const char *ctags; /* NULL: looked for in PATH; "": the build found none */
	const char *build; /* a build folder whose plans say which sources there are; NULL */
	const char *dir;   /* NULL: TRACE_DIR, or traces */
	const char *const *environment; /* "NAME=VALUE"; ends in NULL */
	const struct csa_doctor_probes *probes;
};

struct csa_check_group {
	const char *name;
	void (*look)(const struct csa_doctor_input *input, struct csa_findings *out);
};

extern const struct csa_check_group csa_check_capture;
extern const struct csa_check_group csa_check_clock;
extern const struct csa_check_group csa_check_compiler;
extern const struct csa_check_group csa_check_config;
extern const struct csa_check_group csa_check_ctags;
extern const struct csa_check_group csa_check_environment;
extern const struct csa_check_group csa_check_machine;
extern const struct csa_check_group csa_check_program;
extern const struct csa_check_group csa_check_ring;
extern const struct csa_check_group csa_check_symbols;

extern const struct csa_check_group *const csa_check_groups[]; /* ends in NULL */

/** csa_doctor_look() - every group, in their order. Return: 0, or CSA_E_NOMEM. */
int csa_doctor_look(const struct csa_doctor_input *input, struct csa_findings *out,
		    struct csa_err *err);

/** csa_doctor_variable() - of the environment; NULL when it is not there or empty. */
const char *csa_doctor_variable(const struct csa_doctor_input *input, const char *name);

/** csa_doctor_number() - the same as a number; @otherwise where it is none. */
uint64_t csa_doctor_number(const struct csa_doctor_input *input, const char *name,
			   uint64_t otherwise);

/**
 * csa_doctor_read() - the first line of a small file of /proc or /sys.
 * @path: without the root
 *
 * Return: false: it cannot be read.
 */
bool csa_doctor_read(const struct csa_doctor_input *input, const char *path, char *line,
		     size_t size);

#endif
