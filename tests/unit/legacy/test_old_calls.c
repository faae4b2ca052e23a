/* SPDX-License-Identifier: MIT */
/* Enters and exits of old event files: every version, byte order and clock, and what can be wrong. */
#include <stdlib.h>

#include "old_builder.h"
#include "old_report.h"
#include "open_calls.h"
#include "report_reader.h"
#include "test_files.h"

enum { ENTER, EXIT };

#define MAIN 0x1000u
#define LEAF 0x1100u
#define SITE 0x1010u

static const struct t_old_header in_ns = { .version = 2, .first_ns = 1000, .pid = 7 };

/* main calls leaf three times: 10 ns, 20 ns, 30 ns, in units of @tick. */
static void add_calls(struct t_old *old, uint64_t start, uint64_t bias, uint32_t tid, uint64_t tick)
{
	t_old_record(old, start, bias + MAIN, 0, tid, ENTER);
	for (uint64_t i = 1; i <= 3; i++) {
		t_old_record(old, start + i * 100 * tick, bias + LEAF, bias + SITE, tid, ENTER);
		t_old_record(old, start + (i * 100 + i * 10) * tick, bias + LEAF, bias + SITE, tid,
			     EXIT);
	}
	t_old_record(old, start + 500 * tick, bias + MAIN, 0, tid, EXIT);
}

static void check_calls(const struct csa_report *report)
{
	t_check_row(report, MAIN, 1, 500, 440);
	t_check_row(report, LEAF, 3, 60, 60);
	assert_int_equal(t_row(report, LEAF)->min_ns, 10);
	assert_int_equal(t_row(report, LEAF)->max_ns, 30);
	assert_int_equal(report->summary.events, 8);
	t_check_sums(report);
}

/* A file of one thread, and its report. */
static void report_one(struct t_old *old, struct t_old_report *r, bool is_damaged)
{
	char *dir = t_temp_dir();

	t_old_write(old, dir, "trace.7.7.0.bin");
	t_old_report(r, dir, is_damaged);
	t_remove(dir);
}

static void check_one(const struct t_old_header *header, uint64_t start, uint64_t bias,
		      uint64_t tick)
{
	struct t_old_report r;
	struct t_old old;

	t_old_events(&old, header);
	add_calls(&old, start, bias, 7, tick);
	report_one(&old, &r, false);
	check_calls(&r.report);
	assert_int_equal(r.report.processes[0].pid, 7);
	t_old_report_release(&r);
}

TEST(every_version_and_byte_order)
{
	T_UNUSED;
	for (unsigned version = 1; version <= 2; version++) {
		for (unsigned big = 0; big < 2; big++) {
			struct t_old_header h = in_ns;

			h.version = version;
			h.is_big_endian = big;
			check_one(&h, 5000, 0, 1);
		}
	}
}

TEST(addresses_are_link_time_ones)
{
	struct t_old_header h = in_ns;

	T_UNUSED;
	h.bias = 0x555555554000;
	check_one(&h, 5000, h.bias, 1);
}

TEST(ticks_have_the_rate_of_the_header_without_an_anchor)
{
	struct t_old_header h = in_ns;

	T_UNUSED;
	h.flags = 1;
	h.tick_hz = 4000000000;
	h.first_ticks = 70000;
	check_one(&h, 80000, 0, 4);
}

TEST(ticks_have_the_rate_of_the_anchor)
{
	struct t_old_header h = in_ns;
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	h.flags = 1;
	h.tick_hz = 3999999999; /* measured, and not quite right */
	h.first_ticks = 70000;
	t_old_events(&old, &h);
	add_calls(&old, 80000, 0, 7, 4);
	t_old_record(&old, 70000 + 4ull * 10000000, 6, 1000 + 10000000, 7, 2);
	report_one(&old, &r, false);
	check_calls(&r.report);
	assert_true(r.report.processes[0].has_ended);
	t_old_report_release(&r);
}

TEST(call_sites_are_kept)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	add_calls(&old, 5000, 0, 7, 1);
	report_one(&old, &r, false);
	/* One word for main, two for the first leaf, one for each other event. */
	assert_int_equal(r.report.processes[0].block_bytes, 576 + 8 * 9);
	t_old_report_release(&r);
}

TEST(threads_of_one_file_are_told_apart)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	for (uint32_t tid = 1; tid <= 300; tid++)
		t_old_record(&old, 5000 + tid, MAIN, 0, tid, ENTER);
	for (uint32_t tid = 1; tid <= 300; tid++)
		t_old_record(&old, 6000 + tid, MAIN, 0, tid, EXIT);
	report_one(&old, &r, false);
	t_check_row(&r.report, MAIN, 300, 300 * 1000, 300 * 1000);
	assert_int_equal(r.report.summary.threads, 300);
	assert_int_equal(r.report.threads[299].tid, 300);
	t_old_report_release(&r);
}

