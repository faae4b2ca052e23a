/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "fake_machine.h"
#include "trace_variables.h"

#define EXPECT(health, part, remedy)                                                           \
	t_machine_expect(&m, &csa_check_environment, "environment", CSA_HEALTH_##health, part, \
			 remedy)

/* One variable, or several that go together. */
static void expect_one(const char *const *variables, enum csa_health health, const char *part,
		       const char *remedy)
{
	struct t_machine m;

	t_machine_open(&m);
	for (; *variables; variables++)
		t_machine_variable(&m, *variables);
	t_machine_expect(&m, &csa_check_environment, "environment", health, part, remedy);
	t_machine_close(&m);
}

#define ONE(health, part, remedy, ...) \
	expect_one((const char *const[]){ __VA_ARGS__, NULL }, CSA_HEALTH_##health, part, remedy)

TEST(good_values_are_counted)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT(OK, "no TRACE_ variable is set", NULL);
	t_machine_variable(&m, "HOME=/root");
	t_machine_variable(&m, "TRACE_MODE=count");
	EXPECT(OK, "1 TRACE_ variable, all good", NULL);
	t_machine_variable(&m, "TRACE_MAX="); /* empty: as if it were not there */
	EXPECT(OK, "2 TRACE_ variables, all good", NULL);
	t_machine_close(&m);
}

TEST(a_value_that_the_runtime_refuses_is_broken)
{
	T_UNUSED;
	ONE(BROKEN, "TRACE_MODE='evnts' is not one of events|summary|count", "unset it",
	    "TRACE_MODE=evnts");
	ONE(BROKEN, "TRACE_ENABLE='yep' is not 0 or 1", "set it to 0 or 1", "TRACE_ENABLE=yep");
	ONE(BROKEN, "TRACE_SHM='ring' is not a name as /callsight", "unset it", "TRACE_SHM=ring");
	ONE(BROKEN, "TRACE_TRIGGER='work' is not a list as work>10ms", "unset it",
	    "TRACE_TRIGGER=work", "TRACE_FULL=wrap");
}

TEST(a_name_that_is_nearly_one_of_ours_is_a_note)
{
	T_UNUSED;
	ONE(NOTE, "TRACE_SHM_SZE is no variable", "is TRACE_SHM_SIZE meant?", "TRACE_SHM_SZE=1");
	ONE(NOTE, "TRACE_MDOE is no variable", "is TRACE_MODE meant?", "TRACE_MDOE=count");
	ONE(NOTE, "TRACE_MAXMB is no variable", "is TRACE_MAX_MB meant?", "TRACE_MAXMB=1");
	ONE(NOTE, "TRACE_OF_ANOTHER is no variable", "environment.md", "TRACE_OF_ANOTHER=1");
}

TEST(what_does_not_go_together_is_broken)
{
	T_UNUSED;
	ONE(BROKEN, "TRACE_SHM does not go together with TRACE_MODE other than events", "unset one",
	    "TRACE_SHM=/r", "TRACE_MODE=count");
	ONE(BROKEN, "TRACE_SHM does not go together with TRACE_FULL=wrap", "unset one",
	    "TRACE_SHM=/r", "TRACE_FULL=wrap");
	ONE(BROKEN, "TRACE_TRIGGER needs TRACE_FULL=wrap", "TRACE_FULL=wrap",
	    "TRACE_TRIGGER=f>1ms");
	ONE(BROKEN, "TRACE_MAX_MB is not a number from 1 to 16384", "set it to", "TRACE_FULL=wrap",
	    "TRACE_MAX_MB=0");
	ONE(BROKEN, "TRACE_MAX_MB is not a number from 1 to 16384", "set it to", "TRACE_FULL=wrap",
	    "TRACE_MAX_MB=16385");
	ONE(OK, "4 TRACE_ variables, all good", NULL, "TRACE_FULL=wrap", "TRACE_MAX_MB=16384",
	    "TRACE_TRIGGER=f>1ms", "TRACE_SNAPSHOTS=0");
	/* In the other modes TRACE_FULL and TRACE_MAX_MB have another meaning, or none. */
	ONE(OK, "3 TRACE_ variables, all good", NULL, "TRACE_FULL=wrap", "TRACE_MAX_MB=0",
	    "TRACE_MODE=summary");
}

TEST(a_ring_and_a_trigger_are_two_mistakes)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_machine_variable(&m, "TRACE_SHM=/r");
	t_machine_variable(&m, "TRACE_TRIGGER=f>1ms");
	csa_check_environment.look(&m.input, &m.findings);
	assert_int_equal(m.findings.count, 2);
	assert_int_equal(csa_findings_count(&m.findings, CSA_HEALTH_BROKEN), 2);
	assert_non_null(strstr(m.findings.items[0].text, "together with TRACE_TRIGGER"));
	t_machine_close(&m);
}

static void check_values(const char *name, const char *const *values, bool is_accepted)
{
	const struct csa_variable *variable = csa_variable_find(name, strlen(name));
	char expected[120];

	assert_non_null(variable);
	for (; *values; values++) {
		if (csa_variable_accepts(variable, *values, expected, sizeof(expected)) !=
		    is_accepted)
			fail_msg("%s='%s' is %s", name, *values,
				 is_accepted ? "refused" : "accepted");
	}
}

#define ACCEPTED(name, ...) check_values(name, (const char *const[]){ __VA_ARGS__, NULL }, true)
#define REFUSED(name, ...)  check_values(name, (const char *const[]){ __VA_ARGS__, NULL }, false)

TEST(values_are_judged_as_the_runtime_does)
{
	T_UNUSED;
	ACCEPTED("TRACE_ENABLE", "1", "on", "yes", "true", "0", "off", "no", "false");
	REFUSED("TRACE_ENABLE", "ON", "2", " 1");
	ACCEPTED("TRACE_MAX", "0", "18446744073709551615");
	REFUSED("TRACE_MAX", "18446744073709551616", "-1", "+1", "1k", "0x1", "1 ");
	ACCEPTED("TRACE_MAX_MB", "17592186044415");
	REFUSED("TRACE_MAX_MB", "17592186044416");
	ACCEPTED("TRACE_SHM_SIZE", "65536", "68719476736");
	REFUSED("TRACE_SHM_SIZE", "65535", "68719476737");
	ACCEPTED("TRACE_SHM", "/r", "/..r");
	REFUSED("TRACE_SHM", "r", "/", "/a/b", "/.", "/..");
	ACCEPTED("TRACE_TRIGGER", "f>1ms", "a::b>1s,c>2us", " f > 10ns", "operator>>1ms", "f>1ms,");
	REFUSED("TRACE_TRIGGER", "f", "f>10 ns", "f>", "f>1", "f>1m", "f>ms", ">1ms", "f>1ms,g",
		",", "f>1ms ms", "f>1ms,,g>1ms");
	REFUSED("TRACE_CLOCK", "TSC", "t", "mono|raw", "au");
	ACCEPTED("TRACE_DIR", "anything at all");
	ACCEPTED("TRACE_THREADS", "a*,b?");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(good_values_are_counted),
		CASE(a_value_that_the_runtime_refuses_is_broken),
		CASE(a_name_that_is_nearly_one_of_ours_is_a_note),
		CASE(what_does_not_go_together_is_broken),
		CASE(a_ring_and_a_trigger_are_two_mistakes),
		CASE(values_are_judged_as_the_runtime_does),
	};

	return T_RUN(cases, argc, argv);
}
