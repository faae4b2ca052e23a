/* SPDX-License-Identifier: MIT */
/* A machine that says what a test wants: files below a folder in place of /proc, /sys and /dev, and answers. */
#ifndef T_FAKE_MACHINE_H
#define T_FAKE_MACHINE_H

#include "doctor.h"

#define T_VARIABLES_MAX 8

struct t_machine {
	char *root;
	const char *variables[T_VARIABLES_MAX + 1];
	struct csa_doctor_probes probes;
	struct csa_doctor_input input;
	struct csa_findings findings;
};

/* What all probes of tests answer. */
extern enum csa_counter t_counter;
extern struct csa_space t_space;
extern unsigned t_cpus;
extern uint64_t t_file_limit;       /* RLIMIT_FSIZE */
extern uint64_t t_descriptor_limit; /* RLIMIT_NOFILE */
extern uint64_t t_address_limit;    /* RLIMIT_AS */
extern bool t_has_library;

/** t_machine_open() - a machine on which everything is well. */
void t_machine_open(struct t_machine *m);
void t_machine_close(struct t_machine *m);

/** t_machine_file() - a file of /proc, /sys or /dev. @text: NULL removes it */
void t_machine_file(struct t_machine *m, const char *path, const char *text);
/** t_machine_variable() - "NAME=VALUE"; one with a NULL text empties the environment. */
void t_machine_variable(struct t_machine *m, const char *text);

/**
 * t_machine_expect() - look by one group: the one finding called @what is in @health, its text holds @part, its
 * remedy @remedy (NULL: it has none).
 */
void t_machine_expect(struct t_machine *m, const struct csa_check_group *group, const char *what,
		      enum csa_health health, const char *part, const char *remedy);

#endif
