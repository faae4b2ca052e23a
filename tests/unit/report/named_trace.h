/* SPDX-License-Identifier: MIT */
/* A trace with marks, frames and values, and what its report says of them. For one test file each. */
#ifndef T_NAMED_TRACE_H
#define T_NAMED_TRACE_H

#include <stdlib.h>
#include <string.h>

#include "report_reader.h"
#include "trace_builder.h"

#define MAIN  0x1000u
#define TICK  0x9000u
#define OTHER 0x9100u

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static inline void begin_with(const struct t_trace_options *options)
{
	dir = t_temp_dir();
	trace = t_trace_new(dir, options);
	thread = t_thread_new(trace, 70);
}

static inline void begin(void)
{
	begin_with(NULL);
}

static inline void finish(unsigned workers)
{
	t_trace_end(trace, true);
	t_report(&report, dir, workers);
	t_check_sums(&report);
}

static inline void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static inline void put(struct t_thread *t, uint64_t ticks, unsigned kind, uint64_t descriptor,
		       int64_t value)
{
	const uint64_t words[] = { descriptor, (uint64_t)value };

	t_extended(t, ticks, CSF_EXT_USER_MARK, kind, words, kind == CSF_NAME_VALUE ? 2 : 1);
}

static inline void frame(struct t_thread *t, uint64_t ticks)
{
	put(t, ticks, CSF_NAME_FRAME, TICK, 0);
}

static inline const struct csa_report_name *find(unsigned kind, const char *text)
{
	for (size_t i = 0; i < report.name_count; i++) {
		if (report.names[i].name->kind == kind &&
		    strcmp(report.names[i].name->name, text) == 0)
			return &report.names[i];
	}
	fail_msg("no name '%s' of kind %u", text, kind);
	return NULL;
}

static inline void expect_frames(uint64_t count, uint64_t intervals, uint64_t min_ns,
				 uint64_t max_ns)
{
	const struct csa_report_name *name = find(CSF_NAME_FRAME, "0x9000");

	assert_int_equal(name->count, count);
	assert_int_equal(name->intervals, intervals);
	assert_int_equal(name->min_ns, min_ns);
	assert_int_equal(name->max_ns, max_ns);
}

#endif
