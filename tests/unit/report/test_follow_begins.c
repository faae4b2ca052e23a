/* SPDX-License-Identifier: MIT */
/* A process that is followed from a moment on at which there is no process.json yet. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report.h"
#include "report_follow.h"
#include "trace_builder.h"

#define REPORTS 8u /* more than those after which one that is gone is at its end */

static char *dir;
static char *facts;
static char *hidden;

/* A capture of process @pid without events and without process.json. */
static void begin(unsigned pid)
{
	char name[64];
	struct t_trace_options options = { .name = name, .pid = pid };
	struct t_trace *trace;

	snprintf(name, sizeof(name), "app-7-%u-1795972517000000000", pid);
	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	facts = t_path(t_trace_dir(trace), "process.json");
	hidden = t_path(dir, "hidden.json");
	t_trace_end(trace, false);
	assert_int_equal(rename(facts, hidden), 0);
}

static void clean(void)
{
	free(facts);
	free(hidden);
	t_remove(dir);
}

/* Reports of a process that has not said what it is, then of one that has. */
static void look(unsigned pid, bool is_over)
{
	struct csa_report_follow follow = { 0 };
	const struct csa_report_options options = { .follow = &follow };
	struct csa_report report = { 0 };
	struct csa_err err = { 0 };

	begin(pid);
	assert_int_equal(csa_rows_init(&report.table, &err), 0);
	for (unsigned i = 0; i < REPORTS; i++)
		(void)csa_report_make_again(&report, dir, &options, &err);
	assert_int_equal(csa_follow_is_over(&follow), is_over);
	assert_int_equal(rename(hidden, facts), 0);
	assert_int_equal(csa_report_make_again(&report, dir, &options, &err), 0);
	assert_int_equal(csa_follow_is_over(&follow), is_over);
	assert_int_equal(report.processes[0].pid, pid);
	csa_follow_release(&follow, report.symbols);
	csa_report_release(&report);
	clean();
}

TEST(one_that_lives_is_not_over_before_it_has_said_what_it_is)
{
	T_UNUSED;
	look((unsigned)getpid(), false);
}

TEST(one_that_is_gone_is_over)
{
	T_UNUSED;
	look(4194305, true); /* larger than every number of a process */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(one_that_lives_is_not_over_before_it_has_said_what_it_is),
		CASE(one_that_is_gone_is_over),
	};

	return T_RUN(cases, argc, argv);
}
