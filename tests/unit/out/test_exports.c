/* SPDX-License-Identifier: MIT */
/*
 * Formats with every single call: what a viewer reads from them is what happened, to the nanosecond,
 * whatever times, names and numbers are. Each case is run for each format.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "played_calls.h"
#include "failing_memory.h"
#include "json_string.h"

extern const struct csa_out_format csa_out_chrome;
extern const struct csa_out_format csa_out_firefox;
extern const struct csa_out_format csa_out_html;
extern const struct csa_out_format csa_out_perfetto;
extern const struct csa_out_format csa_out_speedscope;

static const struct {
	const struct csa_out_format *format;
	bool (*read)(struct t_spans *spans, const char *bytes, size_t count);
	/* It has calls and nothing beside: no flags of ends, no marks. A thread is there when it has calls, named
	 * as it was known when it began. */
	bool has_only_calls;
} formats[] = {
	{ &csa_out_chrome, t_read_chrome, false },
	{ &csa_out_firefox, t_read_firefox, false },
	{ &csa_out_html, t_read_html, false },
	{ &csa_out_perfetto, t_read_perfetto, false },
	{ &csa_out_speedscope, t_read_speedscope, true },
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

/* As names are on output: what is not UTF-8 is U+FFFD. */
static char *clean_name(const char *name)
{
	char *text = calloc(3, strlen(name) + 1);
	char *at = text;

	assert_non_null(text);
	while (*name) {
		unsigned length = csa_utf8_length(name);

		memcpy(at, length ? name : "\xef\xbf\xbd", length ? length : 3);
		at += length ? length : 3;
		name += length ? length : 1;
	}
	return text;
}

/* The thread of the export that has this name. */
static size_t find_thread(const struct t_spans *seen, const char *name)
{
	char *cleaned = clean_name(name);
	size_t i = 0;

	while (i < seen->thread_count && strcmp(seen->threads[i].name, cleaned) != 0)
		i++;
	if (i == seen->thread_count)
		fail_msg("no thread '%s'", cleaned);
	free(cleaned);
	return i;
}

static void check_span(const struct t_span *seen, const struct t_span *made, bool has_only_calls)
{
	char *cleaned = clean_name(made->name);

	assert_string_equal(seen->name, cleaned);
	assert_int_equal(seen->depth, made->depth);
	assert_int_equal(seen->begin_ns, made->begin_ns);
	assert_int_equal(seen->end_ns, made->end_ns);
	assert_int_equal(seen->began_before, made->began_before);
	free(cleaned);
	if (has_only_calls)
		return;
	assert_int_equal(seen->unwound, made->unwound);
	assert_int_equal(seen->open, made->open);
	assert_int_equal(seen->cut, made->cut);
}

static size_t first_span(const struct t_spans *spans, size_t thread)
{
	size_t i = 0;

	while (i < spans->count && spans->items[i].thread != thread)
		i++;
	return i;
}

/* Where the spans of a thread begin in the export. */
static size_t first_seen(const struct t_spans *seen, const struct t_spans *made, size_t thread,
			 bool has_only_calls)
{
	size_t threads = 0;

	if (!has_only_calls)
		return first_span(seen, find_thread(seen, made->threads[thread].name));
	for (size_t i = 0; i < thread; i++)
		threads += first_span(made, i) < made->count;
	return first_span(seen, threads);
}

static void check_spans(const struct t_spans *seen, const struct t_spans *made, bool has_only_calls)
{
	assert_int_equal(seen->count, made->count);
	for (size_t t = 0; t < made->thread_count; t++) {
		size_t at = first_seen(seen, made, t, has_only_calls);

		for (size_t i = first_span(made, t); i < made->count && made->items[i].thread == t;
		     i++)
			check_span(&seen->items[at++], &made->items[i], has_only_calls);
	}
	if (has_only_calls)
		return;
	assert_int_equal(seen->thread_count, made->thread_count);
	assert_int_equal(seen->marks, made->marks);
	assert_int_equal(seen->frames, made->frames);
	assert_int_equal(seen->values, made->values);
	assert_int_equal(seen->last_value, made->last_value);
	assert_int_equal(seen->capture_events, made->capture_events);
}

/* Every format of @feed, which is freed. */
static void check(struct t_feed *feed)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		struct t_spans seen = { 0 };
		size_t size;
		char *text = t_feed_write(feed, formats[i].format, &size);

		if (!formats[i].read(&seen, text, size))
			fail_msg("%s: %s", formats[i].format->name, seen.error);
		check_spans(&seen, t_feed_spans(feed), formats[i].has_only_calls);
		t_spans_release(&seen);
		free(text);
	}
	t_feed_free(feed);
}

static struct t_feed *one_thread(void)
{
	struct t_feed *feed = t_feed_new();

	t_feed_process(feed, 70, "/bin/app", "app --once");
	t_feed_thread(feed, 70, "main");
	return feed;
}

