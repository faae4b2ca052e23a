/* SPDX-License-Identifier: MIT */
/* A capture that is matched while it grows gives what one pass over the whole gives, at every stage. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture_symbols.h"
#include "match_grown.h"
#include "trace_builder.h"

#define FUNCTIONS 9u
#define THREADS   4u
#define STRIPES   2u

static uint64_t state;

static unsigned pick(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 33) % below);
}

/* A block of lane 1 is a part of its block of lane 0, and written before it. */
static void end_block(struct t_thread *thread, struct t_thread *lane1, uint64_t ticks,
		      enum t_block_fate fate)
{
	t_block(lane1, T_BLOCK_WRITTEN);
	t_block(thread, fate);
	/* The next one is open at once, before any handler. */
	t_marker(thread, ticks, CSF_MARKER_RESUMED, 1);
}

/* A handler that interrupts a hook. */
static void interrupt(struct t_thread *lane1, uint64_t *ticks)
{
	t_enter_at(lane1, *ticks, 0x20000 + 64 * pick(2), 1);
	*ticks += pick(50);
	t_exit(lane1, *ticks);
	(*ticks)++; /* of one time, lane 0 would come first */
}

static void step(struct t_thread *thread, struct t_thread *lane1, uint64_t *ticks,
		 unsigned missing_percent)
{
	unsigned dice = pick(1000);

	*ticks += pick(60) == 0 ? pick(1u << 22) : pick(50);
	if (dice < 8)
		end_block(thread, lane1, *ticks,
			  pick(100) < missing_percent ? T_BLOCK_MISSING : T_BLOCK_WRITTEN);
	else if (dice > 960 && t_depth(thread))
		interrupt(lane1, ticks);
	else if (dice == 30)
		t_block(lane1, T_BLOCK_WRITTEN);
	else if (dice < 14 && t_depth(thread))
		t_unwound(thread, *ticks, t_depth(thread) - 1);
	else if (dice < 20)
		t_unmatched(thread, *ticks, 0x90000);
	else if (dice < 24)
		t_marker(thread, *ticks, CSF_MARKER_RESUMED, dice);
	else if (t_depth(thread) && dice % 100 < 49)
		t_exit(thread, *ticks);
	else
		t_enter(thread, *ticks, 0x10000 + 64 * pick(FUNCTIONS));
}

static void build(const char *dir, uint64_t seed, unsigned missing_percent)
{
	const struct t_trace_options options = { .stripes = STRIPES, .name = "app" };
	struct t_trace *trace = t_trace_new(dir, &options);
	uint64_t ticks = 2000;

	state = 88172645463325252u + seed * 7919;
	for (unsigned i = 0; i < THREADS; i++) {
		struct t_thread *thread = t_thread_new(trace, 100 + i);
		struct t_thread *lane1 = t_thread_lane1(thread);

		for (unsigned n = 0; n < 4000; n++)
			step(thread, lane1, &ticks, missing_percent);
	}
	t_trace_end(trace, false);
}

/* The two block files as they are at the end. */
struct file {
	char *path;
	char *bytes;
	size_t length;
	size_t shown;
	size_t whole; /* part of shown: whole blocks */
};

static void load(struct file *file, const char *process, const char *name)
{
	FILE *stream;

	file->path = t_path(process, name);
	file->length = t_file_bytes(file->path);
	file->bytes = malloc(file->length + 1);
	file->shown = 0;
	stream = fopen(file->path, "rb");
	assert_non_null(stream);
	assert_int_equal(fread(file->bytes, 1, file->length, stream), file->length);
	fclose(stream);
	t_truncate(file->path, 0);
}

/* Mostly up to the end of a block: a header says how long it is. */
static void show_more(struct file *file)
{
	size_t blocks = pick(8);

	while (blocks-- && file->shown < file->length) {
		const struct csf_block *block =
			(const struct csf_block *)(file->bytes + file->whole);

		file->whole += block->used_bytes;
		file->shown = file->whole;
	}
	if (pick(3) == 0)
		file->shown += pick(300);
	file->shown = file->shown < file->length ? file->shown : file->length;
	t_write_file(file->path, file->bytes, file->shown);
}

static void check_row(const struct csa_row_stats *a, const struct csa_row_stats *b)
{
	assert_int_equal(a->calls, b->calls);
	assert_int_equal(a->total_ns, b->total_ns);
	assert_int_equal(a->self_ns, b->self_ns);
	assert_int_equal(a->nested_ns, b->nested_ns);
	assert_int_equal(a->min_ns, b->min_ns);
	assert_int_equal(a->max_ns, b->max_ns);
	assert_int_equal(a->children, b->children);
	assert_int_equal(a->unwound, b->unwound);
	assert_int_equal(a->open, b->open);
	assert_int_equal(a->open_total_ns, b->open_total_ns);
	assert_int_equal(csa_histogram_total(&a->durations), csa_histogram_total(&b->durations));
}

static uint64_t tree_sum(const struct csa_tree *tree)
{
	uint64_t sum = 0;

	/* Weighed by depth: a call below the wrong caller changes it. */
	for (uint32_t i = 2; i < tree->count; i++) {
		uint64_t depth = 1;

		for (uint32_t n = i; n; n = tree->nodes[n].parent)
			depth = 31 * depth + tree->nodes[n].row;
		sum += depth * (tree->nodes[i].self_ns + 7 * tree->nodes[i].calls);
	}
	return sum;
}

