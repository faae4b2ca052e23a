/* SPDX-License-Identifier: MIT */
/* How large a change must be to count: a part of what it was, and a size of its own. */
#ifndef CSA_COMPARE_LIMITS_H
#define CSA_COMPARE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

/** All that are given must be passed: 5 % of little is nothing, 1 ms of much neither. */
struct csa_limits {
	bool has_percent;
	bool has_ns;
	bool has_count;
	double percent;
	uint64_t ns;
	uint64_t count;
};

/**
 * csa_limits_add() - words such as "5%", "100us", "1.5ms", "20" or several, separated by commas.
 *
 * Units of time are ns, us, ms and s. Return: 0 or CSA_E_USAGE.
 */
int csa_limits_add(struct csa_limits *limits, const char *text, struct csa_err *err);

/** csa_limits_fit() - whether they can be asked of times, or else of numbers. Or CSA_E_USAGE. */
int csa_limits_fit(const struct csa_limits *limits, bool is_time, struct csa_err *err);

/** csa_limits_passed() - whether @change is more. @base: what 100 % is; 0: every part is passed. */
bool csa_limits_passed(const struct csa_limits *limits, uint64_t change, uint64_t base);

static inline bool csa_limits_given(const struct csa_limits *limits)
{
	return limits->has_percent || limits->has_ns || limits->has_count;
}

/** csa_limits_print() - as "5% and 100 us". */
void csa_limits_print(struct csa_buf *out, const struct csa_limits *limits);

#endif
