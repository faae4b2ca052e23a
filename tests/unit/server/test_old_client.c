/* SPDX-License-Identifier: MIT */
/* What earlier clients send becomes a capture that says what their files say, and does no harm. */
#define _GNU_SOURCE /* asprintf */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "old_agent.h"
#include "old_report.h"
#include "protocol.h"
#include "report_reader.h"
#include "store.h"
#include "test_files.h"

static char *dir;
static struct css_store store;
static struct css_outbox outbox;
static void *client;
static struct csa_err why;
static struct t_old_agent agent;
static char lines[2000];

static void say(void *data, const char *line)
{
	size_t length = strlen(lines);

	(void)data;
	snprintf(lines + length, sizeof(lines) - length, "%s\n", line);
}

static void begin(bool is_big_endian)
{
	const struct css_talk talk = { &store, "client", "peer", &outbox };

	dir = t_temp_dir();
	lines[0] = '\0';
	why = (struct csa_err){ 0 };
	assert_int_equal(css_store_open(&store, dir, &why), 0);
	store.say = say;
	client = css_old_protocol.open(&talk);
	assert_non_null(client);
	t_old_agent_init(&agent, is_big_endian);
}

/* In pieces. Return: what the protocol says to it. */
static int send(size_t piece)
{
	int rc = 0;

	for (size_t at = 0; at < agent.count && rc == 0; at += piece) {
		size_t count = agent.count - at < piece ? agent.count - at : piece;

		rc = css_protocol_push(&css_old_protocol, client, agent.bytes + at, count, &why);
	}
	agent.count = 0;
	return rc;
}

/* The connection ends. Return: whether everything was there. */
static bool hang_up(void)
{
	bool is_done = css_old_protocol.is_done(client);

	css_old_protocol.close(client);
	assert_int_equal(store.budget.memory_bytes, 0);
	assert_int_equal(store.processes, 0);
	assert_int_equal(outbox.count, 0);
	return is_done;
}

