/* SPDX-License-Identifier: MIT */
/*
 * What a reader wants to say about a capture: a list of lines with a weight, in the order in which
 * they were found. Printing and exit status are the command's business.
 *
 * Invariants: items is a heap array of count notes; beyond CSA_NOTES_KEPT lines of a kind only its
 * counter grows, so that a capture of garbage cannot fill the memory, nor many old runs hide damage.
 */
#ifndef CSA_NOTE_LIST_H
#define CSA_NOTE_LIST_H

#include <stddef.h>
#include <stdint.h>

#define CSA_NOTES_KEPT 200

enum csa_note_kind {
	CSA_NOTE_INFO,    /* worth knowing: an older run, functions left out */
	CSA_NOTE_WARNING, /* part of the answer is missing: names, lost events */
	CSA_NOTE_DAMAGE,  /* the input is broken; exit status 3 */
	CSA_NOTE_KINDS
};

struct csa_note {
	enum csa_note_kind kind;
	char *text; /* one line */
};

struct csa_notes {
	struct csa_note *items; /* room for CSA_NOTE_KINDS * CSA_NOTES_KEPT */
	size_t count;
	uint64_t total[CSA_NOTE_KINDS]; /* also those that were not kept */
};

void csa_notes_init(struct csa_notes *notes);
void csa_notes_release(struct csa_notes *notes);

/**
 * csa_notes_add() - one line. The same line again is no new note: the processes of a run often have the
 * same to say. When memory is short only the counter grows.
 */
void csa_notes_add(struct csa_notes *notes, enum csa_note_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
