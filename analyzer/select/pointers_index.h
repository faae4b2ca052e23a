/* SPDX-License-Identifier: MIT */
/*
 * The uses of the kinds CSA_USE_TO_..., by the name of what they go into. A place in a table counts
 * for the member of the type that stands there. Private to pointers.c.
 */
#ifndef CSA_POINTERS_INDEX_H
#define CSA_POINTERS_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "project.h"

struct csa_pointer_index {
	const struct csa_project *project;
	uint32_t name_count;
	uint32_t *first;     /* by name id: where its uses begin in uses; one more at the end */
	uint32_t *uses;      /* in the order of their definitions */
	uint8_t *is_known;   /* by name id: a function, macro or variable has it */
	uint32_t *type_head; /* by name id: a class or structure, or CSA_NO_INDEX */
	uint32_t *type_next; /* by definition: another one of the same name */
};

struct csa_pointer_range {
	const uint32_t *first;
	const uint32_t *end;
};

/** csa_pointer_index_init() - of sorted uses. False: out of memory. Release always. */
bool csa_pointer_index_init(struct csa_pointer_index *index, const struct csa_project *project);
void csa_pointer_index_release(struct csa_pointer_index *index);

/** csa_pointer_index_of() - indices of uses that go into something of this name. */
struct csa_pointer_range csa_pointer_index_of(const struct csa_pointer_index *index, uint32_t name);

/** csa_pointer_index_of_def() - only those that @def makes. */
struct csa_pointer_range csa_pointer_index_of_def(const struct csa_pointer_index *index,
						  uint32_t name, uint32_t def);

static inline bool csa_pointer_index_has(const struct csa_pointer_index *index, uint32_t name)
{
	return name < index->name_count && index->first[name] < index->first[name + 1];
}

static inline bool csa_pointer_index_is_known(const struct csa_pointer_index *index, uint32_t name)
{
	return name < index->name_count && index->is_known[name];
}

#endif
