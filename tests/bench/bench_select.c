/* SPDX-License-Identifier: MIT */
/*
 * bench_select --callsight FILE --make-tree FILE --work DIR --output FILE [--sources DIR] [--quick]
 *
 * The selection step on generated trees, cold and warm, and "select --function main" on real projects
 * where their sources are; prints a table and writes every round into the output file.
 */
#define _GNU_SOURCE /* asprintf */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_run.h"
#include "bench_stats.h"

struct options {
	const char *callsight;
	const char *make_tree;
	const char *work;
	const char *output;
	const char *sources;
	bool quick;
};

/* A generated project; the second has twice the files of the first. */
struct tree {
	const char *name;
	unsigned files;
	char *folder;
	struct bench_series cold_s;
	struct bench_series warm_s;
	long peak_kb;
};

enum { HALF, WHOLE, TREES };

static const char *const packages[] = { "cjson",  "json-c", "zlib", "leveldb",
					"libuv1", "lua5.4", "lz4",  "sqlite3" };
#define PACKAGES (sizeof(packages) / sizeof(*packages))

static char *join(const char *folder, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	return path;
}

static struct bench_result run(const char *what, const char *const *argv)
{
	struct bench_result result = bench_run(argv, NULL, 2);

	if (result.status != 0) {
		fprintf(stderr, "bench_select: %s: status %d, said '%s'\n", what, result.status,
			result.output);
		exit(1);
	}
	return result;
}

static void make_tree(struct tree *tree, const struct options *options)
{
	char files[16];
	const char *argv[] = { options->make_tree, NULL, files, NULL };

	(void)snprintf(files, sizeof(files), "%u", tree->files);
	tree->folder = join(options->work, tree->name);
	argv[1] = tree->folder;
	bench_remove_tree(tree->folder);
	run("make_tree", argv);
}

static void select_once(struct tree *tree, const struct options *options,
			struct bench_series *seconds)
{
	char *plan = join(tree->folder, "plan");
	const char *const argv[] = { options->callsight, "select", "--plan", plan, NULL };
	struct bench_result result = run("select --plan", argv);

	bench_add(seconds, result.wall_ns / 1e9);
	if (result.peak_kb > tree->peak_kb)
		tree->peak_kb = result.peak_kb;
	free(plan);
}

/* Cold: nothing of an earlier selection is there. The sources are in the page cache both times. */
static void measure_tree(struct tree *tree, const struct options *options)
{
	char *cache = join(tree->folder, "cache");
	char *selection = join(tree->folder, "out/selection");

	bench_remove_tree(cache);
	unlink(selection);
	select_once(tree, options, &tree->cold_s);
	select_once(tree, options, &tree->warm_s);
	free(cache);
	free(selection);
}

static void print_row(const char *name, const struct bench_series *series, const char *unit,
		      const char *bar)
{
	printf("%-44s %9.3f %9.3f %-4s %s\n", name, bench_median(series), bench_minimum(series),
	       unit, bar);
}

static json_t *report_trees(const struct tree *trees)
{
	const struct tree *whole = &trees[WHOLE];
	struct bench_series cold = bench_ratio(&whole->cold_s, &trees[HALF].cold_s);
	struct bench_series warm = bench_ratio(&whole->warm_s, &trees[HALF].warm_s);

	printf("%-44s %9s %9s\n", "", "median", "min");
	printf("%u files of 20 functions:\n", whole->files);
	print_row("  select, cold", &whole->cold_s, "s", "(to reach: 3)");
	print_row("  select, warm", &whole->warm_s, "s", "(to reach: 0.3)");
	print_row("  twice the files, cold", &cold, "x", "(to reach: 2.4)");
	print_row("  twice the files, warm", &warm, "x", "(to reach: 2.4)");
	printf("%-44s %9.1f %9s %-4s %s\n", "  peak memory", (double)whole->peak_kb / 1024, "",
	       "MB", "(to reach: 500)");
	return json_pack("{s:I,s:I,s:o,s:o,s:o,s:o,s:I}", "files", (json_int_t)whole->files,
			 "functions", (json_int_t)whole->files * 20, "cold_s",
			 bench_json_series(&whole->cold_s), "warm_s",
			 bench_json_series(&whole->warm_s), "doubling_cold",
			 bench_json_series(&cold), "doubling_warm", bench_json_series(&warm),
			 "peak_kb", (json_int_t)whole->peak_kb);
}

static json_t *measure_package(const char *source, const char *name, const struct options *options)
{
	const char *const argv[] = {
		options->callsight, "select", "--list", "--function", "main", source, NULL
	};
	struct bench_series seconds = { 0 };
	char label[64];

	for (unsigned round = 0; round < (options->quick ? 1u : 5u); round++)
		bench_add(&seconds, run(name, argv).wall_ns / 1e9);
	(void)snprintf(label, sizeof(label), "  select --function main, %s", name);
	print_row(label, &seconds, "s", "(to reach: 2)");
	return bench_json_series(&seconds);
}

static json_t *report_packages(const struct options *options)
{
	json_t *all = json_object();

	for (size_t i = 0; i < PACKAGES; i++) {
		char *source = join(options->sources ? options->sources : "", packages[i]);

		if (options->sources && access(source, R_OK) == 0)
			json_object_set_new(all, packages[i],
					    measure_package(source, packages[i], options));
		else
			printf("  select --function main, %s: skipped, its source is not there "
			       "(ctest -R real.fetch)\n",
			       packages[i]);
		free(source);
	}
	return all;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	const struct bench_option words[] = {
		{ "--callsight", &options.callsight, false },
		{ "--make-tree", &options.make_tree, false },
		{ "--work", &options.work, false },
		{ "--output", &options.output, false },
		{ "--sources", &options.sources, true },
		{ NULL, NULL, false },
	};
	struct tree trees[TREES] = { { .name = "half", .files = 2500 },
				     { .name = "whole", .files = 5000 } };
	json_t *root;

	if (!bench_options_parse(words, argc, argv, &options.quick))
		return 2;
	mkdir(options.work, 0700);
	for (unsigned i = 0; i < TREES; i++) {
		if (options.quick)
			trees[i].files /= 50;
		make_tree(&trees[i], &options);
	}
	for (unsigned round = 0; round < (options.quick ? 1u : 7u); round++) {
		for (unsigned i = 0; i < TREES; i++)
			measure_tree(&trees[(i + round) % TREES], &options);
	}
	root = json_pack("{s:i,s:o}", "schema", 1, "tree", report_trees(trees));
	json_object_set_new(root, "packages", report_packages(&options));
	for (unsigned i = 0; i < TREES; i++) {
		bench_remove_tree(trees[i].folder);
		free(trees[i].folder);
	}
	return bench_json_write(root, options.output) ? 0 : 1;
}
