/* SPDX-License-Identifier: MIT */
/*
 * Selection files: what "callsight select" decided about every function of a target. Written with
 * each build, read by the link step and by reports; which functions exist is not known here.
 *
 * Text, fields separated by one TAB, one file a target:
 *
 *     callsight-selection  2
 *     target  NAME
 *     system  in|out         functions of system headers
 *     folder  DIR/           system headers lie below it
 *     rest    keep|drop      functions of files that are not listed here
 *     file    PATH keep|drop functions of this file that are not listed below it
 *     +       NAME [LINE]    selected; LINE tells lambdas of one function apart that differ,
 *     -       NAME [LINE]    left out;  0 says that the compiler writes the function
 *
 * NAME is the C name, or the C++ name without parameters and template arguments; a lambda is
 * FUNCTION::{lambda#ORDINAL}, counted from 1 in the order of the source.
 *
 * An index lists the files of a build: "callsight-selections 2", then "target NAME PATH" lines.
 * Records that are not known are passed over; another version is refused.
 */
#ifndef CSA_SELECTION_H
#define CSA_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

struct csa_selection_target {
	const char *name;
	uint32_t first_folder; /* in folders */
	uint32_t folder_count;
	bool keeps_system;
	bool keeps_rest;
};

struct csa_selection_file {
	const char *path;
	uint32_t target;
	uint32_t next; /* with the same last component; CSA_SELECTION_END: none */
	bool keeps;
};

struct csa_selection_name {
	const char *name;
	uint32_t file;
	uint32_t line; /* 0: not said */
	uint32_t next; /* of the same name; CSA_SELECTION_END: none */
	bool keeps;
	bool is_implied; /* the compiler writes it: nobody misses it */
};

#define CSA_SELECTION_END UINT32_MAX

/* Open addressing: index + 1 of the first item with a text, 0: free. A power of two. */
struct csa_selection_slots {
	uint32_t *items;
	uint32_t count;
	uint32_t used;
};

struct csa_selection {
	struct {
		struct csa_selection_target *items;
		uint32_t count;
		uint32_t capacity;
	} targets;
	struct {
		struct csa_selection_file *items;
		uint32_t count;
		uint32_t capacity;
	} files;
	struct {
		struct csa_selection_name *items;
		uint32_t count;
		uint32_t capacity;
	} names;
	struct {
		const char **items;
		uint32_t count;
		uint32_t capacity;
	} folders;
	struct {
		char **items; /* the files as read, cut into fields; everything points into them */
		uint32_t count;
		uint32_t capacity;
	} texts;
	bool has_kept_file;                 /* a file's record says keep */
	bool has_dropped_file;              /* or drop */
	struct csa_selection_slots by_name; /* of names */
	struct csa_selection_slots by_base; /* of files: by last component of the path */
};

void csa_selection_init(struct csa_selection *selection);
void csa_selection_release(struct csa_selection *selection);

/**
 * csa_selection_add_file() - read the selection file of one more target.
 *
 * Return: 0; CSA_E_ABSENT when there is no such file; CSA_E_FORMAT with the line; CSA_E_IO;
 * CSA_E_NOMEM. After a failure nothing of the file counts.
 */
int csa_selection_add_file(struct csa_selection *selection, const char *path, struct csa_err *err);

/**
 * csa_selection_add_index() - read the selection files that an index names.
 * @notes: gets a line without a newline at its end for each one that could not be read; may be NULL
 *
 * Return: as csa_selection_add_file(), for the index itself; a part that is missing or damaged
 * is a note.
 */
int csa_selection_add_index(struct csa_selection *selection, const char *path,
			    struct csa_buf *notes, struct csa_err *err);

enum csa_verdict {
	CSA_VERDICT_KEEP,
	CSA_VERDICT_DROP,
	CSA_VERDICT_NEEDS_FILE, /* ask again with file and line; without them it is to be kept */
};

/** What is known of a function; NULL or 0 where nothing is. */
struct csa_selection_query {
	const char *name;   /* without parameters and template arguments */
	const char *file;   /* of its definition; absolute, or the tail of a path */
	const char *unit;   /* source file that the symbol table names */
	const char *module; /* path of the file that it lies in */
	uint32_t line;      /* of its definition */
};

/**
 * csa_selection_ask() - whether a function was selected.
 *
 * The lines of its file decide, else what the file's record says, else folders of system headers,
 * else the record for the rest. What stands inside a function, lambdas and local classes, goes with
 * that function unless it is listed itself. A function that one target keeps is kept, with the
 * targets that list its file before those that do not. With nothing read everything is kept.
 *
 * Files match when one path ends in the other, at a '/'. With no file the name decides when all
 * functions of that name are decided alike.
 */
enum csa_verdict csa_selection_ask(const struct csa_selection *selection,
				   const struct csa_selection_query *query);

/**
 * csa_selection_next() - the next selected function of the lists.
 * @at: where to go on, 0 to begin with
 *
 * A function of two targets comes twice; what the compiler writes does not come.
 * Return: NULL at the end.
 */
const struct csa_selection_name *csa_selection_next(const struct csa_selection *selection,
						    uint32_t *at);

/** csa_selection_find() - the first item whose text is @text, or CSA_SELECTION_END. */
uint32_t csa_selection_find_name(const struct csa_selection *selection, const char *text,
				 size_t length);
uint32_t csa_selection_find_base(const struct csa_selection *selection, const char *text,
				 size_t length);

#endif