TEST(calls_that_share_start_and_end_stay_nested)
{
	static const char *const names[] = { "a", "b", "c", "d", "e" };
	struct t_feed *feed = one_thread();
	uint32_t rows[5];

	T_UNUSED;
	for (unsigned i = 0; i < 5; i++)
		rows[i] = t_feed_row(feed, names[i], "a.c", i);
	for (unsigned round = 0; round < 3; round++) {
		for (unsigned i = 0; i < 5; i++)
			t_feed_enter(feed, 1000, rows[i], 0);
		for (unsigned i = 0; i < 5; i++)
			t_feed_exit(feed, 1000, 0);
	}
	for (unsigned i = 0; i < 5; i++)
		t_feed_enter(feed, 1000, rows[i], 0);
	for (unsigned i = 0; i < 5; i++)
		t_feed_exit(feed, 2000, 0);
	check(feed);
}

TEST(calls_of_no_time_and_of_1_ns_are_calls)
{
	struct t_feed *feed = one_thread();
	uint32_t a = t_feed_row(feed, "a", "a.c", 1);
	uint32_t b = t_feed_row(feed, "b", NULL, 0);

	T_UNUSED;
	t_feed_enter(feed, 999, a, 0);
	for (uint64_t ns = 999; ns < 1010; ns++) {
		t_feed_enter(feed, ns, b, 0); /* twice at a time, without time between */
		t_feed_exit(feed, ns, 0);
		t_feed_enter(feed, ns, b, 0);
		t_feed_exit(feed, ns + 1, 0);
	}
	t_feed_exit(feed, 1010, 0);
	t_feed_enter(feed, 1010, a, 0); /* the next call of the same, at once */
	t_feed_enter(feed, 1010, a, 0); /* and below itself */
	t_feed_exit(feed, 1010, 0);
	t_feed_exit(feed, 1010, 0);
	check(feed);
}

TEST(late_times_lose_no_nanosecond)
{
	struct t_feed *feed = one_thread();
	uint32_t a = t_feed_row(feed, "a", "a.c", 1);
	uint64_t day = 86400000000000;

	T_UNUSED;
	for (uint64_t i = 0; i < 50; i++) {
		t_feed_enter(feed, i * day + i, a, 0);
		t_feed_exit(feed, i * day + i + 1, 0);
	}
	check(feed);
}

TEST(ends_that_were_made_are_marked)
{
	struct t_feed *feed = one_thread();
	uint32_t a = t_feed_row(feed, "a", "a.c", 1);

	T_UNUSED;
	t_feed_enter(feed, 0, a, CSA_CALL_FOREIGN);
	t_feed_enter(feed, 0, a, CSA_CALL_FOREIGN | CSA_CALL_CUT);
	t_feed_enter(feed, 5, a, CSA_CALL_RESUME);
	t_feed_exit(feed, 10, CSA_CALL_UNWOUND | CSA_CALL_OUTERMOST);
	t_feed_exit(feed, 20, CSA_CALL_UNWOUND);
	t_feed_enter(feed, 30, a, 0);
	t_feed_exit(feed, 40, CSA_CALL_OPEN);
	t_feed_exit(feed, 40, CSA_CALL_OPEN | CSA_CALL_CUT);
	check(feed);
}

TEST(names_can_hold_every_byte)
{
	static char all[256];
	struct t_feed *feed = t_feed_new();
	static const char *const names[] = { "operator\"\" _kg(long double)",
					     "operator,(A, B)",
					     "op;x",
					     "</script><!--",
					     "std::map<int, char>::find",
					     "foo 12",
					     "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
					     "\xff",
					     "\xed\xa0\x80",
					     "x\\",
					     "",
					     all };

	T_UNUSED;
	for (unsigned i = 0; i < 255; i++)
		all[i] = (char)(i + 1);
	t_feed_process(feed, 70, "/bin/a\"b\\\xff\n", "app \"one\ntwo\" \\ \x80");
	t_feed_thread(feed, 70, "a\"b\\\xff");
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		t_feed_enter(feed, i, t_feed_row(feed, names[i], all, 1), 0);
		t_feed_user(feed, i, CSF_NAME_MARK, names[i], 0);
		t_feed_user(feed, i, CSF_NAME_VALUE, names[i], -5);
		t_feed_exit(feed, i, 0);
	}
	t_feed_note(feed, "a \"note\"\n\xff");
	check(feed);
}