/* The one folder of the peer, on the heap. */
static char *capture(void)
{
	char *peer = t_path(dir, "peer");
	char *found = NULL;
	DIR *entries = opendir(peer);
	const struct dirent *entry;

	assert_non_null(entries);
	while ((entry = readdir(entries)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		assert_null(found);
		assert_int_equal(strncmp(entry->d_name, "old-", 4), 0);
		found = t_path(peer, entry->d_name);
	}
	closedir(entries);
	free(peer);
	assert_non_null(found);
	return found;
}

static void expect_facts(const char *part)
{
	char *folder = capture();
	char *path = t_path(folder, "stream.json");
	FILE *f = fopen(path, "r");
	char text[1000] = "";

	assert_non_null(f);
	assert_true(fread(text, 1, sizeof(text) - 1, f) > 0);
	fclose(f);
	if (!strstr(text, part))
		fail_msg("%s is not in %s", part, text);
	free(path);
	free(folder);
}

static void expect_file_bytes(size_t bytes)
{
	char *folder = capture();
	char *path = t_path(folder, "trace.0.0.0.bin");

	assert_int_equal(t_file_bytes(path), bytes);
	free(path);
	free(folder);
}

static void read_capture(struct t_old_report *r)
{
	char *folder = capture();

	t_old_report(r, folder, false);
	free(folder);
}

static void end(void)
{
	css_store_close(&store);
	t_old_agent_release(&agent);
	t_remove(dir);
}

static void check_same(const struct csa_report *a, const struct csa_report *b)
{
	assert_int_equal(a->row_count, b->row_count);
	assert_int_equal(a->summary.events, b->summary.events);
	assert_int_equal(a->summary.threads, b->summary.threads);
	assert_int_equal(a->summary.unmatched, b->summary.unmatched);
	assert_int_equal(a->summary.unwound, b->summary.unwound);
	assert_int_equal(a->summary.open, b->summary.open);
	assert_int_equal(a->summary.lost, b->summary.lost);
	for (size_t i = 0; i < a->row_count; i++) {
		const struct csa_report_row *row = &a->rows[i];

		t_check_row(b, row->name->addr, row->calls, row->incl_ns, row->self_ns);
		assert_int_equal(t_row(b, row->name->addr)->max_ns, row->max_ns);
		assert_int_equal(t_row(b, row->name->addr)->min_ns, row->min_ns);
	}
}

static void check_sample(const char *name, const char *const *files, unsigned count,
			 unsigned events, size_t piece)
{
	char *golden = t_path(GOLDEN, name);
	char *paths[2];
	struct t_old_report of_files;
	struct t_old_report of_stream;

	begin(false);
	for (unsigned i = 0; i < count; i++)
		paths[i] = t_path(golden, files[i]);
	t_old_agent_files(&agent, (const char *const *)paths, count, events);
	assert_int_equal(send(piece), 0);
	assert_true(hang_up());
	expect_facts("\"state\":\"ended\"");
	t_old_report(&of_files, golden, false);
	read_capture(&of_stream);
	check_same(&of_files.report, &of_stream.report);
	assert_true(of_files.report.row_count >= 3);
	t_old_report_release(&of_files);
	t_old_report_release(&of_stream);
	for (unsigned i = 0; i < count; i++)
		free(paths[i]);
	free(golden);
	end();
}

static void check_samples(unsigned events, size_t piece)
{
	static const char *const x86[] = { "trace.27291.27291.0.bin", "trace.27291.27292.0.bin" };
	static const char *const powerpc[] = { "trace.27293.27293.0.bin",
					       "trace.27293.27295.0.bin" };
	static const char *const armv7[] = { "trace.27296.27296.0.bin", "trace.27296.27298.0.bin" };
	static const char *const capped[] = { "trace.27315.27315.0.bin" };

	check_sample("x86-64-events", x86, 2, events, piece);
	check_sample("powerpc32-be-events", powerpc, 2, events, piece);
	check_sample("armv7-le-events", armv7, 2, events, piece);
	check_sample("x86-64-capped", capped, 1, events, piece);
}

TEST(files_that_are_sent_have_the_report_of_the_files)
{
	T_UNUSED;
	check_samples(256, SIZE_MAX / 2);
	check_samples(3000, 4096);
	check_samples(7, 1);
}

static void check_both_orders(bool is_big_endian, bool has_late_flags)
{
	struct t_old_report r;

	begin(is_big_endian);
	/* Half a tick a ns. */
	t_old_agent_hello(&agent, &(struct t_old_hello){ .flags = 1,
							 .has_late_flags = has_late_flags,
							 .bias = 0x400000,
							 .tick_hz = 500000000,
							 .first_ticks = 1000,
							 .first_ns = 77 });
	t_old_agent_event(&agent, 2000, 0x401000, 7, 0);
	t_old_agent_event(&agent, 2100, 0x402000, 7, 0);
	t_old_agent_event(&agent, 2100, 0x403000, 8, 0);
	t_old_agent_event(&agent, 2200, 0x402000, 7, 1);
	t_old_agent_event(&agent, 2300, 0x403000, 8, 1);
	t_old_agent_event(&agent, 2400, 0x401000, 7, 1);
	assert_int_equal(send(5), 0);
	assert_true(hang_up());
	expect_facts(is_big_endian ? "\"byte_order\":\"big\"" : "\"byte_order\":\"little\"");
	expect_facts("\"events\":6,\"dropped_events\":0");
	read_capture(&r);
	t_check_row(&r.report, 0x1000, 1, 800, 600);
	t_check_row(&r.report, 0x2000, 1, 200, 200);
	t_check_row(&r.report, 0x3000, 1, 400, 400);
	assert_int_equal(r.report.summary.threads, 2);
	t_old_report_release(&r);
	end();
}

TEST(the_handshake_is_the_clock_in_both_byte_orders)
{
	T_UNUSED;
	check_both_orders(false, false);
	check_both_orders(true, false);
	check_both_orders(false, true);
	check_both_orders(true, true);
}

static void check_drops(bool is_big_endian)
{
	struct t_old_report r;

	begin(is_big_endian);
	t_old_agent_hello(&agent, &(struct t_old_hello){ 0 });
	t_old_agent_notice(&agent, 0);
	t_old_agent_event(&agent, 2000, 0x1000, 7, 0);
	t_old_agent_notice(&agent, 100);
	t_old_agent_notice(&agent, 250);
	t_old_agent_event(&agent, 2400, 0x1000, 7, 1);
	t_old_agent_notice(&agent, 30); /* of another ring */
	assert_int_equal(send(SIZE_MAX / 2), 0);
	assert_true(hang_up());
	if (!strstr(lines, "events dropped by peer/old-"))
		fail_msg("said was: %s", lines);
	expect_facts("\"dropped_events\":280");
	read_capture(&r);
	t_check_row(&r.report, 0x1000, 1, 400, 400);
	assert_true(t_row(&r.report, 0x1000)->is_at_least);
	assert_int_equal(r.report.summary.lost, 280);
	assert_int_equal(r.report.summary.threads, 1);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_WARNING, "lost events: 280"), 1);
	t_old_report_release(&r);
	end();
}

