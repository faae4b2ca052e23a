/* SPDX-License-Identifier: MIT */
#include "kept_reading.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "test.h"

static const char *name(const struct t_reading *r, uint32_t id)
{
	return csa_project_name(&r->project, id);
}

static void describe_defs(struct t_reading *r)
{
	for (uint32_t i = 0; i < r->project.defs.count; i++) {
		const struct csa_def *d = &r->project.defs.items[i];

		csa_buf_add_fmt(&r->text,
				"def %s|%s|%s|%s|%s %u:%u-%u parent %u flags %u kind %u\n",
				name(r, d->name), name(r, d->base), name(r, d->scope),
				name(r, d->header), name(r, d->body), d->file, d->line, d->end_line,
				d->parent, d->flags, d->kind);
		for (uint32_t k = 0; k < d->use_count; k++) {
			const struct csa_use *u = &r->project.uses.items[d->first_use + k];

			csa_buf_add_fmt(&r->text, "  use %s|%s %u %u %u %u\n", name(r, u->name),
					name(r, u->scope), u->kind, u->is_member, u->from,
					u->index);
		}
	}
}

static void describe(struct t_reading *r)
{
	for (uint32_t i = 0; i < r->project.files.count; i++) {
		const struct csa_file *f = &r->project.files.items[i];

		csa_buf_add_fmt(&r->text, "file %s %u %u %d:", f->path, f->broken_line,
				f->languages, f->is_missing);
		for (uint32_t k = 0; k < f->include_count; k++)
			csa_buf_add_fmt(&r->text, " %u", f->includes[k]);
		csa_buf_add_char(&r->text, '\n');
	}
	describe_defs(r);
	for (uint32_t i = 0; i < r->project.classes.count; i++) {
		const struct csa_class *c = &r->project.classes.items[i];

		csa_buf_add_fmt(&r->text, "class %s|%s %u:%u\n", name(r, c->name), name(r, c->base),
				c->file, c->line);
	}
	for (uint32_t i = 0; i < r->project.made.count; i++) {
		const struct csa_made *m = &r->project.made.items[i];

		csa_buf_add_fmt(&r->text, "made %s|%s %u:%u %u\n", name(r, m->text),
				name(r, m->scope), m->file, m->line, m->rounds);
	}
	csa_buf_add_str(&r->text, r->notes.data);
}

void t_reading_begin(struct t_reading *r, struct t_tree *tree, const char *ctags, bool is_kept)
{
	const char *folder = tree->folder;
	char cache[128];
	char plan[128];
	struct csa_load_input input = { .paths = (const char *const *)tree->paths,
					.languages = tree->languages,
					.count = tree->count,
					.folders = &folder,
					.folder_count = 1,
					.ctags = ctags,
					.cache = is_kept ? cache : NULL,
					.plan = plan };
	struct csa_err err = { 0 };

	assert_true(snprintf(cache, sizeof(cache), "%s/cache", folder) > 0);
	assert_true(snprintf(plan, sizeof(plan), "%s/plan", folder) > 0);
	csa_project_init(&r->project);
	csa_buf_init(&r->notes);
	csa_buf_init(&r->text);
	assert_int_equal(csa_load(&r->project, &input, &r->notes, &err), 0);
	describe(r);
}

void t_reading_end(struct t_reading *r)
{
	csa_project_release(&r->project);
	csa_buf_release(&r->notes);
	csa_buf_release(&r->text);
}

void t_assert_kept_is_right(struct t_tree *tree, const char *ctags)
{
	struct t_reading fresh;
	struct t_reading kept;

	t_reading_begin(&fresh, tree, ctags, false);
	t_reading_begin(&kept, tree, ctags, true);
	assert_string_equal(kept.text.data, fresh.text.data);
	t_reading_end(&fresh);
	t_reading_end(&kept);
}

char *t_cache_file(const struct t_tree *tree)
{
	char folder[128];
	char *found = NULL;
	const struct dirent *entry;
	DIR *dir;

	assert_true(snprintf(folder, sizeof(folder), "%s/cache", tree->folder) > 0);
	dir = opendir(folder);
	while (dir && (entry = readdir(dir))) {
		/* "x.sources.PID.new" is being written. */
		if (entry->d_name[0] == '.' || !strstr(entry->d_name, ".sources") ||
		    strstr(entry->d_name, ".new"))
			continue;
		assert_null(found);
		found = malloc(strlen(folder) + strlen(entry->d_name) + 2);
		assert_non_null(found);
		(void)sprintf(found, "%s/%s", folder, entry->d_name);
	}
	if (dir)
		closedir(dir);
	return found;
}
