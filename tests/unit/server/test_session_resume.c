/* SPDX-License-Identifier: MIT */
/* A client that comes again, to this server or the next one: what is there stays, once. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "test_files.h"
#include "wire_player.h"

#define NAME "app-7-1"

struct fixture {
	struct t_server server;
	struct t_client client;
	struct t_wire wire;
};

static void hello(struct fixture *f)
{
	t_client_open(&f->client, &f->server);
	t_wire_hello(&f->wire, 1);
	t_wire_process(&f->wire, 0, NAME, "{}");
}

static void begin(struct fixture *f, bool is_foreign)
{
	t_server_open(&f->server);
	t_wire_init(&f->wire, is_foreign);
	hello(f);
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

/* Blocks of three lanes, in the order of a ring. */
static struct t_wire_block block_at(uint32_t i)
{
	static const struct t_wire_block lanes[] = {
		{ .serial = 1 },
		{ .serial = 2, .used_bytes = 65536 },
		{ .serial = 1, .lane = 1, .used_bytes = 584 }
	};
	struct t_wire_block block = lanes[i % 3];

	block.sequence = i / 3;
	return block;
}

/* The blocks @from to @to - 1, two a message. */
static void say_blocks(struct fixture *f, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i += 2) {
		struct t_wire_block blocks[2] = { block_at(i), block_at(i + 1) };

		t_wire_blocks(&f->wire, 0, blocks, i + 1 < to ? 2 : 1);
	}
	say(f);
}

/* The block file holds the blocks 0 to @count - 1, each once. */
static void expect_blocks(struct fixture *f, uint32_t count)
{
	size_t bytes;
	char *text = t_server_read(&f->server, NAME, "blocks-0.0.cst", &bytes);
	size_t at = 0;

	assert_non_null(text);
	for (uint32_t i = 0; i < count; i++) {
		static char expected[CSF_BLOCK_BYTES];
		const struct t_wire_block block = block_at(i);
		size_t used = t_wire_make_block(&f->wire, expected, &block);

		assert_true(at + used <= bytes);
		assert_memory_equal(text + at, expected, used);
		at += used;
	}
	assert_int_equal(at, bytes);
	free(text);
}

static void another_server_goes_on(bool is_foreign)
{
	struct fixture f;

	begin(&f, is_foreign);
	say_blocks(&f, 0, 10);
	t_client_close(&f.client);
	t_server_reopen(&f.server);
	hello(&f);
	say_blocks(&f, 4, 20);
	expect_blocks(&f, 20);
	assert_int_equal(f.server.store.totals.repeated_blocks, 6);
	assert_string_equal(f.server.lines, "client: goes on with peer/" NAME ", 10 blocks\n");
	end(&f);
}

TEST(another_server_goes_on_in_both_byte_orders)
{
	T_UNUSED;
	another_server_goes_on(false);
	another_server_goes_on(true);
}

/* The server was killed at every byte of the last block. */
TEST(a_torn_block_is_cut_and_comes_again)
{
	struct fixture f;
	char *path;
	size_t bytes;

	T_UNUSED;
	begin(&f, true);
	say_blocks(&f, 0, 4);
	path = t_server_path(&f.server, NAME, "blocks-0.0.cst");
	bytes = t_file_bytes(path);
	for (size_t cut = 1; cut <= 1024; cut += cut < 1020 ? 101 : 1) {
		t_client_close(&f.client);
		t_truncate(path, bytes - cut);
		t_server_reopen(&f.server);
		hello(&f);
		say(&f);
		expect_blocks(&f, 3);
		say_blocks(&f, 0, 4);
		expect_blocks(&f, 4);
		if (cut < 1024)
			assert_non_null(strstr(f.server.lines,
					       " bytes of a block that is not whole were cut\n"));
	}
	free(path);
	end(&f);
}

/* Power failed: the file is as long as it was, but the end is empty. */
TEST(an_empty_end_is_cut)
{
	static const char zeros[1024];
	struct fixture f;
	char *path;

	T_UNUSED;
	begin(&f, false);
	say_blocks(&f, 0, 4);
	t_client_close(&f.client);
	path = t_server_path(&f.server, NAME, "blocks-0.0.cst");
	t_patch(path, t_file_bytes(path) - 1024, zeros, sizeof(zeros));
	hello(&f);
	say(&f);
	expect_blocks(&f, 3);
	free(path);
	end(&f);
}

