/* SPDX-License-Identifier: MIT */
/*
 * What a program named in its records of CSF_EXT_USER_MARK: every (kind, text) has a number. The same text in
 * several places or modules is one name. Each process has a table of its own, so that what is kept by number
 * does not grow with the names of others; that of the report joins them.
 *
 * Invariants: names are only added; texts are those of the symbols, which must outlive the table.
 * csa_user_names_resolve() may be called from several threads.
 */
#ifndef CSA_USER_NAMES_H
#define CSA_USER_NAMES_H

#include <pthread.h>
#include <stdint.h>

#include "row_table.h"

struct csa_user_name {
	uint32_t kind;    /* as in the record's payload */
	const char *name; /* never NULL */
	const char *file; /* of its first place in the order of files and lines; may be NULL */
	unsigned line;
};

struct csa_user_names {
	pthread_mutex_t lock;
	struct csa_user_name **items; /* each stays where it is */
	uint32_t count;
	uint32_t capacity;
	uint32_t *slots; /* open addressing by kind and text: number + 1, 0 = empty */
	uint32_t slot_mask;
};

/** csa_user_names_borrow() - the name of a number, while others may be added. */
const struct csa_user_name *csa_user_names_borrow(struct csa_user_names *names, uint32_t number);

void csa_user_names_init(struct csa_user_names *names);
void csa_user_names_release(struct csa_user_names *names);

/**
 * csa_user_names_add() - the number of a name, of which the table keeps the first place. For one thread.
 *
 * Return: the number, or CSA_E_NOMEM.
 */
int64_t csa_user_names_add(struct csa_user_names *names, const struct csa_user_name *name);

/**
 * csa_user_names_resolve() - the number of what a record names.
 * @ip: of the descriptor, all bits
 *
 * Return: the number, or CSA_E_NOMEM.
 */
int64_t csa_user_names_resolve(struct csa_user_names *names, const struct csa_address_space *space,
			       uint32_t kind, uint64_t ip, uint64_t ticks);

#endif
