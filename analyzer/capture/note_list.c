/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* vasprintf */
#include "note_list.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void csa_notes_init(struct csa_notes *notes)
{
	*notes = (struct csa_notes){ 0 };
}

void csa_notes_release(struct csa_notes *notes)
{
	for (size_t i = 0; i < notes->count; i++)
		free(notes->items[i].text);
	free(notes->items);
	csa_notes_init(notes);
}

static bool is_there(const struct csa_notes *notes, enum csa_note_kind kind, const char *text)
{
	for (size_t i = 0; i < notes->count; i++) {
		const struct csa_note *note = &notes->items[i];

		if (note->kind == kind && note->text && strcmp(note->text, text) == 0)
			return true;
	}
	return false;
}

void csa_notes_add(struct csa_notes *notes, enum csa_note_kind kind, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int length;

	if (!notes->items)
		notes->items =
			calloc((size_t)CSA_NOTE_KINDS * CSA_NOTES_KEPT, sizeof(*notes->items));
	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (length < 0)
		text = NULL;
	if (text && is_there(notes, kind, text)) {
		free(text);
		return;
	}
	notes->total[kind]++;
	if (text && notes->items && notes->total[kind] <= CSA_NOTES_KEPT)
		notes->items[notes->count++] = (struct csa_note){ .kind = kind, .text = text };
	else
		free(text);
}
