/* SPDX-License-Identifier: MIT */
#include "compare_values.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	bool is_per_call;
} values[CSA_VALUE_IDS] = {
#define X(id, name, per_call) [CSA_VALUE_##id] = { #name, per_call },
	CSA_VALUE_MAP(X)
#undef X
};

enum csa_value_id csa_value_find(const char *name)
{
	unsigned id = 0;

	while (id < CSA_VALUE_IDS && strcmp(values[id].name, name) != 0)
		id++;
	return (enum csa_value_id)id;
}

const char *csa_value_name(enum csa_value_id id)
{
	return values[id].name;
}

bool csa_value_is_per_call(enum csa_value_id id)
{
	return values[id].is_per_call;
}

void csa_value_put(struct csa_value_set *set, enum csa_value_id id, uint64_t value)
{
	set->of[id] = value < INT64_MAX ? value : INT64_MAX;
	set->known |= 1u << id;
}

void csa_value_fill_average(struct csa_value_set *set)
{
	uint64_t calls = set->of[CSA_VALUE_CALLS];

	if (csa_value_is_known(set, CSA_VALUE_SELF) && calls)
		csa_value_put(set, CSA_VALUE_SELF_AVG, set->of[CSA_VALUE_SELF] / calls);
}

/* The sum, the smaller or the larger one: of both, or not known. */
static void join(struct csa_value_set *to, const struct csa_value_set *from, enum csa_value_id id)
{
	uint64_t a = to->of[id];
	uint64_t b = from->of[id];

	if (!csa_value_is_known(to, id) || !csa_value_is_known(from, id))
		to->known &= ~(1u << id);
	else if (id == CSA_VALUE_MIN)
		csa_value_put(to, id, a < b ? a : b);
	else if (id == CSA_VALUE_MAX)
		csa_value_put(to, id, a > b ? a : b);
	else
		csa_value_put(to, id, a + b);
}

void csa_value_merge(struct csa_value_set *to, const struct csa_value_set *from)
{
	static const enum csa_value_id joined[] = { CSA_VALUE_SELF, CSA_VALUE_INCL, CSA_VALUE_CALLS,
						    CSA_VALUE_MIN, CSA_VALUE_MAX };
	uint32_t kept = 0;

	for (size_t i = 0; i < sizeof(joined) / sizeof(joined[0]); i++) {
		join(to, from, joined[i]);
		kept |= 1u << joined[i];
	}
	to->known &= kept;
	csa_value_fill_average(to);
}
