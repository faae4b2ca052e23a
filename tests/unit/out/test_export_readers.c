/* SPDX-License-Identifier: MIT */
/* The checkers of exports refuse what a viewer would draw wrongly: a good file with one thing changed. */
#define _GNU_SOURCE /* memmem */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "played_calls.h"

extern const struct csa_out_format csa_out_chrome;
extern const struct csa_out_format csa_out_firefox;
extern const struct csa_out_format csa_out_perfetto;

typedef bool (*read_fn)(struct t_spans *spans, const char *bytes, size_t count);

struct change {
	const char *from;
	size_t from_bytes;
	const char *to;
	size_t to_bytes;
	const char *error; /* part of it */
};

#define CHANGE(from, to, error)                                   \
	{                                                         \
		from, sizeof(from) - 1, to, sizeof(to) - 1, error \
	}

static struct t_feed *make_feed(void)
{
	struct t_feed *feed = t_feed_new();
	uint32_t a = t_feed_row(feed, "outer", "a.c", 1);
	uint32_t b = t_feed_row(feed, "inner", "a.c", 2);

	t_feed_process(feed, 70, "/bin/app", "app");
	t_feed_thread(feed, 70, "main");
	t_feed_enter(feed, 1000, a, 0);
	t_feed_enter(feed, 2000, b, 0);
	t_feed_exit(feed, 3000, CSA_CALL_UNWOUND);
	t_feed_user(feed, 3000, CSF_NAME_VALUE, "queue", 3);
	t_feed_exit(feed, 5000, 0);
	t_feed_thread(feed, 71, "worker");
	t_feed_user(feed, 3000, CSF_NAME_MARK, "here", 3);
	return feed;
}

/* The first @from in @bytes is @to. */
static char *changed(const char *bytes, size_t *count, const struct change *change)
{
	const char *found = memmem(bytes, *count, change->from, change->from_bytes);
	size_t before = found ? (size_t)(found - bytes) : 0;
	char *text = malloc(*count + change->to_bytes);

	assert_non_null(text);
	if (!found)
		fail_msg("'%s' is not in the file", change->from);
	memcpy(text, bytes, before);
	memcpy(text + before, change->to, change->to_bytes);
	memcpy(text + before + change->to_bytes, found + change->from_bytes,
	       *count - before - change->from_bytes);
	*count = *count - change->from_bytes + change->to_bytes;
	return text;
}

static void check(const struct csa_out_format *format, read_fn read, const struct change *changes,
		  size_t count)
{
	struct t_feed *feed = make_feed();
	size_t size;
	char *good = t_feed_write(feed, format, &size);

	for (size_t i = 0; i < count; i++) {
		struct t_spans spans = { 0 };
		size_t bytes = size;
		char *bad = changed(good, &bytes, &changes[i]);

		if (read(&spans, bad, bytes))
			fail_msg("change %zu passes", i);
		if (!strstr(spans.error, changes[i].error))
			fail_msg("change %zu: %s", i, spans.error);
		t_spans_release(&spans);
		free(bad);
	}
	free(good);
	t_feed_free(feed);
}

TEST(chrome_traces_with_a_fault_are_refused)
{
	static const struct change changes[] = {
		CHANGE("\"outer\"", "\"out\ner\"", "not JSON"),
		CHANGE("\"inner\"", "\"inner\",\"name\":\"x\"", "not JSON"),
		CHANGE("\"ph\":\"B\"", "\"ph\":\"X\"", "one style"),
		CHANGE("\"ph\":\"B\"", "\"ph\":\"E\"", "end without a begin"),
		CHANGE("\"E\",\"pid\":70,\"tid\":70,\"ts\":5",
		       "\"i\",\"s\":\"t\",\"pid\":70,\"tid\":70,\"ts\":5", "no end"),
		CHANGE("\"ts\":3.000,\"name\":\"inner\"", "\"ts\":3.000,\"name\":\"outer\"",
		       "another name"),
		CHANGE("\"ts\":3.000", "\"ts\":3", "no ts with decimals"),
		CHANGE("\"ts\":5.000", "\"ts\":0.500", "end without a begin"),
		CHANGE("\"ns\"", "\"us\"", "displayTimeUnit"),
		CHANGE("\"name\":\"outer\"", "\"name\":null", "without a name"),
		CHANGE("\"s\":\"t\"", "\"s\":\"x\"", "without scope"),
		CHANGE("\"value\":3", "\"value\":\"3\"", "without a number"),
		CHANGE("\"otherData\"", "\"other\"", "no otherData"),
		CHANGE("\"name\":\"thread_name\"", "\"name\":\"thread_nam\"", "has no name"),
		CHANGE("\"pid\":70,\"tid\":71,\"ts\"", "\"pid\":80,\"tid\":70,\"ts\"", "threads"),
	};

	T_UNUSED;
	check(&csa_out_chrome, t_read_chrome, changes, sizeof(changes) / sizeof(changes[0]));
}

