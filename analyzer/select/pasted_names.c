/* SPDX-License-Identifier: MIT */
#include "pasted_names.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "vec.h"

#define ROUNDS_MAX   4u     /* macros that hand their argument on to another one */
#define PATTERNS_MAX 16u    /* of one macro; chosen: for linear time */
#define ALL_MAX      65536u /* of a project; likewise */

/* before ## argument number index ## after */
struct pattern {
	uint32_t before;
	uint32_t after;
	uint32_t next; /* of the same macro, plus 1; 0: none */
	uint32_t index;
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

static bool add_pattern(struct pasting *p, uint32_t macro, struct pattern pattern)
{
	uint32_t count = 0;

	if (macro >= p->name_count || p->patterns.count >= ALL_MAX)
		return false;
	for (uint32_t at = p->head[macro]; at; at = p->patterns.items[at - 1].next) {
		const struct pattern *other = &p->patterns.items[at - 1];

		if (++count == PATTERNS_MAX ||
		    (other->before == pattern.before && other->after == pattern.after &&
		     other->index == pattern.index))
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

static bool read_patterns(struct pasting *p)
{
	for (uint32_t i = 0; i < p->project->uses.count; i++) {
		const struct csa_use *use = &p->project->uses.items[i];
		const struct pattern pattern = { .before = use->name,
						 .after = use->scope,
						 .index = use->index };

		if (use->kind == CSA_USE_PASTE)
			(void)add_pattern(p, p->project->defs.items[use->def].base, pattern);
	}
	return p->patterns.count > 0;
}

/* The pattern of @macro at or behind @at that is for argument @index, plus 1; 0: none. */
static uint32_t find_pattern(const struct pasting *p, uint32_t at, uint32_t index)
{
	while (at && p->patterns.items[at - 1].index != index)
		at = p->patterns.items[at - 1].next;
	return at;
}

/* "#define OUTER(y) INNER(y)": what INNER makes of its argument OUTER makes as well. */
static bool hand_on(struct pasting *p, const struct csa_use *use)
{
	const struct csa_def *def = &p->project->defs.items[use->def];
	bool is_new = false;

	if (def->kind != CSA_DEF_MACRO)
		return false;
	for (uint32_t i = 0; i < def->use_count; i++) {
		const struct csa_use *param = &p->project->uses.items[def->first_use + i];

		if (param->kind != CSA_USE_PARAM)
			break;
		if (param->name != use->name)
			continue;
		for (uint32_t at = find_pattern(p, p->head[use->scope], use->index); at;
		     at = find_pattern(p, p->patterns.items[at - 1].next, use->index)) {
			struct pattern pattern = p->patterns.items[at - 1];

			pattern.index = param->index;
			is_new = add_pattern(p, def->base, pattern) || is_new;
		}
	}
	return is_new;
}

static void add_made(struct pasting *p, const struct csa_use *use)
{
	struct csa_project *project = p->project;
	struct csa_use made = { .def = use->def, .kind = CSA_USE_CALL };

	for (uint32_t at = find_pattern(p, p->head[use->scope], use->index); at;
	     at = find_pattern(p, p->patterns.items[at - 1].next, use->index)) {
		const struct pattern *pattern = &p->patterns.items[at - 1];

		csa_buf_clear(&p->text);
		csa_buf_add_str(&p->text, csa_project_name(project, pattern->before));
		csa_buf_add_str(&p->text, csa_project_name(project, use->name));
		csa_buf_add_str(&p->text, csa_project_name(project, pattern->after));
		made.name = csa_names_find(&project->names, p->text.data, p->text.length);
		if (made.name)
			csa_project_add_use(project, &made);
	}
}

static bool goes_into_macro(const struct pasting *p, const struct csa_use *use,
			    enum csa_use_from from)
{
	return use->kind == CSA_USE_TO_ARG && use->from == from && use->scope < p->name_count &&
	       p->head[use->scope];
}

void csa_pasted_names(struct csa_project *project)
{
	struct pasting p = { .project = project, .name_count = project->names.count };
	uint32_t use_count;
	bool is_new;

	csa_project_sort_uses(project);
	csa_buf_init(&p.text);
	p.head = calloc((size_t)p.name_count + 1, sizeof(*p.head));
	project->failed = project->failed || !p.head;
	use_count = project->uses.count;
	is_new = !project->failed && read_patterns(&p);
	for (uint32_t round = 0; is_new && round < ROUNDS_MAX; round++) {
		is_new = false;
		for (uint32_t i = 0; i < use_count; i++) {
			const struct csa_use *use = &project->uses.items[i];

			if (goes_into_macro(&p, use, CSA_FROM_LOCAL))
				is_new = hand_on(&p, use) || is_new;
		}
	}
	for (uint32_t i = 0; p.patterns.count > 0 && i < use_count && !project->failed; i++) {
		struct csa_use use = project->uses.items[i];

		if (goes_into_macro(&p, &use, CSA_FROM_NAME))
			add_made(&p, &use);
	}
	project->failed = project->failed || p.text.failed;
	csa_buf_release(&p.text);
	free(p.head);
	free(p.patterns.items);
}
