/* SPDX-License-Identifier: MIT */
#include "part_numbers.h"
#include "part_stream.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "test_files.h"

static char *dir;
static char *path;
static struct csa_part_writer w;
static struct csa_part_reader r;

static void begin(void)
{
	int fd;

	dir = t_temp_dir();
	path = t_path(dir, "part");
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(csa_part_writer_open(&w, fd, NULL), 0);
	close(fd);
}

static void turn_round(void)
{
	assert_int_equal(csa_part_writer_close(&w, NULL), 0);
	assert_int_equal(csa_part_reader_open(&r, path, NULL), 0);
}

static void end(void)
{
	csa_part_reader_close(&r);
	free(path);
	t_remove(dir);
}

TEST(numbers_come_back)
{
	static const uint64_t numbers[] = { 0,     1,          127,        128,        16383,
					    16384, UINT32_MAX, 1ull << 62, 1ull << 63, UINT64_MAX };
	static const int64_t signs[] = { 0, -1, 1, INT64_MIN, INT64_MAX, -64, 64 };
	const csa_i128 sum = (csa_i128)INT64_MAX * 1000 + 7;

	T_UNUSED;
	begin();
	for (size_t i = 0; i < 10; i++)
		csa_part_put(&w, numbers[i]);
	for (size_t i = 0; i < 7; i++)
		csa_part_put_signed(&w, signs[i]);
	csa_part_put_sum(&w, sum);
	csa_part_put_sum(&w, -sum);
	csa_part_put_real(&w, 12.5);
	csa_part_put_real(&w, -1e300);
	turn_round();
	for (size_t i = 0; i < 10; i++)
		assert_true(csa_part_get(&r) == numbers[i]);
	for (size_t i = 0; i < 7; i++)
		assert_true(csa_part_get_signed(&r) == signs[i]);
	assert_true(csa_part_get_sum(&r) == sum);
	assert_true(csa_part_get_sum(&r) == -sum);
	assert_true(csa_part_get_real(&r) > 12.4 && !r.has_failed);
	assert_true(csa_part_get_real(&r) < -9e299 && !r.has_failed);
	assert_true(csa_part_at_end(&r));
	end();
}

TEST(texts_come_back)
{
	struct csa_text_pool pool = { 0 };

	T_UNUSED;
	begin();
	csa_part_put_text(&w, "main");
	csa_part_put_text(&w, NULL);
	csa_part_put_text(&w, "");
	csa_part_put_text(&w, "\xc3\xa4\x1b");
	turn_round();
	assert_string_equal(csa_part_get_text(&r, &pool), "main");
	assert_null(csa_part_get_text(&r, &pool));
	assert_string_equal(csa_part_get_text(&r, &pool), "");
	assert_string_equal(csa_part_get_text(&r, &pool), "\xc3\xa4\x1b");
	assert_true(csa_part_at_end(&r));
	csa_text_pool_release(&pool);
	end();
}

TEST(a_failure_stays)
{
	T_UNUSED;
	begin();
	csa_part_put(&w, 5);
	csa_part_put(&w, 3);
	csa_part_put(&w, 4);
	turn_round();
	assert_int_equal(csa_part_get_below(&r, 6, "x"), 5);
	assert_int_equal(csa_part_get_below(&r, 3, "a thing that is none"), 0);
	assert_int_equal(csa_part_get(&r), 0);
	assert_string_equal(r.err.msg, "a thing that is none at byte 2");
	assert_false(csa_part_at_end(&r));
	end();
}

TEST(what_cannot_be_a_number_is_refused)
{
	static const struct {
		const char *bytes;
		unsigned count;
		const char *message;
	} cases[] = {
		{ "", 0, "it ends at byte 0" },
		{ "\x80\x80", 2, "it ends at byte 2" },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10,
		  "a number of more than 64 bits at byte 10" },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x01", 11,
		  "a number of more than 64 bits at byte 10" },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin();
		csa_part_put_bytes(&w, cases[i].bytes, cases[i].count);
		turn_round();
		(void)csa_part_get(&r);
		assert_true(r.has_failed);
		assert_string_equal(r.err.msg, cases[i].message);
		end();
	}
}

TEST(more_than_was_expected_is_no_part)
{
	T_UNUSED;
	begin();
	csa_part_put(&w, 1);
	csa_part_put(&w, 2);
	turn_round();
	assert_int_equal(csa_part_get(&r), 1);
	assert_false(csa_part_at_end(&r));
	end();
}

TEST(a_file_without_compression_is_no_part)
{
	struct csa_err err = { 0 };

	T_UNUSED;
	begin();
	assert_int_equal(csa_part_writer_close(&w, NULL), 0);
	t_write_file(path, "CSPART\1", 7);
	assert_int_equal(csa_part_reader_open(&r, path, &err), CSA_E_FORMAT);
	end();
}

TEST(histograms_come_back_with_carries)
{
	struct csa_histogram h = { 0 };
	struct csa_histogram read = { 0 };
	static const unsigned buckets[] = { 0, 1, 63, 64, 100, 64 * CSA_HISTOGRAM_CHUNKS - 1 };

	T_UNUSED;
	begin();
	for (size_t i = 0; i < 6; i++)
		assert_true(
			csa_histogram_add_count(&h, buckets[i], i == 3 ? 5ull << 32 | 9 : i + 1));
	assert_true(csa_histogram_add_count(&h, 64, UINT32_MAX));
	csa_part_put_histogram(&w, &h);
	csa_part_put(&w, 77);
	turn_round();
	csa_part_get_histogram(&r, &read);
	assert_int_equal(csa_part_get(&r), 77);
	assert_false(r.has_failed);
	assert_true(csa_histogram_total(&h) == csa_histogram_total(&read));
	for (unsigned bucket = 0; bucket < 64 * CSA_HISTOGRAM_CHUNKS; bucket++)
		assert_true(csa_histogram_count(&h, bucket) == csa_histogram_count(&read, bucket));
	assert_true(csa_histogram_count(&read, 64) == (5ull << 32 | 9) + UINT32_MAX);
	csa_histogram_release(&h);
	csa_histogram_release(&read);
	end();
}

TEST(a_histogram_that_lies_costs_no_memory)
{
	struct csa_histogram read = { 0 };

	T_UNUSED;
	begin();
	csa_part_put(&w, 5);
	csa_part_put(&w, UINT64_MAX);
	turn_round();
	csa_part_get_histogram(&r, &read);
	assert_true(r.has_failed);
	csa_histogram_release(&read);
	end();
	begin();
	csa_part_put(&w, 64 * CSA_HISTOGRAM_CHUNKS);
	csa_part_put(&w, 1);
	csa_part_put(&w, 1);
	csa_part_put(&w, 1);
	turn_round();
	csa_part_get_histogram(&r, &read);
	assert_true(r.has_failed);
	csa_histogram_release(&read);
	end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(numbers_come_back),
		CASE(texts_come_back),
		CASE(a_failure_stays),
		CASE(what_cannot_be_a_number_is_refused),
		CASE(more_than_was_expected_is_no_part),
		CASE(a_file_without_compression_is_no_part),
		CASE(histograms_come_back_with_carries),
		CASE(a_histogram_that_lies_costs_no_memory),
	};

	return T_RUN(cases, argc, argv);
}