TEST(firefox_profiles_with_a_fault_are_refused)
{
	static const struct change changes[] = {
		CHANGE("\"outer\"", "\"out\ner\"", "not JSON"),
		CHANGE("\"preprocessedProfileVersion\":61", "\"preprocessedProfileVersion\":48",
		       "version"),
		CHANGE("\"symbolicated\":true", "\"symbolicated\":false", "symbols"),
		CHANGE("tracing-ms", "samples", "weightType"),
		CHANGE("\"weight\":[0.001,", "\"weight\":[0.002,", "until the next"),
		CHANGE("\"time\":[0.001,0.002,", "\"time\":[0.002,0.001,", "until the next"),
		CHANGE("\"weight\":[0.001,", "\"weight\":[", "elements"),
		CHANGE("\"stack\":[1,2,", "\"stack\":[1,9,", "range"),
		CHANGE("\"stack\":[1,2,1,null]", "\"stack\":[1,2,1,1]", "last sample"),
		CHANGE("\"stack\":[1,2,1,", "\"stack\":[1,2,0,", "above"),
		CHANGE("\"prefix\":[null,null,1]", "\"prefix\":[null,2,1]", "before its prefix"),
		CHANGE("\"frame\":[0,1,2]", "\"frame\":[0,1,3]", "range"),
		CHANGE("\"isJS\":[false,", "\"isJS\":[", "elements"),
		CHANGE("\n\"inner\"", "\n\"outer\"", "twice"),
		CHANGE("\"type\":\"value\"", "\"type\":\"count\"", "no schema"),
		CHANGE("\"depth\":2", "\"depth\":1", "no call"),
		CHANGE("\"tid\":71", "\"tid\":70", "one tid"),
		CHANGE("\"extra\":", "\"more\":", "no extra"),
	};

	T_UNUSED;
	check(&csa_out_firefox, t_read_firefox, changes, sizeof(changes) / sizeof(changes[0]));
}

TEST(perfetto_traces_with_a_fault_are_refused)
{
	static const struct change changes[] = {
		/* an event's iid of its name; of its place; the type; the flags; the track */
		CHANGE("\x48\x01\x50\x01", "\x48\x01\x50\x07", "not interned"),
		CHANGE("\x90\x02\x01", "\x90\x02\x07", "not interned"),
		CHANGE("\x48\x01\x50\x01", "\x48\x02\x50\x01", "end without a begin"),
		CHANGE("\x48\x01\x50\x01", "\x48\x05\x50\x01", "unknown type"),
		CHANGE("\x68\x02", "\x68\x00", "without the state"),
		CHANGE("\x68\x01\xb8\x05\x01", "\x68\x00\xb8\x05\x01", "without the state"),
		CHANGE("\x5a\x02\x58\x02", "\x5a\x02\x58\x0a", "track that is not known"),
		CHANGE("\x5a\x02\x58\x02", "\x5a\x02\x58\x01", "wrong type for its track"),
		CHANGE("\x08\x40\x10\x00\x18\x01", "\x08\x40\x10\x00\x18\x00",
		       "not the sequence's"),
		CHANGE("\x08\x02\x12\x05inner", "\x08\x01\x12\x05inner", "interned twice"),
		CHANGE("\x08\x46\x10\x47", "\x08\x46\x10\x46", "two threads"),
		CHANGE("\x08\x01\x1a", "\x08\x00\x1a", "without uuid"),
		CHANGE("\x48\x02", "\x50\x01", "unknown type"),
		CHANGE("\x0a", "\x12", "no packet"),
		CHANGE("callsight.start", "callsight.s", "attributes"),
	};

	T_UNUSED;
	check(&csa_out_perfetto, t_read_perfetto, changes, sizeof(changes) / sizeof(changes[0]));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(chrome_traces_with_a_fault_are_refused),
		CASE(firefox_profiles_with_a_fault_are_refused),
		CASE(perfetto_traces_with_a_fault_are_refused),
	};

	return T_RUN(cases, argc, argv);
}
