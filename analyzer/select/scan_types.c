/* SPDX-License-Identifier: MIT */
/* Members of structures by their number, and other names of types: what tables are laid out by. */
#include "scan_state.h"

#include <string.h>

static char punct_of(const struct csa_scan *scan, uint32_t at)
{
	const struct csa_token *token = &scan->tokens.items[at];

	return at < scan->at.token_count && token->kind == CSA_TOKEN_PUNCT ? token->punct : 0;
}

static bool is_word(const struct csa_scan *scan, uint32_t at)
{
	return at < scan->at.token_count && scan->tokens.items[at].kind == CSA_TOKEN_IDENT;
}

static uint32_t name_at(struct csa_scan *scan, uint32_t at)
{
	return csa_scan_name_of(scan, scan->tokens.items[at].text, scan->tokens.items[at].length);
}

/* A declarator from @first to the next ',' of the same level. */
struct item {
	uint32_t name;   /* token, or CSA_NO_INDEX */
	uint32_t end;    /* at the ',' or behind the last token */
	bool is_pointer; /* to a function, as far as it can be seen */
};

static struct item read_item(const struct csa_scan *scan, uint32_t first)
{
	struct item item = { .name = CSA_NO_INDEX };
	uint32_t depth = 0;
	bool is_named = false;

	for (uint32_t i = first; i < scan->at.token_count; i++) {
		char c = punct_of(scan, i);

		item.end = i;
		if (c == ',' && depth == 0)
			return item;
		if (c == '(' && depth == 0 && punct_of(scan, i + 1) == '*' && !is_named) {
			for (i++; punct_of(scan, i) == '*' || punct_of(scan, i) == '('; i++)
				depth += punct_of(scan, i) == '(';
			item.name = is_word(scan, i) ? i : CSA_NO_INDEX;
			item.is_pointer = is_named = true;
			depth++;
		} else if (c == '(' || c == '[' || c == '{' || c == '<') {
			is_named = is_named || c == '[';
			depth++;
		} else if ((c == ')' || c == ']' || c == '}' || c == '>') && depth > 0) {
			depth--;
		} else if (c == ':' || c == '=') {
			is_named = true;
		} else if (depth == 0 && !is_named && is_word(scan, i)) {
			item.name = i;
		}
	}
	item.end = scan->at.token_count;
	return item;
}

static void add_member(struct csa_scan *scan, uint32_t def, uint32_t name, uint32_t index,
		       bool is_pointer)
{
	struct csa_use use = { .def = def,
			       .name = name,
			       .kind = CSA_USE_MEMBER,
			       .is_member = is_pointer,
			       .index = (uint8_t)index };

	csa_project_add_use(scan->project, &use);
}

void csa_scan_members(struct csa_scan *scan)
{
	struct csa_open *open = csa_scan_innermost(scan);
	uint32_t first = 0;

	if (scan->at.token_count == 0) {
		open->depth += scan->closed_type != CSA_NAME_NONE;
		return;
	}
	while (first < scan->at.token_count && open->def != CSA_NO_INDEX) {
		struct item item = read_item(scan, first);

		if (item.name != CSA_NO_INDEX && open->depth < CSA_INDEX_ANY)
			add_member(scan, open->def, name_at(scan, item.name), open->depth,
				   item.is_pointer);
		open->depth++;
		first = item.end + 1;
	}
}

/* "typedef struct S T;", "typedef S T;" and the end of "typedef struct { ... } T;" */
void csa_scan_typedef(struct csa_scan *scan)
{
	bool is_typedef = scan->closed_is_typedef;
	uint32_t type = scan->closed_type;
	struct item item = read_item(scan, 0);
	struct csa_def def = { .kind = CSA_DEF_CLASS, .file = scan->input->file };
	uint32_t index;

	if (scan->at.token_count > 0 && csa_token_is(&scan->tokens.items[0], "typedef")) {
		is_typedef = true;
		if (item.name != CSA_NO_INDEX && item.name >= 2 && is_word(scan, item.name - 1))
			type = name_at(scan, item.name - 1);
	}
	if (!is_typedef || type == CSA_NAME_NONE || item.name == CSA_NO_INDEX || item.is_pointer)
		return;
	def.base = def.name = name_at(scan, item.name);
	def.line = def.end_line = scan->tokens.items[item.name].line;
	if (def.base == type)
		return;
	index = csa_project_add_def(scan->project, &def);
	if (index != CSA_NO_INDEX)
		add_member(scan, index, type, CSA_INDEX_ANY, false);
}

/* The braces of a variable's initialiser are open: of which type is it, and is it an array? */
void csa_scan_table(struct csa_scan *scan)
{
	const struct csa_declarator *found = &scan->found;
	uint32_t type = scan->closed_type;
	uint32_t at = scan->at.token_count;

	while (at-- > 0) {
		const struct csa_token *token = &scan->tokens.items[at];

		if (token->kind == CSA_TOKEN_IDENT && token->length == found->base.length &&
		    memcmp(token->text, found->base.data, token->length) == 0)
			break;
	}
	if (at >= scan->at.token_count)
		return;
	if (type == CSA_NAME_NONE && at > 0 && is_word(scan, at - 1))
		type = name_at(scan, at - 1);
	csa_flow_table(&scan->uses.flow,
		       csa_scan_name_of(scan, found->base.data, found->base.length), type,
		       punct_of(scan, at + 1) == '[');
}
