/* SPDX-License-Identifier: MIT */
/*
 * Compares a static selection with what really ran.
 *
 *   recall roots COUNT RUN...
 *       the COUNT functions below which most different functions ran, one a line
 *   recall compare PERCENT ROOT LIST RUN...
 *       what ran below ROOT against LIST, the output of "callsight select --function ROOT --list":
 *       prints the share of it that is in the list (recall), the share of the list's functions that
 *       ran of those that the compiler emitted (precision), and every function that is missing
 *
 * RUN is a folder with recall.folded and recall.json, written by "callsight analyze", and
 * coverage.json, written by gcov. A lambda belongs to the function around it.
 *
 * Status: 0; 1 when nothing ran or less than PERCENT of it is in the list; 2 wrong command line or
 * unreadable input.
 */
/* getline() and strtok_r() are POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "function_counts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 1024, PATH_SIZE = 4096, DEPTH_MAX = 4096, FIRST_RUN = 5 };

/* Names of functions as numbers, and which of them ran below which. */
struct tree {
	json_t *ids;
	const char **names;
	size_t count;
	json_t **below; /* by id: an object whose keys are names */
};

/* The stack read last. */
struct stack {
	size_t frames[DEPTH_MAX];
	size_t depth;
};

static void die(const char *what, const char *name)
{
	fprintf(stderr, "recall: %s: %s\n", what, name);
	exit(2);
}

static FILE *open_in(const char *folder, const char *name)
{
	char path[PATH_SIZE];
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	in = fopen(path, "r");
	if (!in)
		die("cannot read", path);
	return in;
}

/* The bare name of @function; of a lambda that of the function around it. */
static void name_of(char out[NAME_SIZE], const char *function)
{
	char copy[NAME_SIZE];
	char *lambda;
	char *mark;

	snprintf(copy, sizeof(copy), "%s", function);
	lambda = strstr(copy, "::{lambda");
	if (lambda)
		*lambda = '\0';
	/* The compiler marks what returns a new kind of string. */
	mark = strstr(copy, "[abi:");
	if (mark)
		*mark = '\0';
	t_bare_name(out, NAME_SIZE, copy);
}

static size_t id_of(struct tree *tree, const char *name)
{
	json_t *known = json_object_get(tree->ids, name);

	if (known)
		return (size_t)json_integer_value(known);
	tree->names = realloc(tree->names, (tree->count + 1) * sizeof(*tree->names));
	tree->below = realloc(tree->below, (tree->count + 1) * sizeof(*tree->below));
	if (!tree->names || !tree->below)
		die("out of memory", name);
	tree->names[tree->count] = strdup(name);
	tree->below[tree->count] = json_object();
	json_object_set_new(tree->ids, name, json_integer((json_int_t)tree->count));
	return tree->count++;
}

/* What ran below a function that id_of() has made. */
static json_t *below_of(const struct tree *tree, size_t id)
{
	if (!tree->below || id >= tree->count)
		die("no such function", "");
	return tree->below[id];
}

/* "a;b;c 12": every frame ran below all those in front of it. */
static void add_stack(struct tree *tree, char *line, struct stack *stack)
{
	size_t depth = 0;
	char *end = strrchr(line, ' ');
	char *rest = NULL;
	bool is_new = false;

	if (!end)
		return;
	*end = '\0';
	for (char *frame = strtok_r(line, ";", &rest); frame && depth < DEPTH_MAX;
	     frame = strtok_r(NULL, ";", &rest), depth++) {
		char name[NAME_SIZE];
		size_t id;

		name_of(name, frame);
		id = id_of(tree, name);
		is_new = is_new || depth >= stack->depth || stack->frames[depth] != id;
		stack->frames[depth] = id;
		/* What the stack before had as well is known. */
		for (size_t i = 0; is_new && i < depth; i++) {
			if (stack->frames[i] != id)
				json_object_set_new(below_of(tree, stack->frames[i]), name,
						    json_true());
		}
	}
	stack->depth = depth;
}

static void read_stacks(struct tree *tree, const char *run)
{
	static struct stack stack;
	FILE *in = open_in(run, "recall.folded");
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, in) >= 0)
		add_stack(tree, line, &stack);
	free(line);
	fclose(in);
}

static int print_roots(struct tree *tree, size_t wanted)
{
	for (size_t n = 0; n < wanted; n++) {
		size_t best = tree->count;

		for (size_t i = 0; i < tree->count; i++) {
			size_t most = best < tree->count ? json_object_size(tree->below[best]) : 0;
			size_t own = json_object_size(tree->below[i]);

			if (own > most ||
			    (own == most && own && strcmp(tree->names[i], tree->names[best]) < 0))
				best = i;
		}
		if (best == tree->count)
			return n > 0 ? 0 : 1;
		printf("%s\n", tree->names[best]);
		json_object_clear(tree->below[best]);
	}
	return 0;
}

