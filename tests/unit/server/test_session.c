/* SPDX-License-Identifier: MIT */
/* What a client says becomes the files of its processes, in both byte orders. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "test_files.h"
#include "wire_player.h"

#define NAME  "app-7-1795972517000000000"
#define FACTS "{\"schema\":1}\n"

struct fixture {
	struct t_server server;
	struct t_client client;
	struct t_wire wire;
};

static void begin(struct fixture *f, bool is_foreign)
{
	t_server_open(&f->server);
	t_client_open(&f->client, &f->server);
	t_wire_init(&f->wire, is_foreign);
	t_wire_hello(&f->wire, 1);
	t_wire_process(&f->wire, 0, NAME, FACTS);
}

static void say(struct fixture *f)
{
	assert_int_equal(t_client_say(&f->client, &f->wire, SIZE_MAX), 0);
}

static void end(struct fixture *f)
{
	t_client_close(&f->client);
	t_wire_release(&f->wire);
	t_server_close(&f->server);
}

static void expect_file(const struct fixture *f, const char *name, const void *bytes, size_t count)
{
	size_t found = 0;
	char *text = t_server_read(&f->server, NAME, name, &found);

	assert_non_null(text);
	assert_int_equal(found, count);
	assert_memory_equal(text, bytes, count);
	free(text);
}

static void expect_stream(const struct fixture *f, const char *part)
{
	size_t count;
	char *text = t_server_read(&f->server, NAME, "stream.json", &count);

	assert_non_null(text);
	if (!strstr(text, part))
		fail_msg("%s is not in %s", part, text);
	free(text);
}

static void a_process_becomes_files(bool is_foreign)
{
	static const struct t_wire_block blocks[] = {
		{ .serial = 1, .sequence = 0 },
		{ .serial = 2, .sequence = 0, .used_bytes = 65536 },
		{ .serial = 1, .lane = 1, .sequence = 0, .used_bytes = 576 },
		{ .serial = 1, .sequence = 1 },
	};
	const struct csf_live live = { .pid = 7, .ended = 1, .control = 1, .lost_events = 5 };
	struct fixture f;
	char *expected = malloc(5 * CSF_BLOCK_BYTES);
	size_t count = 0;
	struct csf_live found;
	char *text;

	begin(&f, is_foreign);
	t_wire_modules(&f.wire, 0, 0, "load\tone\n");
	t_wire_modules(&f.wire, 0, 9, "load\ttwo\n");
	t_wire_blocks(&f.wire, 0, blocks, 2);
	t_wire_blocks(&f.wire, 0, blocks + 2, 2);
	t_wire_status(&f.wire, 0, &live, 3);
	say(&f);
	assert_int_equal(f.client.last.type, CSF_WIRE_ACK);
	assert_int_equal(f.client.last.number, 6);
	assert_int_equal(f.client.replies, 2);
	for (size_t i = 0; i < 4; i++)
		count += t_wire_make_block(&f.wire, expected + count, &blocks[i]);
	expect_file(&f, "process.json", FACTS, strlen(FACTS));
	expect_file(&f, "modules", "load\tone\nload\ttwo\n", 18);
	expect_file(&f, "blocks-0.0.cst", expected, count);
	expect_stream(&f, "\"state\":\"open\"");
	t_wire_message(&f.wire, CSF_WIRE_END, 0, "", 0);
	say(&f);
	expect_stream(&f, "\"state\":\"ended\"");
	expect_stream(
		&f,
		"\"blocks\":4,\"block_bytes\":68160,\"repeated_blocks\":0,\"dropped_blocks\":3");
	expect_stream(&f, "\"peer\":\"peer\"");
	text = t_server_read(&f.server, NAME, "live.cst", &count);
	assert_int_equal(count, CSF_LIVE_HEADER_BYTES);
	memcpy(&found, text, sizeof(found));
	assert_int_equal(found.magic, t_wire_u32(&f.wire, CSF_LIVE_MAGIC));
	assert_int_equal(found.window_count, 0);
	assert_int_equal(found.lost_events, t_wire_u64(&f.wire, 5));
	assert_int_equal(found.control, 0);
	free(text);
	assert_true(css_wire_protocol.is_done(f.client.state));
	free(expected);
	end(&f);
}

TEST(a_process_becomes_files_in_both_byte_orders)
{
	T_UNUSED;
	a_process_becomes_files(false);
	a_process_becomes_files(true);
}

/* What stands in window @n. */
static void read_window(const struct fixture *f, uint32_t n, struct csf_block *block)
{
	size_t count;
	char *text = t_server_read(&f->server, NAME, "live.cst", &count);
	size_t at = CSF_LIVE_HEADER_BYTES + (size_t)n * CSF_BLOCK_BYTES;

	assert_true(count >= at + sizeof(*block));
	memcpy(block, text + at, sizeof(*block));
	free(text);
}

