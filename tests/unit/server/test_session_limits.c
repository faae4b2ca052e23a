/* SPDX-License-Identifier: MIT */
/* What a client may not say ends its connection, and that one only; a limit is said in the capture, too. */
#define _POSIX_C_SOURCE 200809L /* strdup() */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "test_files.h"
#include "wire_player.h"

#define NAME "app-7-1"

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
	t_wire_process(&f->wire, 0, NAME, "{}");
}

static void end(struct fixture *f)
{
	t_client_close(&f->client);
	t_wire_release(&f->wire);
	t_server_close(&f->server);
}

/* What wire says ends the connection, for good or not; another client can go on. */
static void expect_end(struct fixture *f, int code, const char *text, unsigned is_final)
{
	const struct t_wire_block block = { .serial = 9, .sequence = 9 };

	assert_int_equal(t_client_say(&f->client, &f->wire, SIZE_MAX), code);
	assert_string_equal(f->client.err.msg, text);
	assert_int_equal(f->client.last.type, CSF_WIRE_REFUSED);
	assert_int_equal(f->client.last.final, is_final);
	assert_string_equal(f->client.text, text);
	assert_int_equal(f->server.store.processes, 0);
	t_client_open(&f->client, &f->server);
	t_wire_hello(&f->wire, 2);
	t_wire_process(&f->wire, 0, "good-1-1", "{}");
	t_wire_blocks(&f->wire, 0, &block, 1);
	assert_int_equal(t_client_say(&f->client, &f->wire, SIZE_MAX), 0);
	assert_int_equal(f->client.last.number, 2);
	end(f);
}

/* A message of this type and these words, in either order. */
static void expect_words_refused(uint32_t type, const uint32_t *words, size_t count,
				 const char *text)
{
	for (int is_foreign = 0; is_foreign < 2; is_foreign++) {
		uint32_t sent[160] = { 0 };
		struct fixture f;

		begin(&f, is_foreign);
		for (size_t i = 0; i < count; i++)
			sent[i] = t_wire_u32(&f.wire, words[i]);
		t_wire_message(&f.wire, type, type == CSF_WIRE_PROCESS, sent, 4 * count);
		expect_end(&f, CSA_E_FORMAT, text, 1);
	}
}

#define REFUSED(type, text, ...)                                      \
	expect_words_refused(type, (const uint32_t[]){ __VA_ARGS__ }, \
			     sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), text)

TEST(lengths_that_do_not_add_up)
{
	T_UNUSED;
	REFUSED(CSF_WIRE_PROCESS, "message 2 is too short", 0);
	REFUSED(CSF_WIRE_PROCESS, "process 1: lengths do not add up", 4, 1, 0);
	REFUSED(CSF_WIRE_PROCESS, "process 1: lengths do not add up", 0, 0xfffffff8, 0);
	REFUSED(CSF_WIRE_PROCESS, "process 1: lengths do not add up", 0xfffffff8, 12, 0);
	REFUSED(CSF_WIRE_MODULES, "message 2 is too short", 0);
	REFUSED(CSF_WIRE_PARTIAL, "message 2 is too short", 0, 0, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: 4 bytes, 0 to 576 were said", 0, 0, 576, 1, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: 0 bytes, 8 to 0 were said", 0, 8, 0, 1, 0, 0);
	REFUSED(CSF_WIRE_STATUS, "message 2 has not the length of a status", 0);
	REFUSED(CSF_WIRE_BLOCKS, "block of 4 bytes, its header has 576", 0);
}

TEST(windows_beyond_the_limits)
{
	T_UNUSED;
	REFUSED(CSF_WIRE_PARTIAL, "window 8192, there are at most 8192", 8192, 0, 0, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 4294967295, there are at most 8192", UINT32_MAX, 0, 0, 0,
		0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: bytes 0 to 8", 0, 0, 8, 1, 0, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: bytes 65536 to 65544", 0, 65536, 65544, 1, 0, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: bytes 576 to 580", 0, 576, 580, 1, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0: bytes 572 to 576", 0, 572, 576, 1, 0, 0, 0);
	REFUSED(CSF_WIRE_PARTIAL, "window 0 goes on without a beginning", 0, 576, 584, 1, 0, 0, 0,
		0);
}