TEST(it_goes_on_in_the_last_file)
{
	struct fixture f;
	size_t bytes;
	char *text;

	T_UNUSED;
	begin(&f, false);
	f.server.store.segment_bytes = 100000;
	say_blocks(&f, 0, 9);
	t_client_close(&f.client);
	t_server_reopen(&f.server);
	f.server.store.segment_bytes = 100000;
	hello(&f);
	say_blocks(&f, 0, 12);
	assert_int_equal(f.server.store.totals.repeated_blocks, 9);
	text = t_server_read(&f.server, NAME, "blocks-0.3.cst", &bytes);
	assert_non_null(text);
	free(text);
	assert_null(t_server_read(&f.server, NAME, "blocks-0.4.cst", &bytes));
	end(&f);
}

static uint32_t window_state(const struct fixture *f, uint32_t n)
{
	size_t count;
	char *text = t_server_read(&f->server, NAME, "live.cst", &count);
	struct csf_block block;

	memcpy(&block, text + CSF_LIVE_HEADER_BYTES + (size_t)n * CSF_BLOCK_BYTES, sizeof(block));
	free(text);
	return t_wire_u32(&f->wire, block.state);
}

/* Killed between the block file and its window: readers would take the window's part for the block. */
TEST(windows_whose_blocks_are_there_are_closed)
{
	struct t_wire_block block = block_at(0);
	struct fixture f;
	char *path;
	char *saved;
	size_t bytes;

	T_UNUSED;
	begin(&f, true);
	block.is_open = true;
	block.used_bytes = 640;
	t_wire_partial(&f.wire, 0, 0, 0, &block);
	block.serial = 2;
	t_wire_partial(&f.wire, 0, 1, 0, &block);
	say(&f);
	saved = t_server_read(&f.server, NAME, "live.cst", &bytes);
	say_blocks(&f, 0, 1);
	t_client_close(&f.client);
	path = t_server_path(&f.server, NAME, "live.cst");
	t_write_file(path, saved, bytes);
	free(path);
	free(saved);
	assert_int_equal(window_state(&f, 0), 1);
	t_server_reopen(&f.server);
	hello(&f);
	say(&f);
	assert_int_equal(window_state(&f, 0), 0);
	assert_int_equal(window_state(&f, 1), 1);
	/* The window of the other thread is known again: its block closes it. */
	say_blocks(&f, 0, 2);
	assert_int_equal(window_state(&f, 1), 0);
	end(&f);
}

TEST(the_later_connection_of_a_client_counts)
{
	struct fixture f;
	struct t_client first;

	T_UNUSED;
	begin(&f, false);
	say_blocks(&f, 0, 6);
	first = f.client;
	first.outbox.count = 0;
	hello(&f);
	say_blocks(&f, 0, 8);
	assert_true(css_wire_protocol.is_over(first.state, &first.err));
	assert_string_equal(first.err.msg, "the same client has connected again");
	assert_false(css_wire_protocol.is_over(f.client.state, &f.client.err));
	css_wire_protocol.close(first.state);
	say_blocks(&f, 8, 10);
	expect_blocks(&f, 10);
	end(&f);
}

/* Killed after mkdir(), before stream.json. */
TEST(a_bare_folder_is_taken)
{
	struct fixture f;
	char *path;
	size_t bytes;

	T_UNUSED;
	begin(&f, false);
	say_blocks(&f, 0, 2);
	t_client_close(&f.client);
	for (size_t i = 0; i < 5; i++) {
		static const char *const names[] = { "stream.json", "blocks-0.0.cst", "live.cst",
						     "modules", "process.json" };

		path = t_server_path(&f.server, NAME, names[i]);
		assert_int_equal(remove(path), 0);
		free(path);
	}
	hello(&f);
	say_blocks(&f, 0, 2);
	expect_blocks(&f, 2);
	assert_null(t_server_read(&f.server, NAME "~2", "stream.json", &bytes));
	end(&f);
}

/* A capture that the server did not write is left alone. */
TEST(a_folder_of_somebody_else_is_not_touched)
{
	struct fixture f;
	char *path;
	char *text;
	size_t bytes;

	T_UNUSED;
	begin(&f, false);
	say_blocks(&f, 0, 2);
	t_client_close(&f.client);
	path = t_server_path(&f.server, NAME, "stream.json");
	assert_int_equal(remove(path), 0);
	free(path);
	hello(&f);
	say_blocks(&f, 0, 4);
	expect_blocks(&f, 2);
	text = t_server_read(&f.server, NAME "~2", "blocks-0.0.cst", &bytes);
	assert_non_null(text);
	free(text);
	end(&f);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(another_server_goes_on_in_both_byte_orders),
		CASE(a_torn_block_is_cut_and_comes_again),
		CASE(an_empty_end_is_cut),
		CASE(it_goes_on_in_the_last_file),
		CASE(windows_whose_blocks_are_there_are_closed),
		CASE(the_later_connection_of_a_client_counts),
		CASE(a_bare_folder_is_taken),
		CASE(a_folder_of_somebody_else_is_not_touched),
	};

	return T_RUN(cases, argc, argv);
}
