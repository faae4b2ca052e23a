/* SPDX-License-Identifier: MIT */
/*
 * The real decoder reads a Perfetto trace: every field has the type and the number that the schema
 * (perfetto_trace.proto beside this file) says, and none is unknown to it.
 */
#define _GNU_SOURCE /* popen, asprintf */
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "played_calls.h"
#include "test_files.h"

extern const struct csa_out_format csa_out_perfetto;

static struct t_feed *make_feed(void)
{
	struct t_feed *feed = t_feed_new();
	uint32_t a = t_feed_row(feed, "operator\"\" _kg", "a.cpp", 12);

	t_feed_process(feed, 70, "/bin/app", "app \"x\" \xff");
	t_feed_thread(feed, 71, "worker \xc3\xa9");
	t_feed_enter(feed, 5, a, CSA_CALL_FOREIGN);
	t_feed_enter(feed, 1000, a, 0);
	t_feed_user(feed, 1001, CSF_NAME_MARK, "here", 0);
	t_feed_user(feed, 1002, CSF_NAME_VALUE, "queue", -3);
	t_feed_exit(feed, 1003, CSA_CALL_UNWOUND);
	t_feed_marker(feed, 1003, CSF_MARKER_PAUSED, 0);
	t_feed_lost(feed, 1004, 17, 1);
	t_feed_exit(feed, 1004, CSA_CALL_OPEN);
	return feed;
}

/* The text form, white space flattened. */
static void decode(const char *path, struct csa_buf *text)
{
	char *command = NULL;
	FILE *pipe;
	int c;

	assert_true(asprintf(&command,
			     "'" T_PROTOC
			     "' --decode=perfetto.protos.Trace --proto_path='" T_SCHEMA_DIR
			     "' perfetto_trace.proto < '%s'",
			     path) > 0);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	while ((c = fgetc(pipe)) != EOF) {
		if (!isspace(c))
			csa_buf_add_char(text, (char)c);
		else if (text->length && text->data[text->length - 1] != ' ')
			csa_buf_add_char(text, ' ');
	}
	assert_int_equal(pclose(pipe), 0);
	free(command);
}

static const char *const wanted[] = {
	"clocks { clock_id: 1 timestamp: 1700000000123456789 } clocks { clock_id: 3 timestamp: 0 } "
	"clocks { clock_id: 6 timestamp: 0 }",
	"track_descriptor { uuid: 1 process { pid: 70 cmdline: \"app \\\"x\\\" \\357\\277\\275\" "
	"process_name: \"app\" } }",
	"track_descriptor { uuid: 2 thread { pid: 70 tid: 71 thread_name: \"",
	"packet { clock_snapshot { clocks { clock_id: 64 timestamp: 0 is_incremental: true } "
	"clocks { "
	"clock_id: 6 timestamp: 0 } } trusted_packet_sequence_id: 1 sequence_flags: 1 "
	"trace_packet_defaults { track_event_defaults { track_uuid: 2 } timestamp_clock_id: 64 } "
	"first_packet_on_sequence: true }",
	"packet { timestamp: 5 trusted_packet_sequence_id: 1 track_event { debug_annotations { "
	"bool_value: "
	"true name: \"began_before\" } type: TYPE_SLICE_BEGIN name_iid: 1 source_location_iid: 1 } "
	"interned_data { event_names { iid: 1 name: \"operator\\\"\\\" _kg\" } source_locations { "
	"iid: 1 "
	"file_name: \"a.cpp\" function_name: \"operator\\\"\\\" _kg\" line_number: 12 } } "
	"sequence_flags: 2 }",
	"packet { timestamp: 995 trusted_packet_sequence_id: 1 track_event { type: "
	"TYPE_SLICE_BEGIN "
	"name_iid: 1 source_location_iid: 1 } sequence_flags: 2 }",
	"track_event { type: TYPE_INSTANT name_iid: 2 categories: \"mark\" } interned_data { "
	"event_names "
	"{ iid: 2 name: \"here\" } }",
	"packet { track_descriptor { uuid: 3 name: \"queue\" parent_uuid: 1 counter { } } }",
	"track_event { type: TYPE_COUNTER track_uuid: 3 counter_value: -3 }",
	"debug_annotations { bool_value: true name: \"unwound\" } type: TYPE_SLICE_END }",
	"type: TYPE_INSTANT categories: \"capture\" name: \"",
	"debug_annotations { uint_value: 17 name: \"events\" } debug_annotations { uint_value: 1 "
	"name: "
	"\"blocks\" }",
	"debug_annotations { bool_value: true name: \"open\" } type: TYPE_SLICE_END }",
	"thread_name: \"worker \\303\\251\"",
	"attribute { key: \"callsight.start\" string_value: \"2023-11-14T22:13:20.123456789Z\" }",
};

TEST(protoc_decodes_every_field)
{
	struct t_feed *feed = make_feed();
	char *dir = t_temp_dir();
	struct csa_buf text;
	const char *at;
	char *path = t_path(dir, "trace");
	char *bytes;
	size_t size;

	T_UNUSED;
	bytes = t_feed_write(feed, &csa_out_perfetto, &size);
	t_write_file(path, bytes, size);
	csa_buf_init(&text);
	decode(path, &text);
	at = text.data;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		at = strstr(at, wanted[i]);
		if (!at)
			fail_msg("not there, or too early: %s\n%s", wanted[i], text.data);
	}
	/* What the schema does not have is printed as a bare number. */
	for (at = strstr(text.data, "} "); at; at = strstr(at + 1, "} "))
		assert_false(isdigit((unsigned char)at[2]));
	csa_buf_release(&text);
	t_remove(dir);
	free(path);
	free(bytes);
	t_feed_free(feed);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(protoc_decodes_every_field) };

	return T_RUN(cases, argc, argv);
}
