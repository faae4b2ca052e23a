/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "capture_dir.h"
#include "trace_builder.h"
#include "word_reader.h"

static uint64_t block[CSF_BLOCK_BYTES / 8];
static struct csa_word_reader reader;
static struct csa_record record;
static struct csa_err err;

/* Reads the one block of a trace that @fill writes. */
static void build(void (*fill)(struct t_thread *thread), bool is_wide)
{
	char *dir = t_temp_dir();
	struct t_trace *trace = t_trace_new(dir, &(struct t_trace_options){ .is_wide = is_wide });
	char *process = strdup(t_trace_dir(trace));
	struct csa_capture capture;
	struct csa_notes notes;
	int bytes;

	fill(t_thread_new(trace, 7));
	t_trace_end(trace, true);
	csa_notes_init(&notes);
	assert_int_equal(csa_capture_open(&capture, process, &notes, NULL), 0);
	assert_int_equal(capture.block_count, 1);
	bytes = csa_capture_read_block(&capture, &capture.blocks[0], block, NULL);
	assert_true(bytes > 0);
	csa_capture_close(&capture);
	csa_notes_release(&notes);
	free(process);
	t_remove(dir);
	err = (struct csa_err){ 0 };
	csa_word_reader_init(&reader, block, (uint32_t)bytes);
}

static void fill_kinds(struct t_thread *thread)
{
	t_enter(thread, 2000, 0x1000);
	t_enter_at(thread, 2010, 0x7f0000002000, CSF_CALLSITE_INLINED | 5);
	t_word(thread, 0);
	t_exit(thread, 2020);
	t_exit(thread, 2000 + (1u << 21));
	t_marker(thread, 2001 + (1u << 21), CSF_MARKER_MAX_BYTES, 77);
	t_unwound(thread, 2002 + (1u << 21), 0);
}

static void expect(unsigned kind, uint64_t ticks, uint64_t address)
{
	assert_int_equal(csa_word_reader_next(&reader, &record, &err), 1);
	assert_int_equal(record.kind, kind);
	assert_int_equal(record.ticks, ticks);
	if (kind != CSF_KIND_EXTENDED)
		assert_int_equal(record.address, address);
}

static void check_kinds(uint64_t mask)
{
	expect(CSF_KIND_ENTER, 2000, 0x1000);
	assert_int_equal(record.offset, CSF_BLOCK_HEADER_BYTES);
	assert_int_equal(record.callsite, 0);
	expect(CSF_KIND_ENTER_AT, 2010, 0x7f0000002000 & mask);
	assert_int_equal(record.callsite, CSF_CALLSITE_INLINED | 5);
	expect(CSF_KIND_EXIT, 2020, 0x7f0000002000 & mask);
	expect(CSF_KIND_EXTENDED, 2000 + (1u << 21), 0);
	assert_int_equal(record.type, CSF_EXT_FULL_TIME);
	expect(CSF_KIND_EXIT, 2000 + (1u << 21), 0x1000);
	expect(CSF_KIND_EXTENDED, 2001 + (1u << 21), 0);
	assert_int_equal(record.type, CSF_EXT_MARKER);
	assert_int_equal(record.payload, CSF_MARKER_MAX_BYTES);
	assert_int_equal(record.length, 1);
	assert_int_equal(record.data[0], 77);
	expect(CSF_KIND_EXTENDED, 2002 + (1u << 21), 0);
	assert_int_equal(record.type, CSF_EXT_UNWOUND);
	assert_int_equal(csa_word_reader_next(&reader, &record, &err), 0);
}

TEST(every_kind_of_word_is_read)
{
	T_UNUSED;
	build(fill_kinds, false);
	check_kinds(CSF_ADDRESS_MASK);
}

TEST(wide_words_carry_all_address_bits)
{
	T_UNUSED;
	build(fill_kinds, true);
	check_kinds(UINT64_MAX);
}

static void fill_enter_at(struct t_thread *thread)
{
	t_enter_at(thread, 2010, 0x2000, 5);
}

TEST(a_record_that_is_cut_is_damage_with_its_place)
{
	T_UNUSED;
	build(fill_enter_at, false);
	csa_word_reader_init(&reader, block, CSF_BLOCK_HEADER_BYTES + 8);
	assert_int_equal(csa_word_reader_next(&reader, &record, &err), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "record of 2 words, 1 are left"));
	assert_int_equal(record.offset, CSF_BLOCK_HEADER_BYTES);
	assert_int_equal(csa_word_reader_next(&reader, &record, &err), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_kind_of_word_is_read),
		CASE(wide_words_carry_all_address_bits),
		CASE(a_record_that_is_cut_is_damage_with_its_place),
	};

	return T_RUN(cases, argc, argv);
}
