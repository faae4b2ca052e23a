/* SPDX-License-Identifier: MIT */
/* The numbers of a function that can be compared, with the names that they have in JSON. */
#ifndef CSA_COMPARE_VALUES_H
#define CSA_COMPARE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* name in JSON, whether it is of one call */
#define CSA_VALUE_MAP(X)               \
	X(SELF, self_ns, false)        \
	X(INCL, incl_ns, false)        \
	X(CALLS, calls, false)         \
	X(SELF_AVG, self_avg_ns, true) \
	X(AVG, avg_ns, true)           \
	X(MIN, min_ns, true)           \
	X(P50, p50_ns, true)           \
	X(P90, p90_ns, true)           \
	X(P95, p95_ns, true)           \
	X(P99, p99_ns, true)           \
	X(P999, p999_ns, true)         \
	X(MAX, max_ns, true)

enum csa_value_id {
#define X(id, name, per_call) CSA_VALUE_##id,
	CSA_VALUE_MAP(X)
#undef X
		CSA_VALUE_IDS
};

/** The names, separated by '|', for an option's row. */
#define CSA_VALUE_NAMES                                                                            \
	"self_ns|incl_ns|calls|self_avg_ns|avg_ns|min_ns|p50_ns|p90_ns|p95_ns|p99_ns|p999_ns|max_" \
	"ns"

/** csa_value_find() - by name; CSA_VALUE_IDS when there is none. */
enum csa_value_id csa_value_find(const char *name);

const char *csa_value_name(enum csa_value_id id);

/** csa_value_is_per_call() - whether it says how long one call takes: a function without calls has none. */
bool csa_value_is_per_call(enum csa_value_id id);

struct csa_value_set {
	uint64_t of[CSA_VALUE_IDS]; /* at most INT64_MAX, so that differences fit */
	uint32_t known;             /* 1u << enum csa_value_id */
};

void csa_value_put(struct csa_value_set *set, enum csa_value_id id, uint64_t value);

static inline bool csa_value_is_known(const struct csa_value_set *set, enum csa_value_id id)
{
	return set->known >> id & 1;
}

/** csa_value_fill_average() - self_avg_ns from self_ns and calls. */
void csa_value_fill_average(struct csa_value_set *set);

/** csa_value_merge() - @from of a function that is taken for the same. Averages and percentiles go. */
void csa_value_merge(struct csa_value_set *to, const struct csa_value_set *from);

#endif
