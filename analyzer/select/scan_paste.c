/* SPDX-License-Identifier: MIT */
#include "scan_paste.h"

#include "buf.h"

/* The number of the parameter @name, or CSA_INDEX_ANY. */
static uint32_t parameter_index(const struct csa_scan_paste *paste, uint32_t name)
{
	const struct csa_project *project = paste->project;

	for (uint32_t i = paste->first_use; i < project->uses.count; i++) {
		const struct csa_use *use = &project->uses.items[i];

		if (use->kind != CSA_USE_PARAM)
			break;
		if (use->name == name)
			return use->index;
	}
	return CSA_INDEX_ANY;
}

static void join(struct csa_scan_paste *paste, struct csa_token *word)
{
	struct csa_names *names = &paste->project->names;
	struct csa_buf text;
	uint32_t id;

	csa_buf_init(&text);
	for (uint32_t i = 0; i < paste->count; i++) {
		uint32_t index = parameter_index(paste, paste->words[i]);

		if (index == CSA_INDEX_ANY)
			csa_buf_add_str(&text, csa_names_borrow(names, paste->words[i]));
		else
			csa_buf_add_fmt(&text, "%c%u%c", CSA_PASTE_BEGIN, index, CSA_PASTE_END);
	}
	id = csa_names_add(names, text.data, text.length);
	word->text = csa_names_borrow(names, id);
	word->length = csa_names_length(names, id);
	paste->project->failed = paste->project->failed || text.failed;
	csa_buf_release(&text);
}

bool csa_scan_paste_end(struct csa_scan_paste *paste, struct csa_token *word)
{
	uint32_t count = paste->count;

	if (count == 0)
		return false;
	*word = paste->word;
	paste->suffix = CSA_NAME_NONE;
	if (count == 2 && parameter_index(paste, paste->words[0]) != CSA_INDEX_ANY &&
	    parameter_index(paste, paste->words[1]) == CSA_INDEX_ANY)
		paste->suffix = paste->words[1];
	if (count > 1)
		join(paste, word);
	paste->count = 0;
	paste->is_joined = false;
	return true;
}

bool csa_scan_paste_feed(struct csa_scan_paste *paste, const struct csa_token *token,
			 struct csa_token *word)
{
	struct csa_names *names = &paste->project->names;
	bool is_word = token->kind == CSA_TOKEN_IDENT ||
		       (token->kind == CSA_TOKEN_NUMBER && paste->is_joined);
	bool is_ended = false;
	uint32_t name;

	if (csa_token_is(token, "##")) {
		paste->is_joined = paste->count > 0;
		return false;
	}
	if (!paste->is_joined || !is_word)
		is_ended = csa_scan_paste_end(paste, word);
	paste->is_joined = false;
	if (!is_word || paste->count >= CSA_PASTE_WORDS)
		return is_ended;
	name = csa_names_add(names, token->text, token->length);
	if (!name)
		return is_ended; /* out of memory, which the table of names says */
	if (paste->count == 0) {
		paste->word = *token;
		paste->word.text = csa_names_borrow(names, name);
	}
	paste->words[paste->count++] = name;
	return is_ended;
}
