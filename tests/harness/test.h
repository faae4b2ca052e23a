/* SPDX-License-Identifier: MIT */
/*
 * cmocka with the headers that it needs, and cases that are named as sentences:
 *
 *     TEST(deepest_cause_wins) { ... }
 *     int main(int argc, char **argv)
 *     {
 *             const struct CMUnitTest cases[] = { CASE(deepest_cause_wins) };
 *             return T_RUN(cases, argc, argv);
 *     }
 *
 * "./test_err deepest_cause_wins" runs one case.
 */
#ifndef T_TEST_H
#define T_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name) static void name(void **t_state)
#define CASE(name) cmocka_unit_test(name)
#define T_UNUSED   ((void)t_state)

/* Ends the case; the closing lines count it. For what the machine is, not for what it lacks. */
#define T_SKIP(reason)                                  \
	do {                                            \
		print_message("SKIPPED: " reason "\n"); \
		skip();                                 \
	} while (0)

#define T_RUN(cases, argc, argv)                                                                  \
	((argc) > 1                                                                               \
		 ? (cmocka_set_test_filter((argv)[1]), cmocka_run_group_tests(cases, NULL, NULL)) \
		 : cmocka_run_group_tests(cases, NULL, NULL))

#endif