TEST(dropped_events_are_said)
{
	T_UNUSED;
	check_drops(false);
	check_drops(true);
}

TEST(segments_are_one_capture)
{
	struct t_old_report r;
	char *folder;
	char *path;

	T_UNUSED;
	begin(true);
	store.segment_bytes = 500;
	t_old_agent_hello(&agent, &(struct t_old_hello){ 0 });
	for (unsigned i = 0; i < 100; i++) {
		t_old_agent_event(&agent, 2000 + 10 * i, 0x1000, 7, 0);
		t_old_agent_event(&agent, 2005 + 10 * i, 0x1000, 7, 1);
	}
	assert_int_equal(send(SIZE_MAX / 2), 0);
	assert_true(hang_up());
	folder = capture();
	path = t_path(folder, "trace.0.0.15.bin");
	assert_true(t_file_bytes(path) > 80);
	read_capture(&r);
	t_check_row(&r.report, 0x1000, 100, 500, 500);
	t_old_report_release(&r);
	free(path);
	free(folder);
	end();
}

static void greet(void)
{
	begin(false);
	t_old_agent_hello(&agent, &(struct t_old_hello){ 0 });
	t_old_agent_event(&agent, 2000, 0x1000, 7, 0);
}

/* What comes last ends the connection; what came before is there. */
static void expect_end(const char *text)
{
	assert_true(send(9) < 0);
	if (!strstr(why.msg, text))
		fail_msg("'%s' is not in '%s'", text, why.msg);
	assert_false(hang_up());
	expect_facts("\"state\":\"interrupted\"");
	expect_file_bytes(80 + 32);
	end();
}

TEST(chunks_that_lie_end_the_connection)
{
	static const unsigned char zeros[4096];

	T_UNUSED;
	greet();
	t_old_agent_header(&agent, 2, 32, 20);
	expect_end("a chunk of type 2, expected 0 or 1");
	greet();
	t_old_agent_header(&agent, 0, 33, 20);
	expect_end("a chunk of 33 bytes, which are no whole events");
	greet();
	t_old_agent_header(&agent, 0, (16 << 20) + 32, 20);
	expect_end("16777216 are allowed");
	greet();
	t_old_agent_header(&agent, 0, 32, 0);
	expect_end("stored in 0 bytes");
	greet();
	t_old_agent_header(&agent, 0, 32, 4096);
	expect_end("stored in 4096 bytes");
	greet();
	t_old_agent_header(&agent, 1, 32, 20);
	expect_end("a notice of 32 bytes");
	greet();
	t_old_agent_chunk(&agent, 0, zeros, 64, 32);
	expect_end("longer than it says");
	greet();
	t_old_agent_chunk(&agent, 0, zeros, 64, 96);
	expect_end("another length than it says");
	greet();
	t_old_agent_header(&agent, 0, 64, 16);
	t_old_agent_add(&agent, zeros, 16);
	expect_end("cannot be decompressed");
}

/* A few KiB that are a GiB: what the header says is all that is made of them. */
TEST(a_bomb_is_not_unpacked)
{
	size_t bytes = (size_t)256 << 20;
	unsigned char *zeros = calloc(1, bytes);

	T_UNUSED;
	assert_non_null(zeros);
	greet();
	t_old_agent_chunk(&agent, 0, zeros, bytes, 16 << 20);
	expect_end("longer than it says");
	free(zeros);
}