TEST(facts_that_are_no_json)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_process(&f.wire, 1, "other-1-1", "{\"a\":");
	expect_end(&f, CSA_E_FORMAT, "facts of a process that are no JSON object", 1);
}

TEST(processes_that_were_not_said_or_are_said_twice)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_message(&f.wire, CSF_WIRE_END, 1, "", 0);
	expect_end(&f, CSA_E_FORMAT, "message 2: process 1 was not said", 1);
	begin(&f, false);
	t_wire_process(&f.wire, 0, "b-1-1", "{}");
	expect_end(&f, CSA_E_FORMAT, "message 2: process 0 again", 1);
	begin(&f, false);
	t_wire_process(&f.wire, 1, NAME, "{}");
	expect_end(&f, CSA_E_FORMAT, "process 1 has the name of another one", 1);
}

TEST(too_many_processes_at_once)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	for (uint32_t i = 1; i <= CSS_SESSION_PROCESSES_MAX; i++) {
		char name[] = "a000-1-1";

		name[1] = (char)('0' + i / 100);
		name[2] = (char)('0' + i / 10 % 10);
		name[3] = (char)('0' + i % 10);
		t_wire_process(&f.wire, i, name, "{}");
	}
	expect_end(&f, CSA_E_FORMAT, "more than 256 processes at once", 1);
}

TEST(modules_grow_at_their_end_only)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_modules(&f.wire, 0, 0, "load\n");
	t_wire_modules(&f.wire, 0, 2, "adx\n");
	t_wire_modules(&f.wire, 0, 7, "x");
	expect_end(&f, CSA_E_FORMAT, "modules: 1 bytes at 7, 6 are there and 16777216 allowed", 1);
	begin(&f, true);
	t_wire_modules(&f.wire, 0, UINT64_MAX, "x");
	expect_end(&f, CSA_E_FORMAT,
		   "modules: 1 bytes at 18446744073709551615, 0 are there and 16777216 allowed", 1);
}

TEST(modules_have_a_limit)
{
	char *text = calloc(1, 200001);
	struct fixture f;
	uint64_t at = 0;

	T_UNUSED;
	memset(text, 0x61, 200000);
	begin(&f, false);
	for (; at + 200000 <= CSS_MODULES_MAX; at += 200000)
		t_wire_modules(&f.wire, 0, at, text);
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), 0);
	t_wire_modules(&f.wire, 0, at, text);
	free(text);
	expect_end(&f, CSA_E_FORMAT,
		   "modules: 200000 bytes at 16600000, 16600000 are there and 16777216 allowed", 1);
}

static void expect_block_refused(const char *text, size_t offset, uint32_t value)
{
	for (int is_foreign = 0; is_foreign < 2; is_foreign++) {
		const struct t_wire_block block = { .serial = 1, .sequence = 2 };
		char raw[CSF_BLOCK_BYTES];
		struct fixture f;
		uint32_t sent;

		begin(&f, is_foreign);
		t_wire_make_block(&f.wire, raw, &block);
		sent = t_wire_u32(&f.wire, value);
		memcpy(raw + offset, &sent, 4);
		t_wire_message(&f.wire, CSF_WIRE_BLOCKS, 0, raw, 1024);
		expect_end(&f, CSA_E_FORMAT, text, 1);
	}
}

TEST(blocks_that_contradict_their_header)
{
	T_UNUSED;
	expect_block_refused("block without its magic", offsetof(struct csf_block, magic), 0);
	expect_block_refused("block of 568 bytes", offsetof(struct csf_block, used_bytes), 568);
	expect_block_refused("block of 1020 bytes", offsetof(struct csf_block, used_bytes), 1020);
	expect_block_refused("block of 65544 bytes", offsetof(struct csf_block, used_bytes), 65544);
	expect_block_refused("block of 1032 bytes, 1024 are there",
			     offsetof(struct csf_block, used_bytes), 1032);
	expect_block_refused("block of 8 bytes, its header has 576",
			     offsetof(struct csf_block, used_bytes), 1016);
	expect_block_refused("block of lane 0 of thread 0",
			     offsetof(struct csf_block, thread_serial), 0);
	expect_block_refused("block of lane 0 of thread 2147483648",
			     offsetof(struct csf_block, thread_serial), 0x80000000u);
	expect_block_refused("block 2 whose state says 3", offsetof(struct csf_block, state), 6);
}

