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

static uint32_t joined(struct csa_scan_paste *paste, uint32_t first, uint32_t end)
{
	struct csa_buf text;
	uint32_t id;

	csa_buf_init(&text);
	for (uint32_t i = first; i < end; i++)
		csa_buf_add_str(&text, csa_project_name(paste->project, paste->words[i]));
	id = csa_names_add(&paste->project->names, text.data, text.length);
	paste->project->failed = paste->project->failed || text.failed;
	csa_buf_release(&text);
	return id;
}

/* Only words with exactly one parameter can be told at the place of a call. */
void csa_scan_paste_end(struct csa_scan_paste *paste)
{
	struct csa_use use = { .def = paste->def, .kind = CSA_USE_PASTE };
	uint32_t at = 0;
	uint32_t params = 0;

	for (uint32_t i = 0; i < paste->count && paste->count > 1; i++) {
		uint32_t index = parameter_index(paste, paste->words[i]);

		if (index == CSA_INDEX_ANY)
			continue;
		params++;
		at = i;
		use.index = (uint8_t)index;
	}
	if (params == 1) {
		use.name = joined(paste, 0, at);
		use.scope = joined(paste, at + 1, paste->count);
		csa_project_add_use(paste->project, &use);
	}
	paste->count = 0;
}

void csa_scan_paste_feed(struct csa_scan_paste *paste, const struct csa_token *token)
{
	bool is_word = token->kind == CSA_TOKEN_IDENT ||
		       (token->kind == CSA_TOKEN_NUMBER && paste->is_joined);

	if (csa_token_is(token, "##")) {
		paste->is_joined = paste->count > 0;
		return;
	}
	if (!paste->is_joined || !is_word)
		csa_scan_paste_end(paste);
	paste->is_joined = false;
	if (is_word && paste->count < CSA_PASTE_WORDS)
		paste->words[paste->count++] =
			csa_names_add(&paste->project->names, token->text, token->length);
}