static void expect_window(const struct fixture *f, uint32_t n, uint32_t used, uint32_t state)
{
	struct csf_block block;

	read_window(f, n, &block);
	assert_int_equal(t_wire_u32(&f->wire, block.used_bytes), used);
	assert_int_equal(t_wire_u32(&f->wire, block.state), state);
}

static void expect_window_count(const struct fixture *f, uint32_t count)
{
	size_t bytes;
	char *text = t_server_read(&f->server, NAME, "live.cst", &bytes);
	struct csf_live live;

	assert_int_equal(bytes, CSF_LIVE_HEADER_BYTES + count * CSF_BLOCK_BYTES);
	memcpy(&live, text, sizeof(live));
	assert_int_equal(t_wire_u32(&f->wire, live.window_count), count);
	free(text);
}

static void windows_follow_the_client(bool is_foreign)
{
	struct t_wire_block block = {
		.serial = 1, .sequence = 4, .first_ticks = 99, .is_open = true, .used_bytes = 1000
	};
	struct fixture f;
	char expected[CSF_BLOCK_BYTES];
	size_t count;
	char *text;

	begin(&f, is_foreign);
	t_wire_partial(&f.wire, 0, 2, 0, &block);
	say(&f);
	expect_window(&f, 2, 1000, 9);
	block.used_bytes = 1600;
	t_wire_partial(&f.wire, 0, 2, 1000, &block);
	say(&f);
	expect_window(&f, 2, 1600, 9);
	text = t_server_read(&f.server, NAME, "live.cst", &count);
	assert_int_equal(count, CSF_LIVE_HEADER_BYTES + 3 * CSF_BLOCK_BYTES);
	t_wire_make_block(&f.wire, expected, &block);
	/* The word at the end of the first part was said before. */
	memcpy(expected + 992, text + CSF_LIVE_HEADER_BYTES + 2 * CSF_BLOCK_BYTES + 992, 8);
	assert_memory_equal(text + CSF_LIVE_HEADER_BYTES + 2 * CSF_BLOCK_BYTES, expected, 1600);
	free(text);
	/* The whole block comes: its window is closed, and what is said of it later is left out. */
	block.is_open = false;
	block.used_bytes = 2000;
	t_wire_blocks(&f.wire, 0, &block, 1);
	say(&f);
	expect_window(&f, 2, 0, 8);
	block.is_open = true;
	t_wire_partial(&f.wire, 0, 2, 1600, &block);
	t_wire_partial(&f.wire, 0, 2, 0, &block);
	say(&f);
	expect_window(&f, 2, 0, 8);
	/* How many windows there are is the file's to say. */
	t_wire_status(&f.wire, 0, &(struct csf_live){ .window_count = 77 }, 0);
	say(&f);
	expect_window_count(&f, 3);
	/* The next one, in another window, and then in the same again. */
	block.sequence = 5;
	block.used_bytes = 640;
	t_wire_partial(&f.wire, 0, 0, 0, &block);
	say(&f);
	expect_window(&f, 0, 640, 11);
	t_wire_partial(&f.wire, 0, 2, 0, &block);
	say(&f);
	expect_window(&f, 0, 0, 10);
	expect_window(&f, 2, 640, 11);
	end(&f);
}

TEST(windows_follow_the_client_in_both_byte_orders)
{
	T_UNUSED;
	windows_follow_the_client(false);
	windows_follow_the_client(true);
}

TEST(a_process_killed_before_its_modules_has_an_empty_file)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	say(&f);
	expect_file(&f, "modules", "", 0);
	end(&f);
}

TEST(a_dropped_block_leaves_its_window_to_the_next)
{
	struct t_wire_block block = {
		.serial = 1, .sequence = 4, .first_ticks = 99, .is_open = true, .used_bytes = 1000
	};
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_partial(&f.wire, 0, 0, 0, &block);
	/* The same sequence, another block. */
	block.first_ticks = 100;
	block.used_bytes = 640;
	t_wire_partial(&f.wire, 0, 0, 0, &block);
	say(&f);
	expect_window(&f, 0, 640, 9);
	/* And it goes on with that one only. */
	block.first_ticks = 99;
	block.used_bytes = 800;
	t_wire_partial(&f.wire, 0, 0, 640, &block);
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), CSA_E_FORMAT);
	assert_string_equal(f.client.err.msg, "window 0 goes on with another block");
	end(&f);
}