/* "file.c:function" of the lines "path/file.c:12: function" of a list. */
static json_t *read_list(const char *path)
{
	json_t *list = json_object();
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;

	if (!in)
		die("cannot read", path);
	while (getline(&line, &size, in) >= 0) {
		char *name = strstr(line, ": ");
		char bare[NAME_SIZE];
		char key[2 * NAME_SIZE];
		char *slash;

		line[strcspn(line, "\n")] = '\0';
		if (!name)
			continue;
		*name = '\0';
		line[strlen(line) - strlen(strrchr(line, ':') ? strrchr(line, ':') : "")] = '\0';
		slash = strrchr(line, '/');
		name_of(bare, name + 2);
		snprintf(key, sizeof(key), "%s:%s", slash ? slash + 1 : line, bare);
		json_object_set_new(list, key, json_true());
	}
	free(line);
	fclose(in);
	return list;
}

/* Adds the keys of @counts; the function behind the first ':' gets a list of its keys. */
static void add_keys(json_t *of_name, const json_t *counts)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)counts, key, value)
	{
		const char *name = strchr(key, ':') + 1;
		json_t *keys = json_object_get(of_name, name);

		if (!keys) {
			keys = json_array();
			json_object_set_new(of_name, name, keys);
		}
		json_array_append_new(keys, json_string(key));
	}
}

static json_t *read_reports(char **runs, int count)
{
	json_t *of_name = json_object();

	for (int i = 0; i < count; i++) {
		char path[PATH_SIZE];
		json_t *report;
		json_t *counts;

		snprintf(path, sizeof(path), "%s/recall.json", runs[i]);
		report = json_load_file(path, 0, NULL);
		counts = report ? t_counts_of_report(report, "/") : NULL;
		if (!counts)
			die("cannot read", path);
		add_keys(of_name, counts);
		json_decref(counts);
		json_decref(report);
	}
	return of_name;
}

static bool is_listed(const json_t *list, const json_t *keys)
{
	for (size_t i = 0; i < json_array_size(keys); i++) {
		if (json_object_get(list, json_string_value(json_array_get(keys, i))))
			return true;
	}
	return false;
}

/* Prints what is missing. Return: how many of @below are in the list; @ran counts all. */
static size_t count_listed(const json_t *below, const json_t *of_name, const json_t *list,
			   size_t *ran)
{
	size_t listed = 0;
	const char *name;
	json_t *value;

	*ran = 0;
	json_object_foreach((json_t *)below, name, value)
	{
		const json_t *keys = json_object_get(of_name, name);

		if (!keys)
			continue; /* the report cut it off */
		++*ran;
		if (is_listed(list, keys))
			listed++;
		else
			printf("  missing: %s\n", json_string_value(json_array_get(keys, 0)));
	}
	return listed;
}

/* Functions of the list that the programs hold, and how many of them ran below the root. */
static void print_precision(const json_t *list, const json_t *below, char **runs, int count)
{
	json_t *emitted = json_object();
	size_t selected = 0;
	size_t ran = 0;
	const char *key;
	json_t *value;

	for (int i = 0; i < count; i++) {
		char path[PATH_SIZE];
		json_t *counts;

		snprintf(path, sizeof(path), "%s/coverage.json", runs[i]);
		counts = t_counts_of_gcov(path, "/");
		if (!counts)
			die("cannot read", path);
		json_object_update(emitted, counts);
		json_decref(counts);
	}
	json_object_foreach(emitted, key, value)
	{
		if (!json_object_get(list, key))
			continue;
		selected++;
		ran += json_object_get(below, strchr(key, ':') + 1) != NULL;
	}
	json_decref(emitted);
	printf(", precision %zu of %zu = %.1f %%", ran, selected,
	       selected ? 100.0 * (double)ran / (double)selected : 0.0);
}

static int compare(struct tree *tree, char **argv, int argc)
{
	double bar = strtod(argv[2], NULL);
	const char *root = argv[3];
	json_t *below = below_of(tree, id_of(tree, root));
	json_t *list = read_list(argv[4]);
	json_t *of_name = read_reports(argv + FIRST_RUN, argc - FIRST_RUN);
	size_t ran;
	size_t listed = count_listed(below, of_name, list, &ran);
	double share = ran ? 100.0 * (double)listed / (double)ran : 0.0;

	printf("%s: recall %zu of %zu = %.2f %%", root, listed, ran, share);
	print_precision(list, below, argv + FIRST_RUN, argc - FIRST_RUN);
	printf("\n");
	json_decref(list);
	json_decref(of_name);
	return ran > 0 && share >= bar ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct tree tree = { .ids = json_object() };
	bool is_roots = argc > 3 && strcmp(argv[1], "roots") == 0;
	int status;

	if (!is_roots && !(argc > FIRST_RUN && strcmp(argv[1], "compare") == 0))
		die("wrong command line", argc > 1 ? argv[1] : "");
	for (int i = is_roots ? 3 : FIRST_RUN; i < argc; i++)
		read_stacks(&tree, argv[i]);
	status = is_roots ? print_roots(&tree, strtoul(argv[2], NULL, 10))
			  : compare(&tree, argv, argc);
	for (size_t i = 0; i < tree.count; i++) {
		json_decref(tree.below[i]);
		free((void *)tree.names[i]);
	}
	free(tree.below);
	free(tree.names);
	json_decref(tree.ids);
	return status;
}
