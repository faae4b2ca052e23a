/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "duration.h"

TEST(a_number_has_a_unit_or_is_seconds)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} rows[] = {
		{ "0", 0 },
		{ "2", 2000000000 },
		{ "1.5", 1500000000 },
		{ "3s", 3000000000 },
		{ "250ms", 250000000 },
		{ "0.25ms", 250000 },
		{ "10us", 10000 },
		{ "1.0005us", 1000 },
		{ "7ns", 7 },
		{ "7.9ns", 7 },
		{ "0.000000001", 1 },
		{ "0.0000000019999", 1 },
		{ "4611686018.427387903", 4611686018427387903 },
	};
	uint64_t ns;

	T_UNUSED;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ns = 99;
		assert_true(csa_duration_parse(rows[i].text, &ns));
		assert_int_equal(ns, rows[i].ns);
	}
}

TEST(what_is_no_duration_is_refused)
{
	static const char *const rows[] = { "",           "s",
					    "-1",         "+1",
					    " 1",         "1 s",
					    "1.",         ".5",
					    "1h",         "1msx",
					    "0x10",       "4611686018.427387904",
					    "1e3",        "9999999999999999999999999",
					    "99999999999" };
	uint64_t ns;

	T_UNUSED;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (csa_duration_parse(rows[i], &ns))
			fail_msg("'%s'", rows[i]);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_number_has_a_unit_or_is_seconds),
		CASE(what_is_no_duration_is_refused),
	};

	return T_RUN(cases, argc, argv);
}
