/* SPDX-License-Identifier: MIT */
#include "duration.h"

#include <stddef.h>
#include <string.h>

#define LIMIT (UINT64_C(1) << 62)

static uint64_t unit_of(const char *text)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = { { "", 1000000000 },
		      { "s", 1000000000 },
		      { "ms", 1000000 },
		      { "us", 1000 },
		      { "ns", 1 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(text, units[i].name) == 0)
			return units[i].ns;
	}
	return 0;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool csa_duration_parse(const char *text, uint64_t *ns)
{
	uint64_t whole = 0;
	const char *digits;
	uint64_t unit;

	if (!is_digit(*text))
		return false;
	for (; is_digit(*text); text++) {
		whole = whole * 10 + (uint64_t)(*text - '0');
		if (whole >= LIMIT)
			return false;
	}
	digits = *text == '.' ? ++text : NULL;
	if (digits && !is_digit(*digits))
		return false;
	while (is_digit(*text))
		text++;
	unit = unit_of(text);
	if (!unit || whole > LIMIT / unit)
		return false;
	*ns = whole * unit;
	for (; digits && is_digit(*digits) && unit > 1; digits++) {
		unit /= 10;
		*ns += unit * (uint64_t)(*digits - '0');
	}
	return *ns < LIMIT;
}
