/* SPDX-License-Identifier: MIT */
/* The calls of a capture as text, to compare with what they should be. */
#ifndef T_CALL_SCRIPT_H
#define T_CALL_SCRIPT_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "report.h"
#include "test.h"

/* A sink that writes down what it gets, one line each. */
struct t_script {
	char text[4096];
	size_t length;
	const struct csa_report *report;
};

static inline void t_script_say(struct t_script *s, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	s->length += (size_t)vsnprintf(s->text + s->length, sizeof(s->text) - s->length, format,
				       arguments);
	va_end(arguments);
	assert_true(s->length < sizeof(s->text));
}

static inline int t_script_begin_process(void *state, const struct csa_report *report,
					 size_t process)
{
	((struct t_script *)state)->report = report;
	t_script_say(state, "process %zu\n", process);
	return 0;
}

static inline int t_script_begin_thread(void *state, const struct csa_call_thread *t)
{
	t_script_say(state, "thread %u %u.%u %s\n", t->tid, t->serial, t->lane,
		     t->name ? t->name : "-");
	return 0;
}

static inline void t_script_say_flags(struct t_script *s, unsigned flags)
{
	static const char *const names[] = { "foreign",   "unwound", "open", "resume",
					     "outermost", "cut",     "lossy" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (flags & 1u << i && 1u << i != CSA_CALL_OUTERMOST)
			t_script_say(s, " %s", names[i]);
	}
	t_script_say(s, "\n");
}

static inline void t_script_say_call(struct t_script *s, const struct csa_call *call)
{
	switch (call->kind) {
	case CSA_CALL_ENTER:
		t_script_say(s, "%" PRIu64 " %u +%" PRIx64 " from %" PRIx64, call->ns, call->depth,
			     s->report->table.rows[call->row].addr, call->enter.call_site);
		t_script_say_flags(s, call->flags);
		break;
	case CSA_CALL_EXIT:
		t_script_say(s, "%" PRIu64 " %u -%" PRIx64 " %" PRIu64 " %" PRIu64 " %u", call->ns,
			     call->depth, s->report->table.rows[call->row].addr,
			     call->exit.duration_ns, call->exit.self_ns, call->exit.hooks);
		t_script_say_flags(s, call->flags);
		break;
	case CSA_CALL_USER:
		t_script_say(s, "%" PRIu64 " user %u %s %" PRId64 "\n", call->ns,
			     call->user.name->kind, call->user.name->name, call->user.value);
		break;
	case CSA_CALL_MARKER:
		t_script_say(s, "%" PRIu64 " marker %u %" PRIu64 "\n", call->ns,
			     call->marker.marker, call->marker.argument);
		break;
	default:
		t_script_say(s, "%" PRIu64 " lost %" PRIu64 " %" PRIu64 "\n", call->ns,
			     call->lost.events, call->lost.blocks);
	}
}

static inline int t_script_take_calls(void *state, const struct csa_call *calls, size_t count)
{
	for (size_t i = 0; i < count; i++)
		t_script_say_call(state, &calls[i]);
	return 0;
}

static inline int t_script_end_thread(void *state)
{
	t_script_say(state, "end\n");
	return 0;
}

static const struct csa_call_ops t_script_ops = { .begin_process = t_script_begin_process,
						  .begin_thread = t_script_begin_thread,
						  .calls = t_script_take_calls,
						  .end_thread = t_script_end_thread };

/** t_expect_calls() - reads @dir; the script must be @expected. @filter: NULL: none */
static inline void t_expect_calls(const char *dir, const char *expected,
				  const struct csa_call_filter *filter)
{
	struct t_script script = { .length = 0 };
	struct csa_report_options options = { .workers = 1,
					      .calls = &t_script_ops,
					      .calls_state = &script };
	struct csa_report report;
	struct csa_err err = { 0 };

	if (filter)
		options.filter = *filter;
	if (csa_report_make(&report, dir, &options, &err) != 0)
		fail_msg("%s", err.msg);
	assert_string_equal(script.text, expected);
	csa_report_release(&report);
}

#endif
