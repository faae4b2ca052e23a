/* SPDX-License-Identifier: MIT */
#include "pasted_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "scan_paste.h"
#include "vec.h"

#define ROUNDS_MAX   4u     /* macros that hand their argument on to another one */
#define PATTERNS_MAX 64u    /* of one macro; chosen: for linear time */
#define ALL_MAX      65536u /* of a project; likewise */

/* A use of a macro with a mark for argument number index in its name or scope. */
struct pattern {
	struct csa_use use;
	uint32_t index;
	uint32_t next; /* of the same macro, plus 1; 0: none */
};

struct pasting {
	struct csa_project *project;
	uint32_t *head; /* by name id of the macro: pattern plus 1 */
	uint32_t name_count;
	struct {
		struct pattern *items;
		uint32_t count;
		uint32_t capacity;
	} patterns;
	struct csa_buf text;
};

/* The number in the first mark of a name, or CSA_INDEX_ANY. */
static uint32_t mark_of(const struct csa_project *project, uint32_t name)
{
	const char *mark = strchr(csa_project_name(project, name), CSA_PASTE_BEGIN);

	return mark ? (uint32_t)strtoul(mark + 1, NULL, 10) : CSA_INDEX_ANY;
}

/* @name with @word in the place of the marks for argument @index; 0 when nobody knows the result. */
static uint32_t replace(struct pasting *p, uint32_t name, uint32_t index, const char *word,
			bool is_made)
{
	struct csa_names *names = &p->project->names;
	const char *text = csa_names_borrow(names, name);

	if (!strchr(text, CSA_PASTE_BEGIN))
		return name;
	csa_buf_clear(&p->text);
	while (*text) {
		const char *end = *text == CSA_PASTE_BEGIN ? strchr(text, CSA_PASTE_END) : NULL;

		if (end && strtoul(text + 1, NULL, 10) == index) {
			csa_buf_add_str(&p->text, word);
			text = end + 1;
		} else {
			csa_buf_add_char(&p->text, *text++);
		}
	}
	if (is_made)
		return csa_names_add(names, p->text.data, p->text.length);
	return csa_names_find(names, p->text.data, p->text.length);
}

static bool add_pattern(struct pasting *p, uint32_t macro, const struct csa_use *use)
{
	struct pattern pattern = { .use = *use, .index = mark_of(p->project, use->name) };
	uint32_t count = 0;

	if (pattern.index == CSA_INDEX_ANY)
		pattern.index = mark_of(p->project, use->scope);
	if (pattern.index == CSA_INDEX_ANY || use->from == CSA_FROM_LOCAL ||
	    macro >= p->name_count || p->patterns.count >= ALL_MAX)
		return false;
	for (uint32_t at = p->head[macro]; at; at = p->patterns.items[at - 1].next) {
		const struct csa_use *other = &p->patterns.items[at - 1].use;

		if (++count == PATTERNS_MAX ||
		    (other->name == use->name && other->scope == use->scope &&
		     other->kind == use->kind && other->index == use->index))
			return false;
	}
	if (!CSA_VEC_ROOM(&p->patterns, 1)) {
		p->project->failed = true;
		return false;
	}
	pattern.next = p->head[macro];
	p->patterns.items[p->patterns.count++] = pattern;
	p->head[macro] = p->patterns.count;
	return true;
}

static void read_patterns(struct pasting *p)
{
	for (uint32_t i = 0; i < p->project->uses.count; i++) {
		const struct csa_use *use = &p->project->uses.items[i];
		const struct csa_def *def = &p->project->defs.items[use->def];

		if (def->kind == CSA_DEF_MACRO)
			(void)add_pattern(p, def->base, use);
	}
}

/*
 * @into hands a word on to a macro: what that one makes of it is used by @into's definition.
 * @word: the word, or a mark that stands for it. Return: something is new.
 */
