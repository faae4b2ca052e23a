/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* mkdtemp, nftw, strdup */
#include "source_tree.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "find_func.h"
#include "load.h"
#include "plan.h"
#include "test.h"

void t_tree_begin(struct t_tree *tree)
{
	*tree = (struct t_tree){ .folder = "/tmp/callsight-test-XXXXXX" };
	assert_non_null(mkdtemp(tree->folder));
	csa_project_init(&tree->project);
	csa_buf_init(&tree->notes);
	csa_buf_init(&tree->text);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void t_tree_end(struct t_tree *tree)
{
	nftw(tree->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	for (uint32_t i = 0; i < tree->count; i++)
		free(tree->paths[i]);
	csa_graph_release(&tree->graph);
	csa_project_release(&tree->project);
	csa_buf_release(&tree->notes);
	csa_buf_release(&tree->text);
}

static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0777);
		*slash = '/';
	}
}

void t_tree_bytes(struct t_tree *tree, const char *name, const char *text, size_t length)
{
	const char *dot = strrchr(name, '.');
	char path[256];
	FILE *file;

	assert_true(snprintf(path, sizeof(path), "%s/%s", tree->folder, name) < (int)sizeof(path));
	make_folders(path);
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
	if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".cc") != 0 && strcmp(dot, ".cpp") != 0))
		return;
	assert_true(tree->count < 16);
	tree->languages[tree->count] = strcmp(dot, ".c") == 0 ? CSA_LANGUAGE_C : CSA_LANGUAGE_CXX;
	tree->paths[tree->count++] = strdup(path);
}

void t_tree_file(struct t_tree *tree, const char *name, const char *text)
{
	t_tree_bytes(tree, name, text, strlen(text));
}

void t_tree_load(struct t_tree *tree, const char *ctags)
{
	const char *folder = tree->folder;
	struct csa_load_input input = { .paths = (const char *const *)tree->paths,
					.languages = tree->languages,
					.count = tree->count,
					.folders = &folder,
					.folder_count = 1,
					.ctags = ctags };
	struct csa_err err = { 0 };

	assert_int_equal(csa_load(&tree->project, &input, &tree->notes, &err), 0);
	assert_int_equal(csa_graph_build(&tree->graph, &tree->project, &err), 0);
}

void t_tree_of(struct t_tree *tree, const char *name, const char *text)
{
	t_tree_begin(tree);
	t_tree_file(tree, name, text);
	t_tree_load(tree, NULL);
}

static bool is_written(const struct csa_def *def)
{
	return def->kind == CSA_DEF_FUNCTION && !(def->flags & CSA_DEF_IMPLIED);
}

const char *t_tree_functions(struct t_tree *tree)
{
	csa_buf_clear(&tree->text);
	for (uint32_t file = 0; file < tree->project.files.count; file++) {
		for (uint32_t i = 0; i < tree->project.defs.count; i++) {
			const struct csa_def *def = &tree->project.defs.items[i];

			if (def->file != file || !is_written(def))
				continue;
			csa_buf_add_fmt(&tree->text, "%s%s %u-%u", tree->text.length ? ", " : "",
					csa_project_name(&tree->project, def->name), def->line,
					def->end_line);
		}
	}
	return tree->text.data;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *t_tree_marked(struct t_tree *tree, const uint8_t *marks)
{
	const char *names[256];
	size_t count = 0;

	for (uint32_t i = 0; i < tree->project.defs.count; i++) {
		const struct csa_def *def = &tree->project.defs.items[i];

		if (!marks[i] || !is_written(def))
			continue;
		assert_true(count < 256);
		names[count++] = csa_project_name(&tree->project, def->name);
	}
	qsort(names, count, sizeof(*names), by_text);
	csa_buf_clear(&tree->text);
	for (size_t i = 0; i < count; i++) {
		if (i)
			csa_buf_add_char(&tree->text, ' ');
		csa_buf_add_str(&tree->text, names[i]);
	}
	return tree->text.data;
}

const char *t_tree_reached(struct t_tree *tree, const char *root, uint32_t depth)
{
	uint8_t *marks = calloc(tree->project.defs.count + 1, 1);
	struct csa_found roots = { 0 };
	struct csa_reach reach;
	struct csa_err err = { 0 };
	const char *text;

	assert_int_equal(csa_reach_init(&reach, &tree->graph, &err), 0);
	assert_int_equal(csa_find_func(&tree->graph, root, &roots, &err), 0);
	assert_int_equal(csa_reach_walk(&reach, &tree->graph, roots.items, roots.count, depth,
					&err),
			 0);
	for (uint32_t i = 0; i < reach.count; i++)
		marks[reach.order[i]] = 1;
	text = t_tree_marked(tree, marks);
	csa_reach_release(&reach);
	free(roots.items);
	free(marks);
	return text;
}

const struct csa_def *t_tree_def(struct t_tree *tree, const char *name)
{
	for (uint32_t i = 0; i < tree->project.defs.count; i++) {
		const struct csa_def *def = &tree->project.defs.items[i];

		if (is_written(def) &&
		    strcmp(csa_project_name(&tree->project, def->name), name) == 0)
			return def;
	}
	fail_msg("no function is named %s", name);
	return NULL;
}