static void check_same(const struct csa_match_output *a, const struct csa_match_output *b,
		       const struct csa_capture *capture, uint32_t rows)
{
	static const struct csa_row_stats none = { .min_ns = UINT64_MAX };
	uint64_t count_a = 0;
	uint64_t count_b = 0;

	for (uint32_t i = 0; i < rows; i++) {
		const struct csa_row_stats *x = csa_stats_borrow(&a->stats, i);
		const struct csa_row_stats *y = csa_stats_borrow(&b->stats, i);

		check_row(x ? x : &none, y ? y : &none);
	}
	for (size_t i = 0; i < capture->lane_count; i++)
		assert_memory_equal(&a->lanes[i], &b->lanes[i], sizeof(a->lanes[i]));
	for (size_t i = 0; i < a->marker_count; i++)
		count_a += a->markers[i].count;
	for (size_t i = 0; i < b->marker_count; i++)
		count_b += b->markers[i].count;
	assert_int_equal(count_a, count_b);
	assert_int_equal(tree_sum(&a->tree), tree_sum(&b->tree));
}

struct fixture {
	char *dir;
	char *process;
	struct file files[STRIPES];
	struct csa_capture capture;
	struct csa_notes notes;
	struct csa_symbols *symbols;
	struct csa_row_table rows;
	struct csa_err err;
};

static void open_fixture(struct fixture *f, uint64_t seed, unsigned missing_percent)
{
	static const struct csa_symbol_sources sources;

	memset(f, 0, sizeof(*f));
	f->dir = t_temp_dir();
	f->process = t_path(f->dir, "app");
	build(f->dir, seed, missing_percent);
	load(&f->files[0], f->process, "blocks-0.0.cst");
	load(&f->files[1], f->process, "blocks-1.0.cst");
	csa_notes_init(&f->notes);
	assert_int_equal(csa_rows_init(&f->rows, &f->err), 0);
	assert_int_equal(csa_capture_open(&f->capture, f->process, &f->notes, &f->err), 0);
	assert_int_equal(csa_capture_symbols(&f->symbols, &f->capture, &sources, NULL, &f->err), 0);
}

static void close_fixture(struct fixture *f)
{
	for (unsigned i = 0; i < STRIPES; i++) {
		free(f->files[i].path);
		free(f->files[i].bytes);
	}
	csa_capture_close(&f->capture);
	csa_notes_release(&f->notes);
	csa_rows_release(&f->rows);
	csa_symbols_free(f->symbols);
	free(f->process);
	t_remove(f->dir);
}

/* A block that is half in its file is read as far as it goes, but its parts of lane 1 are not: two passes may
 * differ in what they take for foreign. */
static bool has_cut_block(const struct csa_capture *capture)
{
	for (size_t i = 0; i < capture->block_count; i++) {
		if (capture->blocks[i].flags & CSA_REF_CUT)
			return true;
	}
	return false;
}

/* Return: blocks that were joined for good at the end. */
static size_t grow_and_check(uint64_t seed, unsigned missing_percent)
{
	const struct csa_match_options options = { .workers = 2, .wants_tree = true };
	struct csa_match_grown grown = { 0 };
	struct csa_address_space space = { 0 };
	struct fixture f;
	size_t joined = 0;
	unsigned compared = 0;

	open_fixture(&f, seed, missing_percent);
	space.modules = &f.capture.modules;
	space.symbols = f.symbols;
	while (f.files[0].shown < f.files[0].length || f.files[1].shown < f.files[1].length) {
		struct csa_match_output step_by_step;
		struct csa_match_output at_once;

		show_more(&f.files[pick(STRIPES)]);
		assert_int_equal(csa_capture_refresh(&f.capture, &f.notes, &f.err), 0);
		assert_int_equal(csa_match_grown(&grown, &f.capture, &space, &f.rows, &options,
						 &step_by_step, &f.notes, &f.err),
				 0);
		assert_int_equal(csa_match_capture(&f.capture, &space, &f.rows, &options, &at_once,
						   &f.notes, &f.err),
				 0);
		if (!has_cut_block(&f.capture)) {
			check_same(&step_by_step, &at_once, &f.capture, f.rows.count);
			compared++;
		}
		csa_match_output_release(&step_by_step);
		csa_match_output_release(&at_once);
	}
	for (uint32_t i = 0; i < grown.states.count; i++)
		joined += grown.states.items[i].joined;
	csa_match_grown_release(&grown);
	close_fixture(&f);
	assert_true(compared > 5);
	return joined;
}

TEST(every_stage_is_what_one_pass_makes_of_it)
{
	T_UNUSED;
	for (uint64_t seed = 0; seed < 6; seed++)
		assert_true(grow_and_check(seed, 0) > 60);
}

TEST(also_when_blocks_are_missing)
{
	T_UNUSED;
	for (uint64_t seed = 20; seed < 24; seed++)
		assert_true(grow_and_check(seed, 20) > 40);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_stage_is_what_one_pass_makes_of_it),
		CASE(also_when_blocks_are_missing),
	};

	return T_RUN(cases, argc, argv);
}