TEST(damage_on_the_way_is_worth_another_try)
{
	const struct t_wire_block block = { .serial = 1, .sequence = 0 };
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	t_wire_blocks(&f.wire, 0, &block, 1);
	f.wire.bytes[f.wire.count - 1] ^= 0x80;
	expect_end(&f, CSA_E_IO, "message 2: wrong checksum", 0);
}

/* @marker and @argument stand in live.cst, and in stream.json that a limit was reached. */
static void expect_stopped(const struct fixture *f, uint32_t marker, uint64_t argument,
			   const char *why)
{
	struct csf_live live;
	size_t count;
	char *text = t_server_read(&f->server, NAME, "live.cst", &count);

	memcpy(&live, text, sizeof(live));
	assert_int_equal(t_wire_u32(&f->wire, live.stop_marker), marker);
	assert_int_equal(t_wire_u64(&f->wire, live.stop_argument), argument);
	free(text);
	text = t_server_read(&f->server, NAME, "stream.json", &count);
	assert_non_null(strstr(text, "\"state\":\"stopped\""));
	assert_non_null(strstr(text, why));
	free(text);
}

static void expect_limit(struct fixture *f, const char *text, uint32_t marker, uint64_t argument)
{
	size_t count;
	char *blocks;

	for (uint32_t i = 0; i < 3; i++) {
		const struct t_wire_block block = { .serial = 1,
						    .sequence = i,
						    .used_bytes = CSF_BLOCK_BYTES };

		t_wire_blocks(&f->wire, 0, &block, 1);
	}
	assert_int_equal(t_client_say(&f->client, &f->wire, SIZE_MAX), CSA_E_IO);
	assert_string_equal(f->client.err.msg, text);
	assert_int_equal(f->client.last.final, 1);
	/* What was said before is in files, and acknowledged. */
	assert_int_equal(f->client.replies, 3);
	blocks = t_server_read(&f->server, NAME, "blocks-0.0.cst", &count);
	assert_int_equal(count, 2 * CSF_BLOCK_BYTES);
	free(blocks);
	expect_stopped(f, marker, argument, text);
}

TEST(a_client_has_a_limit_on_disk)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, true);
	f.server.store.budget.connection_bytes = 2 * CSF_BLOCK_BYTES + 1000;
	expect_limit(&f, "more than 0 MB of one client (--max-mb)", CSF_MARKER_MAX_BYTES,
		     2 * CSF_BLOCK_BYTES + 1000);
	/* It comes again all the same: what is there counts. */
	t_client_open(&f.client, &f.server);
	t_wire_hello(&f.wire, 1);
	t_wire_process(&f.wire, 0, NAME, "{}");
	expect_limit(&f, "more than 0 MB of one client (--max-mb)", CSF_MARKER_MAX_BYTES,
		     2 * CSF_BLOCK_BYTES + 1000);
	end(&f);
}

TEST(all_clients_together_have_a_limit)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	f.server.store.budget.total_bytes = 2 * CSF_BLOCK_BYTES + 1000;
	expect_limit(&f, "more than 0 MB in all (--max-total-mb)", CSF_MARKER_MAX_BYTES,
		     2 * CSF_BLOCK_BYTES + 1000);
	/* Another server counts what lies there. */
	t_server_reopen(&f.server);
	css_store_count(&f.server.store);
	assert_true(f.server.store.budget.used_bytes >= 2 * CSF_BLOCK_BYTES);
	assert_true(f.server.store.budget.used_bytes < 2 * CSF_BLOCK_BYTES + 8192);
	end(&f);
}

