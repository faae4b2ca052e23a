/* SPDX-License-Identifier: MIT */
#include "scan_flow.h"

#include <string.h>

#include "declarator.h"

static struct csa_flow_level *top(struct csa_flow *flow)
{
	if (flow->depth == 0 || flow->depth > CSA_FLOW_LEVELS)
		return NULL;
	return &flow->levels[flow->depth - 1];
}

/* Is the result the argument? A macro's may be; std::move() and its like hand it on. */
static bool is_transparent(const struct csa_names *names, uint32_t name)
{
	static const char *const words[] = { "move", "forward", "bind", "ref", "cref" };
	const char *text = csa_names_borrow(names, name);

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strcmp(text, words[i]) == 0)
			return true;
	}
	return name && csa_declarator_is_caps(text, csa_names_length(names, name));
}

static void push(struct csa_flow *flow, const struct csa_flow_level *level)
{
	if (flow->depth < CSA_FLOW_LEVELS)
		flow->levels[flow->depth] = *level;
	flow->depth++;
}

/* "f(", "p->f(", "(*f)(", "f[1](". Return: the word that is called through a pointer. */
static struct csa_flow_word open_paren(struct csa_flow *flow, const struct csa_names *names,
				       const struct csa_flow_token *token)
{
	struct csa_flow_level level = { .bracket = '(', .callee = token->word };
	struct csa_flow_word called = { 0 };

	level.is_through = token->last == ')' || token->last == ']';
	if (level.is_through)
		called = level.callee = flow->closed;
	else if (token->last == 'i' && token->type)
		level.callee.name = token->type; /* "Type name(...)" calls a constructor */
	level.is_free = token->last != 'i' && token->last != 'k' && token->last != ')' &&
			token->last != ']';
	level.is_transparent = is_transparent(names, level.callee.name);
	level.target = flow->target;
	push(flow, &level);
	/* What a function returns does not hold its arguments; what a macro gives may be one. */
	if (level.callee.name && !level.is_transparent)
		flow->target.name = CSA_NAME_NONE;
	return called;
}

/* "T x = {", "T x[] = {", "(T){", and what is nested in it. */
static void open_brace(struct csa_flow *flow, const struct csa_flow_token *token)
{
	const struct csa_flow_level *around = top(flow);
	struct csa_flow_level level = { .bracket = '{' };

	if (around && around->bracket == '{' && around->is_array)
		level.type = around->type;
	else if (token->last == '=' || token->last == 0)
		level.type = flow->declared_type;
	else if (token->last == ')')
		level.type = flow->cast;
	level.is_array = level.type && !(around && around->bracket == '{') && flow->closed.name;
	push(flow, &level);
	flow->target.name = CSA_NAME_NONE;
}

static void close_bracket(struct csa_flow *flow, const struct csa_flow_token *token)
{
	const struct csa_flow_level *level = top(flow);
	struct csa_flow_word inner = token->word;

	if (flow->depth == 0)
		return;
	if (token->last == ')' || token->last == ']')
		inner = flow->closed;
	flow->closed = (struct csa_flow_word){ 0 };
	flow->cast = CSA_NAME_NONE;
	if (level && token->class == ']')
		flow->closed = level->before;
	if (level && level->bracket == '(')
		flow->target = level->target;
	if (level && token->class == ')' && level->is_through)
		flow->closed = level->callee;
	if (level && token->class == ')' && level->is_free) {
		flow->cast = inner.name;
		if (level->is_star || inner.is_member)
			flow->closed = inner;
	}
	flow->depth--;
}

static void pass_comma(struct csa_flow *flow)
{
	struct csa_flow_level *level = top(flow);

	if (level)
		level->index++;
	flow->target.name = CSA_NAME_NONE;
}

void csa_flow_table(struct csa_flow *flow, uint32_t name, uint32_t type, bool is_array)
{
	push(flow, &(struct csa_flow_level){ .bracket = '{', .type = type, .is_array = is_array });
	flow->table = name;
}

struct csa_flow_word csa_flow_feed(struct csa_flow *flow, const struct csa_names *names,
				   const struct csa_flow_token *token)
{
	struct csa_flow_word called = { 0 };
	struct csa_flow_level *level = top(flow);

	switch (token->class) {
	case '(':
		called = open_paren(flow, names, token);
		break;
	case '[':
		push(flow, &(struct csa_flow_level){ .bracket = '[', .before = token->word });
		break;
	case '{':
		/* "Type name{...}", "Type{...}" */
		if (token->is_cxx && token->last == 'i')
			(void)open_paren(flow, names, token);
		else
			open_brace(flow, token);
		break;
	case ')':
	case ']':
	case '}':
		close_bracket(flow, token);
		return called;
	case ',':
		pass_comma(flow);
		break;
	case '*':
		if (level && level->is_free && token->last == '(')
			level->is_star = true;
		break;
	case '=':
		if (token->is_single)
			flow->target = token->last == 'i' ? token->word : flow->closed;
		return called;
	case ';':
		flow->target.name = CSA_NAME_NONE;
		break;
	default:
		break;
	}
	if (token->class != '*')
		flow->closed = (struct csa_flow_word){ 0 };
	return called;
}

static void add(struct csa_project *project, const struct csa_use *use, enum csa_use_kind kind,
		uint32_t to, uint32_t index)
{
	struct csa_use flow = *use;

	flow.kind = (uint8_t)kind;
	flow.scope = to;
	flow.index = (uint8_t)(index < CSA_INDEX_ANY ? index : CSA_INDEX_ANY);
	flow.is_member = 0;
	csa_project_add_use(project, &flow);
}

/* A value in braces: of an array of structures without braces of their own it is any member. */
static void add_place(const struct csa_flow *flow, struct csa_project *project,
		      const struct csa_use *use, const struct csa_flow_level *level, bool is_inside)
{
	struct csa_use table = *use;
	uint32_t index = level->is_array ? CSA_INDEX_ANY : level->index;

	if (!level->type)
		return;
	add(project, use, CSA_USE_TO_PLACE, level->type, index);
	/* "{ ENTRY(a), ENTRY(b) }": the macro may make any name of it. */
	if (!is_inside || !flow->table)
		return;
	table.name = flow->table;
	table.from = CSA_FROM_NAME;
	add(project, &table, CSA_USE_TO_PLACE, level->type, index);
}

void csa_flow_value(struct csa_flow *flow, struct csa_project *project, const struct csa_use *use,
		    bool target_is_local)
{
	bool is_inside = false;

	if (flow->target.name) {
		add(project, use,
		    target_is_local && !flow->target.is_member ? CSA_USE_TO_LOCAL
							       : CSA_USE_TO_FIELD,
		    flow->target.name, 0);
		if (flow->depth == 0 || flow->depth > CSA_FLOW_LEVELS || !top(flow)->is_transparent)
			return;
	}
	if (flow->depth > CSA_FLOW_LEVELS)
		return;
	for (uint32_t i = flow->depth; i-- > 0;) {
		const struct csa_flow_level *level = &flow->levels[i];

		if (level->bracket == '{') {
			add_place(flow, project, use, level, is_inside);
			return;
		}
		if (level->bracket == '[')
			return;
		if (!level->callee.name)
			continue;
		add(project, use, CSA_USE_TO_ARG, level->callee.name, level->index);
		if (flow->is_member_init)
			add(project, use, CSA_USE_TO_FIELD, level->callee.name, 0);
		if (!level->is_transparent)
			return;
		is_inside = true;
	}
}