TEST(long_files_have_many_blocks)
{
	struct t_old_report r;
	struct t_old old;
	uint64_t now = 5000;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	t_old_record(&old, now, MAIN, 0, 7, ENTER);
	for (unsigned i = 0; i < 50000; i++) {
		/* Every hundredth gap is longer than a word's time. */
		now += i % 100 ? 10 : 3000000;
		t_old_record(&old, now, LEAF, SITE + i % 3, 7, ENTER);
		t_old_record(&old, now += 5, LEAF, 0, 7, EXIT);
	}
	t_old_record(&old, now + 10, MAIN, 0, 7, EXIT);
	report_one(&old, &r, false);
	t_check_row(&r.report, LEAF, 50000, 250000, 250000);
	t_check_row(&r.report, MAIN, 1, now + 10 - 5000, now + 10 - 5000 - 250000);
	assert_int_equal(r.report.summary.unwound, 0);
	t_check_sums(&r.report);
	t_old_report_release(&r);
}

TEST(calls_below_deep_stacks_are_known_in_every_block)
{
	struct t_old_report r;
	struct t_old old;
	uint64_t now = 5000;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	for (unsigned i = 0; i < 1000; i++)
		t_old_record(&old, now++, MAIN + i, 0, 7, ENTER);
	for (unsigned i = 0; i < 20000; i++) {
		t_old_record(&old, now++, 0x9000, 0, 7, ENTER);
		t_old_record(&old, now++, 0x9000, 0, 7, EXIT);
	}
	for (unsigned i = 1000; i-- > 0;)
		t_old_record(&old, now++, MAIN + i, 0, 7, EXIT);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.calls, 21000);
	assert_int_equal(r.report.summary.unwound, 0);
	assert_int_equal(r.report.summary.unmatched, 0);
	assert_int_equal(t_row(&r.report, MAIN)->incl_ns, now - 1 - 5000);
	t_check_sums(&r.report);
	t_old_report_release(&r);
}

TEST(functions_beyond_42_bits_and_at_low_bits_of_zero)
{
	const uint64_t far = 0x7fff12345678;
	const uint64_t low_bits_zero = 1ull << 42;
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	t_old_record(&old, 5000, MAIN, 0, 7, ENTER);
	t_old_record(&old, 5010, far, 0, 7, ENTER);
	t_old_record(&old, 0x200000, low_bits_zero, 0, 7,
		     ENTER); /* a word of zeros but for its kind */
	t_old_record(&old, 0x200010, low_bits_zero, 0, 7, EXIT);
	t_old_record(&old, 0x200020, far, 0, 7, EXIT);
	t_old_record(&old, 0x200030, MAIN, 0, 7, EXIT);
	report_one(&old, &r, false);
	t_check_row(&r.report, far, 1, 0x200020 - 5010, 0x200020 - 5010 - 16);
	t_check_row(&r.report, low_bits_zero, 1, 16, 16);
	assert_int_equal(r.report.summary.unwound, 0);
	t_old_report_release(&r);
}

TEST(frames_left_without_an_exit_are_unwound)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	t_old_record(&old, 5000, MAIN, 0, 7, ENTER);
	t_old_record(&old, 5010, LEAF, 0, 7, ENTER); /* longjmp() */
	t_old_record(&old, 5100, MAIN, 0, 7, EXIT);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.unwound, 1);
	t_check_row(&r.report, LEAF, 1, 90, 90);
	t_check_row(&r.report, MAIN, 1, 100, 10);
	t_old_report_release(&r);
}

TEST(exits_older_than_the_capture_are_unmatched)
{
	struct t_old_header h = in_ns;
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	h.flags = 2;
	t_old_events(&old, &h);
	t_old_record(&old, 5000, LEAF, 0, 7, EXIT);
	add_calls(&old, 6000, 0, 7, 1);
	t_old_record(&old, 7000, MAIN, 0, 7, EXIT);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.unmatched, 2);
	t_check_row(&r.report, MAIN, 1, 500, 440);
	t_old_report_release(&r);
}

/* Written round and round: the newest events stand before the oldest. */
TEST(a_wrapped_file_is_read_from_its_oldest_event)
{
	struct t_old_header h = in_ns;
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	h.flags = 2;
	t_old_events(&old, &h);
	t_old_record(&old, 5300, LEAF, 0, 7, ENTER);
	t_old_record(&old, 5330, LEAF, 0, 7, EXIT);
	t_old_record(&old, 5500, MAIN, 0, 7, EXIT);
	t_old_record(&old, 5000, MAIN, 0, 7, ENTER);
	t_old_record(&old, 5100, LEAF, 0, 7, ENTER);
	t_old_record(&old, 5110, LEAF, 0, 7, EXIT);
	t_old_record(&old, 5200, LEAF, 0, 7, ENTER);
	t_old_record(&old, 5220, LEAF, 0, 7, EXIT);
	report_one(&old, &r, false);
	check_calls(&r.report);
	assert_int_equal(r.report.summary.clock_steps, 0);
	t_old_report_release(&r);
}

