/* SPDX-License-Identifier: MIT */
/* Where, of what and how a set of runs was measured: what decides whether two sets can be compared, and what is
 * said about them. */
#ifndef CSA_GATE_FACTS_H
#define CSA_GATE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "note_list.h"
#include "text_pool.h"

#define CSA_GATE_FACTS_MAX 64u

/** Given by --fact: compiler, flags, build, and what else a project wants to know. */
struct csa_gate_fact {
	const char *key;
	const char *value;
};

/** Strings belong to the set's pool; "" where it is not known. */
struct csa_gate_facts {
	const char *cpu; /* model */
	uint64_t cpus;
	const char *arch;
	const char *clock;   /* of the kernel: tsc, hpet, ... */
	const char *version; /* of callsight */
	const char *mode;
	const char *command; /* one string, without the folders of absolute paths */
	struct csa_gate_fact extra[CSA_GATE_FACTS_MAX]; /* sorted by key */
	unsigned extra_count;
};

/** csa_gate_machine() - cpu, cpus, arch and clock of the machine that we run on. Return: false: no memory. */
bool csa_gate_machine(struct csa_gate_facts *facts, struct csa_text_pool *pool);

/**
 * csa_gate_fact_add() - one of --fact; the last value of a key counts.
 *
 * Return: false: no memory, or no room.
 */
bool csa_gate_fact_add(struct csa_gate_facts *facts, struct csa_text_pool *pool, const char *key,
		       const char *value);

/** csa_gate_same_machine() - whether times of both can be compared. */
bool csa_gate_same_machine(const struct csa_gate_facts *a, const struct csa_gate_facts *b);

/** csa_gate_note_facts() - what differs, a note each. */
void csa_gate_note_facts(struct csa_notes *notes, const struct csa_gate_facts *before,
			 const struct csa_gate_facts *now);

#endif