TEST(a_chunk_that_is_cut_leaves_nothing)
{
	T_UNUSED;
	greet();
	assert_int_equal(send(1000), 0);
	t_old_agent_event(&agent, 2400, 0x1000, 7, 1);
	agent.count -= 3;
	assert_int_equal(send(1000), 0);
	assert_false(hang_up());
	expect_facts("\"state\":\"interrupted\"");
	expect_file_bytes(80 + 32);
	end();
}

/* By a limit of time, or because the server ends. */
TEST(a_stream_that_the_server_cuts_is_not_whole)
{
	T_UNUSED;
	greet();
	assert_int_equal(send(1000), 0);
	assert_true(css_old_protocol.is_done(client));
	css_old_protocol.cut(client);
	assert_false(hang_up());
	expect_facts("\"state\":\"interrupted\"");
	end();
}

TEST(other_versions_are_refused)
{
	T_UNUSED;
	begin(true);
	t_old_agent_hello(&agent, &(struct t_old_hello){ .version = 3 });
	assert_int_equal(send(1000), CSA_E_UNSUPPORTED);
	assert_string_equal(why.msg, "an earlier client with version 3, expected 2");
	assert_false(hang_up());
	end();
	begin(false);
	t_old_agent_hello(&agent, &(struct t_old_hello){ .event_bytes = 24 });
	assert_int_equal(send(1000), CSA_E_FORMAT);
	assert_string_equal(why.msg, "events of 24 bytes, expected 32");
	assert_false(hang_up());
	end();
}

TEST(a_limit_of_the_server_is_said_in_the_report)
{
	struct t_old_report r;

	T_UNUSED;
	begin(false);
	store.budget.connection_bytes = 80 + 2 * 32;
	t_old_agent_hello(&agent, &(struct t_old_hello){ 0 });
	t_old_agent_event(&agent, 2000, 0x1000, 7, 0);
	t_old_agent_event(&agent, 2400, 0x1000, 7, 1);
	t_old_agent_event(&agent, 2500, 0x1000, 7, 0);
	assert_int_equal(send(1000), CSA_E_IO);
	assert_non_null(strstr(why.msg, "--max-mb"));
	assert_false(hang_up());
	expect_facts("\"state\":\"stopped\"");
	read_capture(&r);
	t_check_row(&r.report, 0x1000, 1, 400, 400);
	assert_int_equal(r.report.marker_count, 1);
	assert_int_equal(r.report.markers[0].marker, CSF_MARKER_MAX_BYTES);
	assert_int_equal(r.report.markers[0].argument, 80 + 2 * 32);
	t_old_report_release(&r);
	end();
}

TEST(two_clients_at_once_have_a_folder_each)
{
	const struct css_talk talk = { &store, "other", "peer", &outbox };
	char *peer;
	void *other;
	unsigned count = 0;
	DIR *entries;

	T_UNUSED;
	greet();
	other = css_old_protocol.open(&talk);
	assert_int_equal(css_protocol_push(&css_old_protocol, other, agent.bytes, agent.count,
					   &why),
			 0);
	assert_int_equal(send(1000), 0);
	css_old_protocol.close(other);
	assert_true(hang_up());
	peer = t_path(dir, "peer");
	entries = opendir(peer);
	for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(entries);
	assert_int_equal(count, 2);
	free(peer);
	end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(files_that_are_sent_have_the_report_of_the_files),
		CASE(the_handshake_is_the_clock_in_both_byte_orders),
		CASE(dropped_events_are_said),
		CASE(segments_are_one_capture),
		CASE(chunks_that_lie_end_the_connection),
		CASE(a_bomb_is_not_unpacked),
		CASE(a_chunk_that_is_cut_leaves_nothing),
		CASE(a_stream_that_the_server_cuts_is_not_whole),
		CASE(other_versions_are_refused),
		CASE(a_limit_of_the_server_is_said_in_the_report),
		CASE(two_clients_at_once_have_a_folder_each),
	};

	return T_RUN(cases, argc, argv);
}
