/* SPDX-License-Identifier: MIT */
#include "pointers_index.h"

#include <stdlib.h>
#include <string.h>

#define ALIASES_MAX 4u  /* typedef of a typedef */
#define TYPES_MAX   8u  /* of one name; chosen: more are not looked at, for linear time */
#define MEMBERS_MAX 64u /* of a type; likewise */

struct filling {
	struct csa_pointer_index *index;
	uint32_t use;
	bool is_storing;
};

static void add_pair(const struct filling *filling, uint32_t name)
{
	struct csa_pointer_index *index = filling->index;

	if (filling->is_storing)
		index->uses[index->first[name]++] = filling->use;
	else
		index->first[name + 1]++;
}

/* Members of the type @def that stand at @place. Return: how many. */
static uint32_t add_members(const struct filling *filling, const struct csa_def *def,
			    uint32_t place, bool only_pointers)
{
	const struct csa_project *project = filling->index->project;
	uint32_t count = 0;

	for (uint32_t i = 0; i < def->use_count && count < MEMBERS_MAX; i++) {
		const struct csa_use *member = &project->uses.items[def->first_use + i];

		if (member->kind != CSA_USE_MEMBER || member->index == CSA_INDEX_ANY ||
		    (place != CSA_INDEX_ANY && member->index != place) ||
		    (only_pointers && !member->is_member))
			continue;
		add_pair(filling, member->name);
		count++;
	}
	return count;
}

static void add_type(const struct filling *filling, uint32_t type, uint32_t place, uint32_t hops);

/* "typedef struct S T;" is a type T with one member S at no place. */
static void add_aliased(const struct filling *filling, const struct csa_def *def, uint32_t place,
			uint32_t hops)
{
	const struct csa_use *uses = filling->index->project->uses.items + def->first_use;

	for (uint32_t i = 0; i < def->use_count && hops < ALIASES_MAX; i++) {
		if (uses[i].kind == CSA_USE_MEMBER && uses[i].index == CSA_INDEX_ANY)
			add_type(filling, uses[i].name, place, hops + 1);
	}
}

static void add_type(const struct filling *filling, uint32_t type, uint32_t place, uint32_t hops)
{
	const struct csa_pointer_index *index = filling->index;
	uint32_t count = 0;

	for (uint32_t at = index->type_head[type]; at != CSA_NO_INDEX && count < TYPES_MAX;
	     at = index->type_next[at], count++) {
		const struct csa_def *def = &index->project->defs.items[at];

		if (place != CSA_INDEX_ANY || add_members(filling, def, place, true) == 0)
			(void)add_members(filling, def, place, false);
		add_aliased(filling, def, place, hops);
	}
}

static void add_uses(struct csa_pointer_index *index, bool is_storing)
{
	const struct csa_project *project = index->project;

	for (uint32_t i = 0; i < project->uses.count; i++) {
		const struct csa_use *use = &project->uses.items[i];
		const struct filling filling = { index, i, is_storing };

		if (use->kind == CSA_USE_TO_PLACE) {
			if (use->from != CSA_FROM_NAME || index->is_known[use->name])
				add_type(&filling, use->scope, use->index, 0);
		} else if (use->kind >= CSA_USE_TO_ARG) {
			add_pair(&filling, use->scope);
		}
	}
}

static bool find_types(struct csa_pointer_index *index)
{
	const struct csa_project *project = index->project;

	index->is_known = calloc((size_t)index->name_count + 1, 1);
	index->type_head = malloc(((size_t)index->name_count + 1) * sizeof(*index->type_head));
	index->type_next = malloc(((size_t)project->defs.count + 1) * sizeof(*index->type_next));
	if (!index->is_known || !index->type_head || !index->type_next)
		return false;
	memset(index->type_head, 0xff, ((size_t)index->name_count + 1) * sizeof(*index->type_head));
	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (def->kind != CSA_DEF_CLASS) {
			index->is_known[def->base] = 1;
			continue;
		}
		index->type_next[i] = index->type_head[def->base];
		index->type_head[def->base] = i;
	}
	return true;
}

bool csa_pointer_index_init(struct csa_pointer_index *index, const struct csa_project *project)
{
	*index = (struct csa_pointer_index){ .project = project,
					     .name_count = project->names.count };
	index->first = calloc((size_t)index->name_count + 2, sizeof(*index->first));
	if (!index->first || !find_types(index))
		return false;
	add_uses(index, false);
	for (uint32_t i = 0; i <= index->name_count; i++)
		index->first[i + 1] += index->first[i];
	index->uses = calloc((size_t)index->first[index->name_count + 1] + 1, sizeof(*index->uses));
	if (!index->uses)
		return false;
	add_uses(index, true);
	/* Every entry points to its end now: move them back by one. */
	for (uint32_t i = index->name_count + 1; i > 0; i--)
		index->first[i] = index->first[i - 1];
	index->first[0] = 0;
	return true;
}

void csa_pointer_index_release(struct csa_pointer_index *index)
{
	free(index->first);
	free(index->uses);
	free(index->is_known);
	free(index->type_head);
	free(index->type_next);
	*index = (struct csa_pointer_index){ 0 };
}

struct csa_pointer_range csa_pointer_index_of(const struct csa_pointer_index *index, uint32_t name)
{
	if (name >= index->name_count)
		return (struct csa_pointer_range){ index->uses, index->uses };
	return (struct csa_pointer_range){ index->uses + index->first[name],
					   index->uses + index->first[name + 1] };
}

struct csa_pointer_range csa_pointer_index_of_def(const struct csa_pointer_index *index,
						  uint32_t name, uint32_t def)
{
	const struct csa_use *uses = index->project->uses.items;
	struct csa_pointer_range all = csa_pointer_index_of(index, name);
	const uint32_t *low = all.first;
	const uint32_t *high = all.end;

	while (low < high) {
		const uint32_t *middle = low + (high - low) / 2;

		if (uses[*middle].def < def)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < all.end && uses[*high].def == def;)
		high++;
	return (struct csa_pointer_range){ low, high };
}
