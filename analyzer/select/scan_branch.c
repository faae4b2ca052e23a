/* SPDX-License-Identifier: MIT */
#include "scan_state.h"

#include <string.h>

#include "vec.h"

static struct csa_position here(const struct csa_scan *scan)
{
	struct csa_position at = scan->at;

	at.depth = at.open_count ? scan->open[at.open_count - 1].depth : 0;
	return at;
}

static bool same_nesting(const struct csa_position *a, const struct csa_position *b)
{
	return a->open_count == b->open_count && a->depth == b->depth && a->parens == b->parens;
}

static void restore(struct csa_scan *scan, const struct csa_branch *branch)
{
	uint32_t epoch = scan->at.epoch;

	memcpy(scan->open, scan->saved.items + branch->saved,
	       branch->before.open_count * sizeof(*scan->open));
	scan->at = branch->before;
	/* The tokens of before are gone when a declaration ended since. */
	if (epoch != branch->before.epoch) {
		scan->at.token_count = 0;
		scan->at.parens = 0;
		scan->at.had_body = false;
	}
	scan->at.epoch = epoch;
	csa_scan_resume(scan);
}

static void begin(struct csa_scan *scan)
{
	struct csa_branch branch = { .before = here(scan),
				     .agree = true,
				     .first_def = CSA_NO_INDEX,
				     .saved = scan->saved.count };

	if (!CSA_VEC_ROOM(&scan->branches, 1) ||
	    !CSA_VEC_ROOM(&scan->saved, scan->at.open_count + 1)) {
		scan->project->failed = true;
		return;
	}
	memcpy(scan->saved.items + scan->saved.count, scan->open,
	       scan->at.open_count * sizeof(*scan->open));
	scan->saved.count += scan->at.open_count;
	scan->branches.items[scan->branches.count++] = branch;
}

/* An #ifndef in front of everything is around the whole file and chooses nothing. */
static void begin_unless(struct csa_scan *scan)
{
	if (!scan->has_tokens && scan->branches.count == 0)
		scan->guards = 1;
	begin(scan);
}

bool csa_scan_is_conditional(const struct csa_scan *scan)
{
	return scan->branches.count > scan->guards;
}

static uint32_t open_body(struct csa_scan *scan)
{
	struct csa_open *open = csa_scan_innermost(scan);

	return open && open->kind == CSA_OPEN_FUNCTION ? open->def : CSA_NO_INDEX;
}

static void note_end(struct csa_scan *scan, struct csa_branch *branch,
		     const struct csa_position *end)
{
	if (!branch->has_first) {
		branch->first = *end;
		branch->first_def = open_body(scan);
	} else if (!same_nesting(&branch->first, end)) {
		branch->agree = false;
	}
	branch->has_first = true;
}

static void next_branch(struct csa_scan *scan)
{
	struct csa_branch *branch;
	struct csa_position end = here(scan);

	if (scan->branches.count == 0)
		return;
	branch = &scan->branches.items[scan->branches.count - 1];
	note_end(scan, branch, &end);
	restore(scan, branch);
}

/*
 * Behind the #endif: where all branches ended alike, there; otherwise, and after an #if without
 * #else that left braces open, where the #if stood.
 */
static void end_branches(struct csa_scan *scan)
{
	struct csa_branch *branch;
	struct csa_position end = here(scan);

	if (scan->branches.count == 0)
		return;
	branch = &scan->branches.items[scan->branches.count - 1];
	if (branch->has_first)
		note_end(scan, branch, &end);
	if (branch->has_first ? !branch->agree : !same_nesting(&branch->before, &end))
		restore(scan, branch);
	else if (branch->has_first && open_body(scan) != branch->first_def &&
		 open_body(scan) != CSA_NO_INDEX)
		csa_scan_innermost(scan)->twin = branch->first_def;
	scan->guards = scan->branches.count == 1 ? 0 : scan->guards;
	scan->saved.count = branch->saved;
	scan->branches.count--;
}

void csa_scan_branch_directive(struct csa_scan *scan, const struct csa_token *word)
{
	static const struct {
		const char *word;
		void (*act)(struct csa_scan *scan);
	} acts[] = {
		{ "if", begin },         { "ifdef", begin },         { "ifndef", begin_unless },
		{ "elif", next_branch }, { "elifdef", next_branch }, { "elifndef", next_branch },
		{ "else", next_branch }, { "endif", end_branches },
	};

	for (size_t i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (strlen(acts[i].word) == word->length &&
		    memcmp(acts[i].word, word->text, word->length) == 0) {
			acts[i].act(scan);
			return;
		}
	}
}