/* What whoever looks after the folder does to it while the server runs. */
TEST(captures_that_were_removed_count_no_more)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	f.server.store.budget.total_bytes = 2 * CSF_BLOCK_BYTES + 1000;
	expect_limit(&f, "more than 0 MB in all (--max-total-mb)", CSF_MARKER_MAX_BYTES,
		     2 * CSF_BLOCK_BYTES + 1000);
	t_client_close(&f.client);
	t_remove(t_path(f.server.dir, "peer"));
	for (uint32_t i = 0; i < 3; i++) {
		const struct t_wire_block block = { .serial = 1, .used_bytes = 32 * 1024 };

		t_client_open(&f.client, &f.server);
		t_wire_hello(&f.wire, 2 + i);
		t_wire_process(&f.wire, 0, "later-1-1", "{}");
		t_wire_blocks(&f.wire, 0, &block, 1);
		assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), 0);
		t_client_close(&f.client);
	}
	end(&f);
}

TEST(a_folder_that_was_removed_is_made_again)
{
	const struct t_wire_block block = { .serial = 1 };
	struct fixture f;
	size_t count;

	T_UNUSED;
	begin(&f, false);
	t_remove(strdup(f.server.dir));
	for (uint32_t i = 0; i < 2; i++) {
		t_wire_blocks(&f.wire, 0, &block, 1);
		assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), 0);
		free(t_server_read(&f.server, i ? "again-1-1" : NAME, "blocks-0.0.cst", &count));
		assert_int_equal(count, 1024);
		t_client_close(&f.client);
		t_client_open(&f.client, &f.server);
		t_wire_hello(&f.wire, 2);
		t_wire_process(&f.wire, 0, "again-1-1", "{}");
	}
	assert_int_equal(f.server.store.totals.captures, 2);
	assert_non_null(
		strstr(f.server.lines, " was removed or moved: captures go into a new one\n"));
	end(&f);
}

TEST(free_space_has_a_floor)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	f.server.store.budget.min_free_bytes = UINT64_C(1) << 60;
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), CSA_E_IO);
	assert_string_equal(f.client.err.msg,
			    "less than 1099511627776 MB are free (--min-free-mb)");
	assert_int_equal(f.client.last.final, 1);
	expect_stopped(&f, CSF_MARKER_MIN_FREE, UINT64_C(1) << 60,
		       "\"stopped_by\":\"less than 1099");
	end(&f);
}

TEST(a_folder_that_cannot_be_written_ends_the_connection)
{
	struct fixture f;
	char *path;

	T_UNUSED;
	begin(&f, false);
	path = t_path(f.server.dir, "peer");
	t_write_file(path, "x", 1);
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), CSA_E_SYSTEM);
	assert_string_equal(f.client.err.msg, "folder peer: Not a directory");
	assert_int_equal(f.client.last.final, 0);
	free(path);
	end(&f);
}

TEST(threads_beyond_the_memory_are_refused)
{
	struct fixture f;

	T_UNUSED;
	begin(&f, false);
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), 0);
	f.server.store.budget.memory_bytes = CSS_MEMORY_MAX;
	for (uint32_t i = 0; i < 2; i++) {
		const struct t_wire_block block = { .serial = i + 1, .sequence = 0 };

		t_wire_blocks(&f.wire, 0, &block, 1);
	}
	assert_int_equal(t_client_say(&f.client, &f.wire, SIZE_MAX), CSA_E_NOMEM);
	assert_string_equal(f.client.err.msg,
			    "too many threads at once: 24 MB of memory are in use");
	assert_int_equal(f.client.last.final, 0);
	/* What it held is given back. */
	assert_int_equal(f.server.store.budget.memory_bytes, CSS_MEMORY_MAX);
	end(&f);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(lengths_that_do_not_add_up),
		CASE(windows_beyond_the_limits),
		CASE(facts_that_are_no_json),
		CASE(processes_that_were_not_said_or_are_said_twice),
		CASE(too_many_processes_at_once),
		CASE(modules_grow_at_their_end_only),
		CASE(modules_have_a_limit),
		CASE(blocks_that_contradict_their_header),
		CASE(damage_on_the_way_is_worth_another_try),
		CASE(a_client_has_a_limit_on_disk),
		CASE(all_clients_together_have_a_limit),
		CASE(captures_that_were_removed_count_no_more),
		CASE(a_folder_that_was_removed_is_made_again),
		CASE(free_space_has_a_floor),
		CASE(a_folder_that_cannot_be_written_ends_the_connection),
		CASE(threads_beyond_the_memory_are_refused),
	};

	return T_RUN(cases, argc, argv);
}
