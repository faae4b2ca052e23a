/* SPDX-License-Identifier: MIT */
/* Which calls the page keeps when there is no room for all, and the text that bytes become. */
#define _GNU_SOURCE /* open_memstream */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base64_text.h"
#include "html_calls.h"

static void check_base64(const char *bytes, const char *expected)
{
	for (size_t cut = 0; cut <= strlen(bytes); cut++) {
		char *text = NULL;
		size_t size;
		struct csa_base64 writer = { .out = open_memstream(&text, &size) };

		csa_base64_add(&writer, bytes, cut);
		csa_base64_add(&writer, bytes + cut, strlen(bytes) - cut);
		csa_base64_end(&writer);
		fclose(writer.out);
		assert_string_equal(text, expected);
		free(text);
	}
}

TEST(bytes_become_text_wherever_they_are_cut)
{
	T_UNUSED;
	check_base64("", "");
	check_base64("f", "Zg==");
	check_base64("fo", "Zm8=");
	check_base64("foo", "Zm9v");
	check_base64("foob", "Zm9vYg==");
	check_base64("fooba", "Zm9vYmE=");
	check_base64("foobar", "Zm9vYmFy");
	check_base64("\xff\xfe\xfd\xfc", "//79/A==");
}

#define CALLS 4000u

/* Made by hand: what was added, and what is read back. */
struct made {
	struct csa_call exits[CALLS];
	uint64_t begins[CALLS];
	size_t count;
	uint64_t now;
};

static uint32_t random_of(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*seed >> 33);
}

/* A call of some depth with all that it makes; exits come in the order of time. */
static void make_call(struct made *made, uint32_t depth, uint64_t *seed)
{
	uint64_t begin = made->now;
	unsigned callees = depth < 6 ? random_of(seed) % 4 : 0;
	bool odd = random_of(seed) % 100 == 0;

	made->now += random_of(seed) % 50;
	while (callees-- && made->count < CALLS - 8)
		make_call(made, depth + 1, seed);
	made->now += random_of(seed) % 50;
	made->begins[made->count] = begin;
	made->exits[made->count++] = (struct csa_call){
		.ns = made->now,
		.kind = CSA_CALL_EXIT,
		.row = random_of(seed) % 300,
		.depth = depth,
		.flags = random_of(seed) % 5 == 0 ? CSA_CALL_UNWOUND | CSA_CALL_OUTERMOST : 0,
		.exit = { .duration_ns = made->now - begin + (odd ? 7 : 0) },
	};
}

static uint64_t take(const uint8_t **p)
{
	uint64_t value = 0;
	unsigned shift = 0;

	while (**p & 0x80) {
		value |= (uint64_t)(*(*p)++ & 0x7f) << shift;
		shift += 7;
	}
	return value | (uint64_t) * (*p)++ << shift;
}

/* The records of @track are those of @made that lasted long enough, and no others. */
static void check_track(const struct csa_html_track *track, const struct made *made,
			uint64_t below_ns)
{
	const uint8_t *p = track->bytes.items;
	uint64_t depth = 0;
	uint64_t ns = 0;

	for (size_t i = 0; i < made->count; i++) {
		const struct csa_call *exit = &made->exits[i];
		uint64_t length = exit->ns - made->begins[i];
		uint64_t head;
		unsigned flags;

		if (length < below_ns)
			continue;
		head = take(&p);
		depth += head & 2 ? 0 - (head >> 2) : head >> 2;
		assert_int_equal(depth, exit->depth);
		flags = head & 1 ? *p++ : 0;
		assert_int_equal(flags & ~CSA_HTML_ODD, exit->flags & CSA_CALL_UNWOUND);
		ns += take(&p);
		assert_int_equal(ns, exit->ns);
		assert_int_equal(take(&p), length);
		assert_int_equal(take(&p), exit->row);
		assert_int_equal(flags & CSA_HTML_ODD ? take(&p) : length, exit->exit.duration_ns);
	}
	assert_ptr_equal(p, track->bytes.items + track->bytes.count);
}

/* What was left out is counted where it ended. */
static void check_stretches(const struct csa_html_track *track, const struct made *made,
			    uint64_t below_ns)
{
	uint64_t counts[CSA_HTML_STRETCHES] = { 0 };
	uint64_t sum = 0;

	for (size_t i = 0; i < made->count; i++) {
		if (made->exits[i].ns - made->begins[i] >= below_ns)
			continue;
		assert_true(made->exits[i].ns >> track->stretch_shift < CSA_HTML_STRETCHES);
		counts[made->exits[i].ns >> track->stretch_shift]++;
		sum++;
	}
	assert_int_equal(track->left_out, sum);
	assert_int_equal(track->stretches != NULL, sum != 0);
	if (sum)
		assert_memory_equal(track->stretches, counts, sizeof(counts));
}

static void check_limit(uint64_t limit)
{
	static struct made made[3];
	struct csa_html_calls calls = { .limit = limit };
	uint64_t seed = limit;
	uint64_t total = 0;

	for (unsigned t = 0; t < 3; t++) {
		made[t].count = 0;
		made[t].now = 1000 * t;
		assert_true(csa_html_calls_thread(&calls, &(struct csa_call_thread){ .tid = t }));
		while (made[t].count < CALLS - 100)
			make_call(&made[t], 1, &seed);
		for (size_t i = 0; i < made[t].count; i++)
			assert_true(
				csa_html_calls_add(&calls, made[t].begins[i], &made[t].exits[i]));
		total += made[t].count;
	}
	assert_true(calls.count <= limit);
	assert_int_equal(calls.count + calls.left_out, total);
	assert_int_equal(calls.left_out == 0, total <= limit);
	assert_int_equal(calls.left_out == 0, calls.below_ns == 0);
	if (calls.left_out)
		assert_true(calls.count >= limit / 8); /* of its room the page uses a part */
	for (unsigned t = 0; t < 3; t++) {
		check_track(&calls.tracks.items[t], &made[t], calls.below_ns);
		check_stretches(&calls.tracks.items[t], &made[t], calls.below_ns);
	}
	csa_html_calls_release(&calls);
}

TEST(all_calls_are_kept_while_there_is_room)
{
	T_UNUSED;
	check_limit(1000000);
}

TEST(the_shortest_calls_of_all_threads_go_first)
{
	T_UNUSED;
	check_limit(6000);
	check_limit(1000);
	check_limit(100);
	check_limit(1);
}

TEST(times_of_all_sizes_come_back)
{
	static struct made made;
	static const uint64_t times[] = {
		0, 0, 1, 127, 128, 16384, UINT64_C(1) << 40, UINT64_MAX / 2, UINT64_MAX
	};
	struct csa_html_calls calls = { .limit = 100 };

	T_UNUSED;
	made.count = 0;
	assert_true(csa_html_calls_thread(&calls, &(struct csa_call_thread){ .tid = 1 }));
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		made.exits[made.count] = (struct csa_call){
			.ns = times[i],
			.row = i % 2 ? UINT32_MAX - 1 : 0,
			.depth = i % 3 ? 1 : 100000,
			.exit = { .duration_ns = times[i] },
		};
		made.begins[made.count] = 0;
		assert_true(csa_html_calls_add(&calls, 0, &made.exits[made.count++]));
	}
	check_track(&calls.tracks.items[0], &made, 0);
	csa_html_calls_release(&calls);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(bytes_become_text_wherever_they_are_cut),
		CASE(all_calls_are_kept_while_there_is_room),
		CASE(the_shortest_calls_of_all_threads_go_first),
		CASE(times_of_all_sizes_come_back),
	};

	return T_RUN(cases, argc, argv);
}