static bool apply(struct pasting *p, const struct csa_use *into, const char *word, bool is_mark)
{
	struct csa_project *project = p->project;
	uint32_t next;
	bool is_new = false;

	for (uint32_t at = p->head[into->scope]; at; at = next) {
		struct pattern pattern = p->patterns.items[at - 1];
		struct csa_use made = pattern.use;

		next = pattern.next;
		if (pattern.index != into->index)
			continue;
		made.def = into->def;
		made.name = replace(p, made.name, pattern.index, word, is_mark);
		made.scope = replace(p, made.scope, pattern.index, word, is_mark);
		if (!made.name || (!made.scope && pattern.use.scope))
			continue;
		if (is_mark)
			is_new = add_pattern(p, project->defs.items[into->def].base, &made) ||
				 is_new;
		else
			csa_project_add_use(project, &made);
	}
	return is_new;
}

/* "#define OUTER(y) INNER(y)": what INNER makes of its argument OUTER makes as well. */
static bool hand_on(struct pasting *p, const struct csa_use *use)
{
	const struct csa_def *def = &p->project->defs.items[use->def];
	char mark[16];

	for (uint32_t i = 0; i < def->use_count; i++) {
		struct csa_use param = p->project->uses.items[def->first_use + i];

		if (param.kind != CSA_USE_PARAM)
			break;
		if (param.name != use->name)
			continue;
		snprintf(mark, sizeof(mark), "%c%u%c", CSA_PASTE_BEGIN, param.index, CSA_PASTE_END);
		return apply(p, use, mark, true);
	}
	return false;
}

/* Does the use put a word into a macro that pastes? @is_param: a parameter of another macro. */
static bool is_pasted(const struct pasting *p, const struct csa_use *use, bool is_param)
{
	bool is_macro = p->project->defs.items[use->def].kind == CSA_DEF_MACRO;

	return use->kind == CSA_USE_TO_ARG && use->scope < p->name_count && p->head[use->scope] &&
	       (is_macro && use->from == CSA_FROM_LOCAL) == is_param;
}

/* "#define OTHER NAME" with nothing else: what NAME makes of its arguments OTHER makes. */
static bool share_patterns(struct pasting *p)
{
	bool is_new = false;

	for (uint32_t i = 0; i < p->project->defs.count; i++) {
		const struct csa_def *def = &p->project->defs.items[i];

		if (def->kind != CSA_DEF_MACRO || (def->flags & CSA_DEF_CALLABLE) ||
		    def->body >= p->name_count || p->head[def->base] == p->head[def->body])
			continue;
		p->head[def->base] = p->head[def->body];
		is_new = true;
	}
	return is_new;
}

static void paste(struct pasting *p)
{
	struct csa_project *project = p->project;
	uint32_t count = project->uses.count;
	bool is_new = true;

	for (uint32_t round = 0; is_new && round < ROUNDS_MAX; round++) {
		is_new = share_patterns(p);
		for (uint32_t i = 0; i < count; i++) {
			struct csa_use use = project->uses.items[i];

			if (is_pasted(p, &use, true))
				is_new = hand_on(p, &use) || is_new;
		}
	}
	(void)share_patterns(p);
	for (uint32_t i = 0; i < count && !project->failed; i++) {
		struct csa_use use = project->uses.items[i];

		if (is_pasted(p, &use, false))
			(void)apply(p, &use, csa_project_name(project, use.name), false);
	}
}

void csa_pasted_names(struct csa_project *project)
{
	struct pasting p = { .project = project, .name_count = project->names.count };

	csa_project_sort_uses(project);
	p.head = calloc((size_t)p.name_count + 1, sizeof(*p.head));
	if (!p.head || project->failed) {
		project->failed = true;
		free(p.head);
		return;
	}
	csa_buf_init(&p.text);
	read_patterns(&p);
	if (p.patterns.count > 0)
		paste(&p);
	project->failed = project->failed || p.text.failed;
	csa_buf_release(&p.text);
	free(p.head);
	free(p.patterns.items);
}
