/* SPDX-License-Identifier: MIT */
#include "compare_limits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "terminal_text.h"

/* Return: 1 and the times of it in ns, 0: no unit of time. */
static double unit_ns(const char *unit, size_t length)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strlen(units[i].name) == length && memcmp(units[i].name, unit, length) == 0)
			return units[i].ns;
	}
	return 0;
}

/* Digits, and a dot with more of them: whatever the locale. Return: bytes, 0: none. */
static size_t read_number(const char *text, size_t length, double *out)
{
	double scale = 1;
	size_t at = 0;

	*out = 0;
	for (; at < length && isdigit((unsigned char)text[at]); at++)
		*out = *out * 10 + (text[at] - '0');
	if (at == 0 || at == length || text[at] != '.')
		return at;
	for (at++; at < length && isdigit((unsigned char)text[at]); at++) {
		scale /= 10;
		*out += scale * (text[at] - '0');
	}
	return at;
}

static int add_word(struct csa_limits *limits, const char *word, size_t length, struct csa_err *err)
{
	double number;
	size_t digits = read_number(word, length, &number);
	const char *unit = word + digits;
	size_t unit_length = length - digits;
	double ns = unit_ns(unit, unit_length);

	if (digits == 0 || number > 1e12 || number * ns > 9e18)
		goto wrong;
	if (unit_length == 1 && *unit == '%') {
		limits->has_percent = true;
		limits->percent = number;
	} else if (ns > 0) {
		limits->has_ns = true;
		limits->ns = (uint64_t)(number * ns + 0.5);
	} else if (unit_length == 0) {
		limits->has_count = true;
		limits->count = (uint64_t)number;
	} else {
		goto wrong;
	}
	return 0;
wrong:
	return csa_fail(err, CSA_E_USAGE, "'%.*s' is no limit: 5%%, 100us or 20 are", (int)length,
			word);
}

int csa_limits_add(struct csa_limits *limits, const char *text, struct csa_err *err)
{
	for (;;) {
		size_t length = strcspn(text, ",");
		int rc = add_word(limits, text, length, err);

		if (rc < 0 || !text[length])
			return rc;
		text += length + 1;
	}
}

int csa_limits_fit(const struct csa_limits *limits, bool is_time, struct csa_err *err)
{
	if (is_time && limits->has_count)
		return csa_fail(err, CSA_E_USAGE, "%" PRIu64 " needs a unit: the key is a time",
				limits->count);
	if (!is_time && limits->has_ns)
		return csa_fail(err, CSA_E_USAGE, "%" PRIu64 " ns is a time, the key is a number",
				limits->ns);
	return 0;
}

bool csa_limits_passed(const struct csa_limits *limits, uint64_t change, uint64_t base)
{
	if (limits->has_percent && (double)change * 100 <= limits->percent * (double)base)
		return false;
	if (limits->has_ns && change <= limits->ns)
		return false;
	return !limits->has_count || change > limits->count;
}

void csa_limits_print(struct csa_buf *out, const struct csa_limits *limits)
{
	const char *between = "";

	if (limits->has_percent) {
		csa_buf_add_fmt(out, "%g%%", limits->percent);
		between = " and ";
	}
	if (limits->has_ns) {
		csa_buf_add_str(out, between);
		csa_add_duration(out, limits->ns);
		between = " and ";
	}
	if (limits->has_count)
		csa_buf_add_fmt(out, "%s%" PRIu64, between, limits->count);
}
