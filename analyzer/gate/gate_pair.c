/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "gate_judge.h"
#include "pair.h"

bool csa_gate_calls_are_even(const struct csa_gate_set *set, uint32_t row, unsigned first,
			     unsigned count)
{
	const uint64_t *calls = csa_gate_samples(set, row, CSA_GATE_CALLS) + first;

	for (unsigned i = 1; i < count; i++) {
		if (calls[i] != calls[0])
			return false;
	}
	return true;
}

/* The only row without a partner in @b that could be row @i of @a; CSA_SIDE_NONE: none, or several. */
static uint32_t find_only(const struct csa_gate_set *a, uint32_t i, const struct csa_gate_set *b)
{
	const struct csa_side_row *row = &a->side.items[i];
	uint64_t calls = csa_gate_samples(a, i, CSA_GATE_CALLS)[0];
	uint32_t found = CSA_SIDE_NONE;

	for (uint32_t j = 0; j < b->side.count; j++) {
		const struct csa_side_row *other = &b->side.items[j];

		if (other->partner != CSA_SIDE_NONE || other->is_scope != row->is_scope ||
		    csa_gate_samples(b, j, CSA_GATE_CALLS)[0] != calls ||
		    strcmp(other->module_key, row->module_key) != 0 ||
		    strcmp(csa_path_end(other->file, 1), csa_path_end(row->file, 1)) != 0 ||
		    !csa_gate_calls_are_even(b, j, 0, b->runs))
			continue;
		if (found != CSA_SIDE_NONE)
			return CSA_SIDE_NONE;
		found = j;
	}
	return found;
}

int csa_gate_pair(struct csa_gate_set *before, struct csa_gate_set *now, struct csa_err *err)
{
	int rc = csa_pair_names(&before->side, &now->side, err);

	for (uint32_t i = 0; rc == 0 && i < before->side.count; i++) {
		struct csa_side_row *row = &before->side.items[i];
		uint32_t other;

		if (row->partner != CSA_SIDE_NONE || !row->file[0] ||
		    !csa_gate_calls_are_even(before, i, 0, before->runs))
			continue;
		other = find_only(before, i, now);
		if (other == CSA_SIDE_NONE || find_only(now, other, before) != i)
			continue;
		row->partner = other;
		now->side.items[other].partner = i;
	}
	return rc;
}
