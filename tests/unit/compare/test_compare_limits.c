/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compare_limits.h"
#include "test.h"

TEST(words_are_parts_times_and_numbers)
{
	struct csa_limits limits = { 0 };

	T_UNUSED;
	assert_int_equal(csa_limits_add(&limits, "2.5%", NULL), 0);
	assert_true(limits.has_percent && !limits.has_ns && !limits.has_count);
	assert_true(limits.percent > 2.499 && limits.percent < 2.501);
	assert_int_equal(csa_limits_add(&limits, "100us,20", NULL), 0);
	assert_true(limits.has_percent && limits.has_ns && limits.has_count);
	assert_int_equal(limits.ns, 100000);
	assert_int_equal(limits.count, 20);
	assert_int_equal(csa_limits_add(&limits, "7ns", NULL), 0);
	assert_int_equal(limits.ns, 7);
	assert_int_equal(csa_limits_add(&limits, "1.5ms", NULL), 0);
	assert_int_equal(limits.ns, 1500000);
	assert_int_equal(csa_limits_add(&limits, "3s", NULL), 0);
	assert_int_equal(limits.ns, 3000000000);
}

TEST(other_words_are_refused)
{
	static const char *const words[] = { "",    "%",    "us",   "-5%",  "5%%",  "5 %",
					     "5m",  "5%,",  ",5%",  "0x5s", "1e3s", "99999999999s",
					     "5.x", "nan%", "1.2.3" };

	T_UNUSED;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct csa_limits limits = { 0 };
		struct csa_err err = { 0 };

		if (csa_limits_add(&limits, words[i], &err) != CSA_E_USAGE)
			fail_msg("'%s' was taken", words[i]);
		assert_true(err.msg[0]);
	}
}

TEST(all_that_are_given_must_be_passed)
{
	const struct csa_limits both = {
		.has_percent = true, .percent = 5, .has_ns = true, .ns = 100
	};
	const struct csa_limits none = { 0 };
	const struct csa_limits count = { .has_count = true, .count = 3 };

	T_UNUSED;
	assert_true(csa_limits_passed(&both, 101, 1000));
	assert_false(csa_limits_passed(&both, 100, 1000));
	assert_false(csa_limits_passed(&both, 101, 2020)); /* exactly 5 % */
	assert_true(csa_limits_passed(&both, 102, 2020));
	assert_true(csa_limits_passed(&both, 101, 0));
	assert_true(csa_limits_passed(&none, 1, 1000));
	assert_false(csa_limits_passed(&count, 3, 0));
	assert_true(csa_limits_passed(&count, 4, 1000000));
}

TEST(times_and_numbers_do_not_mix)
{
	const struct csa_limits time = { .has_ns = true, .ns = 1 };
	const struct csa_limits count = { .has_count = true, .count = 1 };
	const struct csa_limits percent = { .has_percent = true, .percent = 1 };

	T_UNUSED;
	assert_int_equal(csa_limits_fit(&time, true, NULL), 0);
	assert_int_equal(csa_limits_fit(&time, false, NULL), CSA_E_USAGE);
	assert_int_equal(csa_limits_fit(&count, true, NULL), CSA_E_USAGE);
	assert_int_equal(csa_limits_fit(&count, false, NULL), 0);
	assert_int_equal(csa_limits_fit(&percent, true, NULL), 0);
	assert_int_equal(csa_limits_fit(&percent, false, NULL), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(words_are_parts_times_and_numbers),
		CASE(other_words_are_refused),
		CASE(all_that_are_given_must_be_passed),
		CASE(times_and_numbers_do_not_mix),
	};

	return T_RUN(cases, argc, argv);
}