TEST(a_step_back_of_the_clock_is_counted)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	t_old_record(&old, 5000, MAIN, 0, 7, ENTER);
	t_old_record(&old, 4000, LEAF, 0, 7, ENTER);
	t_old_record(&old, 4010, LEAF, 0, 7, EXIT);
	t_old_record(&old, 6000, MAIN, 0, 7, EXIT);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.clock_steps, 1);
	t_check_row(&r.report, LEAF, 1, 10, 10);
	t_old_report_release(&r);
}

TEST(a_file_cut_in_a_record_keeps_what_is_before)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	add_calls(&old, 5000, 0, 7, 1);
	old.count -= 13; /* of the last exit */
	report_one(&old, &r, true);
	assert_int_equal(r.report.summary.events, 7);
	assert_int_equal(r.report.summary.open, 1);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "trace.7.7.0.bin: offset 304: cut record: 19 bytes are there, "
				 "expected 32"),
			 1);
	t_old_report_release(&r);
}

TEST(damaged_records_are_named_once_a_place)
{
	static const unsigned char garbage[64] = { [28] = 9, [60] = 200 };
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	t_old_bytes(&old, garbage, sizeof(garbage));
	add_calls(&old, 5000, 0, 7, 1);
	t_old_record(&old, 6000, 0, 0, 7, ENTER);
	report_one(&old, &r, true);
	check_calls(&r.report);
	assert_int_equal(r.report.notes.total[CSA_NOTE_DAMAGE], 2);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "offset 80: kind is 9, expected 0 to 3; 2 records are left out"),
			 1);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_DAMAGE,
				 "offset 400: address of the function is 0"),
			 1);
	t_old_report_release(&r);
}

TEST(empty_records_are_counted)
{
	static const unsigned char zeros[320] = { 0 };
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	add_calls(&old, 5000, 0, 7, 1);
	t_old_bytes(&old, zeros, sizeof(zeros));
	report_one(&old, &r, false);
	check_calls(&r.report);
	assert_int_equal(t_notes(&r.report, CSA_NOTE_INFO, "process 7: empty records: 10"), 1);
	t_old_report_release(&r);
}

/* Every exit looks for a call that is not open: a million steps each would take hours. */
TEST(many_exits_in_vain_below_a_deep_stack_end_soon)
{
	struct t_old_report r;
	struct t_old old;

	T_UNUSED;
	t_old_events(&old, &in_ns);
	for (unsigned i = 0; i < 200000; i++)
		t_old_record(&old, 5000 + i, MAIN, 0, 7, ENTER);
	for (unsigned i = 0; i < 200000; i++)
		t_old_record(&old, 300000 + i, LEAF, 0, 7, EXIT);
	report_one(&old, &r, false);
	assert_int_equal(r.report.summary.unmatched, 200000);
	assert_int_equal(r.report.summary.open, 200000);
	t_old_report_release(&r);
}

TEST(searches_in_vain_become_short)
{
	struct csa_open_calls calls = { 0 };

	T_UNUSED;
	assert_true(csa_open_calls_push(&calls, MAIN, 5000));
	for (unsigned i = 0; i < 1000; i++)
		assert_true(csa_open_calls_push(&calls, LEAF, 5001 + i));
	for (unsigned i = 0; i < 63; i++)
		assert_int_equal(csa_open_calls_find(&calls, 0x9999), UINT32_MAX);
	assert_int_equal(csa_open_calls_find(&calls, MAIN), 0); /* there is credit for one more */
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(csa_open_calls_find(&calls, 0x9999), UINT32_MAX);
	assert_int_equal(csa_open_calls_find(&calls, MAIN), UINT32_MAX);
	assert_int_equal(csa_open_calls_find(&calls, LEAF), 1000);
	for (unsigned i = 0; i < 20; i++)
		assert_true(csa_open_calls_push(&calls, LEAF, 7000));
	assert_int_equal(csa_open_calls_find(&calls, MAIN), 0);
	csa_open_calls_release(&calls);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_version_and_byte_order),
		CASE(addresses_are_link_time_ones),
		CASE(ticks_have_the_rate_of_the_header_without_an_anchor),
		CASE(ticks_have_the_rate_of_the_anchor),
		CASE(call_sites_are_kept),
		CASE(threads_of_one_file_are_told_apart),
		CASE(long_files_have_many_blocks),
		CASE(calls_below_deep_stacks_are_known_in_every_block),
		CASE(functions_beyond_42_bits_and_at_low_bits_of_zero),
		CASE(frames_left_without_an_exit_are_unwound),
		CASE(exits_older_than_the_capture_are_unmatched),
		CASE(a_wrapped_file_is_read_from_its_oldest_event),
		CASE(a_step_back_of_the_clock_is_counted),
		CASE(a_file_cut_in_a_record_keeps_what_is_before),
		CASE(damaged_records_are_named_once_a_place),
		CASE(empty_records_are_counted),
		CASE(many_exits_in_vain_below_a_deep_stack_end_soon),
		CASE(searches_in_vain_become_short),
	};

	return T_RUN(cases, argc, argv);
}
