/* SPDX-License-Identifier: MIT */
/*
 * Lambdas inside of functions: each is a definition of its own, "f::{lambda#2}" for the second one
 * that is written in f, those inside of lambdas and in all branches of an #if included.
 */
#include "scan_state.h"

#include <stdio.h>
#include <string.h>

#include "vec.h"

enum step {
	STEP_NONE,
	STEP_CAPTURES, /* inside "[...]" */
	STEP_HEAD,     /* behind it: "<...>" */
	STEP_PARAMS,   /* inside "(...)" */
	STEP_TAIL,     /* behind it: "mutable", "-> T" */
};

static bool starts_here(const struct csa_scan *scan)
{
	static const char before[] = "(,={;}&|?:k![<+-*/%^~";
	char last = scan->uses.last;

	return last && strchr(before, last);
}

static uint32_t add_lambda(struct csa_scan *scan, uint32_t around, uint32_t line)
{
	struct csa_project *project = scan->project;
	uint32_t function = csa_project_around(project, around);
	struct csa_def *outer = &project->defs.items[function];
	struct csa_def def = { .kind = CSA_DEF_FUNCTION,
			       .scope = outer->name,
			       .file = scan->input->file,
			       .line = line,
			       .end_line = line,
			       .parent = function + 1,
			       .flags = CSA_DEF_IS_LAMBDA | CSA_DEF_STATIC };
	char base[32];

	/* Nothing else counts there before the uses are sorted. */
	snprintf(base, sizeof(base), "{lambda#%u}", ++outer->use_count);
	outer->flags |= CSA_DEF_LAMBDA;
	def.flags |= outer->flags & CSA_DEF_CONDITIONAL;
	def.base = csa_scan_name_of(scan, base, strlen(base));
	def.name = csa_project_join(project, def.scope, def.base);
	return csa_project_add_def(project, &def);
}

/* The body around uses the lambda, and hands it on where a value stands. */
static void use_lambda(struct csa_scan *scan, uint32_t lambda)
{
	const struct csa_def def = scan->project->defs.items[lambda];
	struct csa_use use = {
		.def = scan->uses.def, .name = def.base, .scope = def.scope, .kind = CSA_USE_ADDRESS
	};
	struct csa_use flow = { .def = scan->uses.def, .name = def.name, .from = CSA_FROM_NAME };

	csa_project_add_use(scan->project, &use);
	csa_uses_hand_on(&scan->uses, &flow);
}

static void open_lambda(struct csa_scan *scan, uint32_t line)
{
	struct csa_open *around = csa_scan_innermost(scan);
	uint32_t slot = scan->at.open_count;
	uint32_t lambda = add_lambda(scan, around->def, line);

	if (lambda == CSA_NO_INDEX)
		return;
	use_lambda(scan, lambda);
	scan->outer_uses.count = slot;
	if (!CSA_VEC_ROOM(&scan->outer_uses, 1)) {
		scan->project->failed = true;
		return;
	}
	scan->outer_uses.items[slot] = scan->uses;
	scan->outer_uses.items[slot].last = '0'; /* a value */
	csa_scan_push_open(scan, CSA_OPEN_FUNCTION, around->scope, lambda, line);
	if (scan->at.token_count > 1)
		csa_uses_params(&scan->uses, scan->tokens.items, scan->at.token_count, false);
	scan->at.token_count = 0;
}

void csa_scan_close_lambda(struct csa_scan *scan, const struct csa_open *closed)
{
	if (closed->def == CSA_NO_INDEX ||
	    !(scan->project->defs.items[closed->def].flags & CSA_DEF_IS_LAMBDA) ||
	    scan->at.open_count >= scan->outer_uses.capacity)
		return;
	scan->uses = scan->outer_uses.items[scan->at.open_count];
}

static void stop(struct csa_scan *scan)
{
	scan->lambda = (struct csa_scan_lambda){ 0 };
	scan->at.token_count = 0;
}

/* Behind the parameters. Return: is the token part of the head? */
static bool feed_tail(struct csa_scan *scan, const struct csa_token *token, char c)
{
	struct csa_scan_lambda *lambda = &scan->lambda;

	if (c == '{' && lambda->depth == 0) {
		uint32_t line = lambda->line;

		scan->lambda = (struct csa_scan_lambda){ 0 };
		open_lambda(scan, line);
		return true;
	}
	if (c == ';' || c == '}' || (c == ')' && lambda->depth == 0)) {
		stop(scan);
		return false;
	}
	lambda->depth += c == '(';
	lambda->depth -= c == ')';
	(void)token;
	return true;
}

static bool feed_params(struct csa_scan *scan, const struct csa_token *token, char c)
{
	struct csa_scan_lambda *lambda = &scan->lambda;

	csa_scan_keep_token(scan, token);
	lambda->depth += c == '(';
	lambda->depth -= c == ')';
	if (lambda->depth == 0)
		lambda->step = STEP_TAIL;
	return true;
}

static bool feed_head(struct csa_scan *scan, const struct csa_token *token, char c)
{
	struct csa_scan_lambda *lambda = &scan->lambda;

	if (c == '(' && lambda->depth == 0) {
		lambda->step = STEP_PARAMS;
		return feed_params(scan, token, c);
	}
	if (c == '<' || (c == '>' && lambda->depth > 0)) {
		lambda->depth += c == '<' ? 1 : UINT32_MAX;
		return true;
	}
	if (lambda->depth > 0 && c != ';' && c != '{')
		return true;
	lambda->depth = 0;
	if (c == '{' || csa_token_is(token, "mutable") || csa_token_is(token, "->")) {
		lambda->step = STEP_TAIL;
		return feed_tail(scan, token, c);
	}
	stop(scan);
	return false;
}

bool csa_scan_feed_lambda(struct csa_scan *scan, const struct csa_token *token)
{
	struct csa_scan_lambda *lambda = &scan->lambda;
	char c = token->kind == CSA_TOKEN_PUNCT ? token->punct : 0;

	switch (lambda->step) {
	case STEP_CAPTURES:
		lambda->depth += c == '[';
		lambda->depth -= c == ']';
		if (lambda->depth == 0)
			lambda->step = STEP_HEAD;
		return false; /* the body around reads what is captured */
	case STEP_HEAD:
		return feed_head(scan, token, c);
	case STEP_PARAMS:
		return feed_params(scan, token, c);
	case STEP_TAIL:
		return feed_tail(scan, token, c);
	default:
		if (c == '[' && starts_here(scan) && scan->at.open_count < CSA_OPEN_MAX) {
			*lambda = (struct csa_scan_lambda){ .step = STEP_CAPTURES,
							    .depth = 1,
							    .line = token->line };
			scan->at.token_count = 0;
		}
		return false;
	}
}