TEST(numbers_that_come_again_are_other_threads)
{
	struct t_feed *feed = t_feed_new();
	uint32_t a = t_feed_row(feed, "a", "a.c", 1);

	T_UNUSED;
	t_feed_process(feed, 70, "/bin/app", "app");
	t_feed_thread(feed, 70, "main");
	t_feed_enter(feed, 1, a, 0);
	t_feed_exit(feed, 2, 0);
	t_feed_thread(feed, 80, "worker");
	t_feed_enter(feed, 3, a, 0);
	t_feed_exit(feed, 4, 0);
	t_feed_thread(feed, 80, "worker again");
	t_feed_enter(feed, 5, a, 0);
	t_feed_exit(feed, 6, 0);
	t_feed_thread(feed, 0, "no number");
	t_feed_thread(feed, UINT32_MAX, "too great");
	t_feed_process(feed, 70, "/bin/exec", "what exec started");
	t_feed_thread(feed, 70, "main of exec");
	t_feed_enter(feed, 7, a, 0);
	t_feed_exit(feed, 8, 0);
	t_feed_process(feed, 80, "/bin/late", "whose number a thread had");
	t_feed_thread(feed, 80, "main of late");
	t_feed_enter(feed, 1, a, 0);
	t_feed_exit(feed, 9, 0);
	check(feed);
}

TEST(marks_values_markers_and_losses_are_kept)
{
	struct t_feed *feed = one_thread();
	uint32_t a = t_feed_row(feed, "a", "a.c", 1);

	T_UNUSED;
	t_feed_lost(feed, 0, 0, 1);
	t_feed_enter(feed, 1, a, 0);
	t_feed_user(feed, 1, CSF_NAME_MARK, "here", 0);
	t_feed_user(feed, 2, CSF_NAME_FRAME, "frame", 0);
	t_feed_user(feed, 3, CSF_NAME_VALUE, "queue", 3);
	t_feed_user(feed, 4, CSF_NAME_VALUE, "other", 1ll << 52);
	t_feed_user(feed, 5, CSF_NAME_VALUE, "queue", -7);
	t_feed_marker(feed, 6, CSF_MARKER_PAUSED, 0);
	t_feed_marker(feed, 7, CSF_MARKER_RESUMED, 12);
	t_feed_marker(feed, 7, 4711, UINT64_MAX);
	t_feed_exit(feed, 8, 0);
	t_feed_lost(feed, 8, 17, 0);
	t_feed_thread(feed, 71, "values only");
	t_feed_user(feed, 9, CSF_NAME_FRAME, "frame", 0);
	t_feed_user(feed, 9, CSF_NAME_VALUE, "queue", INT32_MIN);
	check(feed);
}

/* Depths up to 40, times that often stand still, three threads of two processes. */
static struct t_feed *many_calls(unsigned count)
{
	static char names[50][8];
	struct t_feed *feed = t_feed_new();
	uint64_t seed = 12345;

	for (unsigned i = 0; i < 50; i++) {
		snprintf(names[i], sizeof(names[i]), "f%u", i);
		t_feed_row(feed, names[i], "f.c", i);
	}
	for (unsigned t = 0; t < 3; t++) {
		unsigned depth = 0;
		uint64_t ns = 0;

		if (t % 2 == 0)
			t_feed_process(feed, 70 + t, "/bin/app", "app");
		t_feed_thread(feed, 70 + t, t == 0 ? "t0" : t == 1 ? "t1" : "t2");
		for (unsigned i = 0; i < count || depth; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			ns += (seed >> 60) < 8 ? 0 : (seed >> 33) % 100000;
			if (i < count && depth < 40 && (depth == 0 || (seed >> 59) % 2)) {
				t_feed_enter(feed, ns, (uint32_t)((seed >> 40) % 50), 0);
				depth++;
			} else {
				t_feed_exit(feed, ns, 0);
				depth--;
			}
		}
	}
	return feed;
}

TEST(many_calls_stay_what_they_were)
{
	T_UNUSED;
	check(many_calls(50000));
}

TEST(a_capture_without_calls_is_still_a_file)
{
	T_UNUSED;
	check(one_thread());
}

TEST(memory_that_runs_out_is_said)
{
	T_UNUSED;
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		struct t_feed *feed = many_calls(100);
		unsigned failures = 0;

		t_feed_user(feed, UINT32_MAX, CSF_NAME_VALUE, "value", 1);
		for (unsigned n = 0;; n++) {
			char *text = NULL;
			size_t size;
			int rc;

			t_fail_after(n);
			rc = t_feed_try(feed, formats[i].format, &text, &size);
			free(text);
			if (!t_never_fail()) {
				assert_int_equal(rc, 0);
				break;
			}
			assert_int_equal(rc, CSA_E_NOMEM);
			failures++;
		}
		assert_true(failures > 5);
		t_feed_free(feed);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(calls_that_share_start_and_end_stay_nested),
		CASE(calls_of_no_time_and_of_1_ns_are_calls),
		CASE(late_times_lose_no_nanosecond),
		CASE(ends_that_were_made_are_marked),
		CASE(names_can_hold_every_byte),
		CASE(numbers_that_come_again_are_other_threads),
		CASE(marks_values_markers_and_losses_are_kept),
		CASE(many_calls_stay_what_they_were),
		CASE(a_capture_without_calls_is_still_a_file),
		CASE(memory_that_runs_out_is_said),
	};

	return T_RUN(cases, argc, argv);
}