TEST(a_window_has_no_holes)
{
	struct t_wire_block block = { .serial = 1, .is_open = true, .used_bytes = 1000 };
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_partial(&f.wire, 0, 0, 0, &block);
	block.used_bytes = 1600;
	t_wire_partial(&f.wire, 0, 0, 1008, &block);
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), CSA_E_FORMAT);
	assert_string_equal(f.client.err.msg, "window 0 goes on with another block");
	end(&f);
}

TEST(files_are_rotated)
{
	struct fixture f;
	size_t count;
	char *text;

	T_UNUSED;
	begin(&f, false);
	f.server.store.segment_bytes = 4096;
	for (uint32_t i = 0; i < 9; i++) {
		const struct t_wire_block block = { .serial = 1, .sequence = i };

		t_wire_blocks(&f.wire, 0, &block, 1);
	}
	say(&f);
	for (unsigned i = 0; i < 3; i++) {
		char name[32] = "blocks-0.0.cst";

		name[9] = (char)('0' + i);
		text = t_server_read(&f.server, NAME, name, &count);
		assert_non_null(text);
		assert_int_equal(count, i < 2 ? 4096 : 1024);
		free(text);
	}
	end(&f);
}

TEST(several_processes_of_a_connection)
{
	const struct t_wire_block block = { .serial = 1, .sequence = 0 };
	struct fixture f;
	size_t count;
	char *text;

	T_UNUSED;
	begin(&f, false);
	t_wire_process(&f.wire, 7, "child-8-2", "");
	t_wire_blocks(&f.wire, 7, &block, 1);
	t_wire_message(&f.wire, CSF_WIRE_END, 0, "", 0);
	say(&f);
	assert_false(css_wire_protocol.is_done(f.client.state));
	assert_int_equal(f.server.store.processes, 1);
	t_wire_message(&f.wire, CSF_WIRE_END, 7, "", 0);
	t_wire_message(&f.wire, CSF_WIRE_PING, 0, "", 0);
	say(&f);
	assert_true(css_wire_protocol.is_done(f.client.state));
	assert_int_equal(f.server.store.processes, 0);
	assert_null(t_server_read(&f.server, "child-8-2", "process.json", &count));
	text = t_server_read(&f.server, "child-8-2", "blocks-0.0.cst", &count);
	assert_non_null(text);
	assert_int_equal(count, 1024);
	free(text);
	assert_string_equal(f.server.lines,
			    "client: receives peer/" NAME "\n"
			    "client: receives peer/child-8-2\n"
			    "client: peer/" NAME " is complete, 0 blocks, 0 bytes\n"
			    "client: peer/child-8-2 is complete, 1 blocks, 1024 bytes\n");
	end(&f);
}

/* The names are the same, the rings are not. */
TEST(two_clients_with_one_name_have_two_folders)
{
	const struct t_wire_block block = { .serial = 1, .sequence = 0 };
	struct fixture f;
	struct t_client other;
	size_t count;
	char *text;

	T_UNUSED;
	begin(&f, false);
	say(&f);
	t_client_open(&other, &f.server);
	t_wire_hello(&f.wire, 2);
	t_wire_process(&f.wire, 0, NAME, FACTS);
	t_wire_blocks(&f.wire, 0, &block, 1);
	t_wire_message(&f.wire, CSF_WIRE_END, 0, "", 0);
	assert_int_equal(t_client_say(&other, &f.wire, SIZE_MAX), 0);
	assert_true(css_wire_protocol.is_done(other.state));
	t_client_close(&other);
	text = t_server_read(&f.server, NAME "~2", "blocks-0.0.cst", &count);
	assert_non_null(text);
	free(text);
	expect_file(&f, "blocks-0.0.cst", "", 0);
	f.wire.number = 1;
	t_wire_blocks(&f.wire, 0, &block, 1);
	say(&f);
	assert_int_equal(f.client.last.number, 2);
	end(&f);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_process_becomes_files_in_both_byte_orders),
		CASE(windows_follow_the_client_in_both_byte_orders),
		CASE(a_process_killed_before_its_modules_has_an_empty_file),
		CASE(a_dropped_block_leaves_its_window_to_the_next),
		CASE(a_window_has_no_holes),
		CASE(files_are_rotated),
		CASE(several_processes_of_a_connection),
		CASE(two_clients_with_one_name_have_two_folders),
	};

	return T_RUN(cases, argc, argv);
}
