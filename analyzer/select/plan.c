/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "file_text.h"
#include "vec.h"

#define FIELDS_MAX 4u

struct record {
	const char *path; /* of the plan, for messages */
	uint32_t line;
	char *fields[FIELDS_MAX];
	uint32_t count;
};

static int fail_at(const struct record *record, struct csa_err *err, const char *text)
{
	return csa_fail(err, CSA_E_FORMAT, "%s:%u: error: '%.64s': %s", record->path, record->line,
			record->fields[0], text);
}

static int no_memory(const struct record *record, struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", record->path);
}

/* An unknown name is "other": hooks only, no list of names. */
static enum csa_compiler compiler_of(const char *word)
{
	if (strcmp(word, "GNU") == 0)
		return CSA_COMPILER_GNU;
	return strcmp(word, "Clang") == 0 ? CSA_COMPILER_CLANG : CSA_COMPILER_OTHER;
}

static int add_folder(struct csa_plan_list *list, const struct record *record, struct csa_err *err)
{
	if (record->fields[1][0] != '/')
		return fail_at(record, err, "the folder is not absolute");
	if (!CSA_VEC_ROOM(list, 1))
		return no_memory(record, err);
	list->items[list->count++] = record->fields[1];
	return 0;
}

static int add_target(struct csa_plan *plan, const struct record *record,
		      enum csa_compiler compiler, struct csa_err *err)
{
	if (!CSA_VEC_ROOM(&plan->targets, 1))
		return no_memory(record, err);
	plan->targets.items[plan->targets.count++] =
		(struct csa_plan_target){ .name = record->fields[1],
					  .config = record->fields[2],
					  .selection = record->fields[3],
					  .unity = "",
					  .compiler = compiler };
	return 0;
}

static int add_source(struct csa_plan *plan, const struct record *record, struct csa_err *err)
{
	bool is_cxx = strcmp(record->fields[3], "CXX") == 0;

	if (plan->targets.count == 0)
		return fail_at(record, err, "no target before it");
	if (record->fields[1][0] != '/')
		return fail_at(record, err, "the path is not absolute");
	if (!is_cxx && strcmp(record->fields[3], "C") != 0)
		return fail_at(record, err, "the language is neither C nor CXX");
	if (!CSA_VEC_ROOM(&plan->sources, 1))
		return no_memory(record, err);
	plan->sources.items[plan->sources.count++] =
		(struct csa_plan_source){ .path = record->fields[1],
					  .rsp = record->fields[2],
					  .language = is_cxx ? CSA_LANGUAGE_CXX : CSA_LANGUAGE_C,
					  .target = plan->targets.count - 1 };
	return 0;
}

static int take_record(struct csa_plan *plan, const struct record *record,
		       enum csa_compiler *compiler, struct csa_err *err)
{
	static const struct {
		const char *word;
		uint32_t fields;
	} shapes[] = { { "compiler", 2 }, { "folder", 2 }, { "system", 2 },
		       { "ctags", 2 },    { "cache", 2 },  { "frames", 2 },
		       { "target", 4 },   { "source", 4 }, { "unity", 2 } };
	const char *word = record->fields[0];
	uint32_t fields = 0;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		if (strcmp(shapes[i].word, word) == 0)
			fields = shapes[i].fields;
	}
	if (fields == 0)
		return fail_at(record, err, "unknown record");
	if (fields != record->count)
		return fail_at(record, err, "wrong number of fields");
	if (word[0] == 'c' && word[1] == 'o')
		*compiler = compiler_of(record->fields[1]);
	else if (word[0] == 'f' && word[1] == 'r')
		plan->frames = record->fields[1];
	else if (word[0] == 'f')
		return add_folder(&plan->folders, record, err);
	else if (word[0] == 's' && word[1] == 'y')
		return add_folder(&plan->system_folders, record, err);
	else if (word[0] == 'c' && word[1] == 't')
		plan->ctags = record->fields[1];
	else if (word[0] == 'c')
		plan->cache = record->fields[1];
	else if (word[0] == 't')
		return add_target(plan, record, *compiler, err);
	else if (word[0] == 's')
		return add_source(plan, record, err);
	else if (plan->targets.count == 0)
		return fail_at(record, err, "no target before it");
	else
		plan->targets.items[plan->targets.count - 1].unity = record->fields[1];
	return 0;
}

/* Cuts the line at @at in place. Return: the line after it. */
static char *cut(struct record *record, char *at, char *end)
{
	char *newline = memchr(at, '\n', (size_t)(end - at));
	char *line_end = newline ? newline : end;
	char *next = newline ? newline + 1 : end;

	if (line_end > at && line_end[-1] == '\r')
		line_end--;
	*line_end = '\0';
	record->line++;
	record->count = 0;
	for (;;) {
		char *tab = strchr(at, '\t');

		if (record->count < FIELDS_MAX)
			record->fields[record->count] = at;
		record->count++;
		if (!tab)
			return next;
		*tab = '\0';
		at = tab + 1;
	}
}

/* Fields are texts: what stands behind a NUL byte would be lost in silence. */
static int refuse_nul(const struct csa_buf *text, const char *path, struct csa_err *err)
{
	const char *nul = memchr(text->data, '\0', text->length);
	uint32_t line = 1;

	if (!nul)
		return 0;
	for (const char *at = text->data; at < nul; at++)
		line += *at == '\n';
	return csa_fail(err, CSA_E_FORMAT, "%s:%u: error: a NUL byte", path, line);
}

int csa_plan_read(struct csa_plan *plan, const char *path, struct csa_err *err)
{
	struct record record = { .path = path };
	enum csa_compiler compiler = CSA_COMPILER_OTHER;
	char *at;
	char *end;
	int rc;

	*plan = (struct csa_plan){ .ctags = "", .cache = "" };
	csa_buf_init(&plan->text);
	rc = csa_file_text_read(&plan->text, path, err);
	if (rc == 0)
		rc = refuse_nul(&plan->text, path, err);
	if (rc < 0)
		return rc;
	at = plan->text.data;
	end = at + plan->text.length;
	if (at == end)
		return csa_fail(err, CSA_E_FORMAT, "%s: the plan is empty", path);
	at = cut(&record, at, end);
	if (record.count != 2 || strcmp(record.fields[0], "callsight-plan") != 0 ||
	    strcmp(record.fields[1], "2") != 0)
		return csa_fail(err, CSA_E_FORMAT, "%s:1: error: not a plan of version 2", path);
	while (at < end && rc == 0) {
		at = cut(&record, at, end);
		if (record.count > 1 || record.fields[0][0])
			rc = take_record(plan, &record, &compiler, err);
	}
	return rc;
}

void csa_plan_release(struct csa_plan *plan)
{
	csa_buf_release(&plan->text);
	free(plan->folders.items);
	free(plan->system_folders.items);
	free(plan->targets.items);
	free(plan->sources.items);
	*plan = (struct csa_plan){ .ctags = "", .cache = "" };
	csa_buf_init(&plan->text);
}
