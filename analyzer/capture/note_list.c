/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* vasprintf */
#include "note_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

void csa_notes_add(struct csa_notes *notes, enum csa_note_kind kind, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int length;

	notes->total[kind]++;
	if (notes->total[kind] > CSA_NOTES_KEPT)
		return;
	if (!notes->items) {
		notes->items =
			calloc((size_t)CSA_NOTE_KINDS * CSA_NOTES_KEPT, sizeof(*notes->items));
		if (!notes->items)
			return;
	}
	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (length < 0)
		return;
	notes->items[notes->count++] = (struct csa_note){ .kind = kind, .text = text };
}
