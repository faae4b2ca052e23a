/* SPDX-License-Identifier: MIT */
/*
 * One linear pass over one file: definitions with their line ranges, and what each of them uses.
 * Nothing is preprocessed: all branches of an #if are read, and what a branch opened or closed is
 * undone at its end unless all branches agree. Damaged text costs definitions, never a crash.
 *
 * LIMIT: lambdas belong to the function around them, one outside of functions to its variable.
 */
#ifndef CSA_SCAN_H
#define CSA_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "project.h"

/** The name in an #include line; @is_system: in angle brackets. */
typedef void (*csa_scan_include_fn)(void *data, const char *name, size_t length, bool is_system);

struct csa_scan_input {
	const char *text; /* a NUL follows its last byte */
	size_t length;
	uint32_t file;   /* index in the project; languages and broken_line are of this file */
	uint32_t line;   /* of the first byte; 0 means 1 */
	uint32_t scope;  /* qualified name around the text */
	uint32_t rounds; /* of macro expansion that made the text; 0: it is the file itself */
	csa_scan_include_fn on_include; /* may be NULL */
	void *data;
};

/** What one name was seen as, by the definition read last; shared by the files of a project. */
struct csa_scan_seen {
	uint32_t def;   /* CSA_NO_INDEX: none */
	uint32_t kinds; /* bits of enum csa_use_kind */
	uint32_t local; /* the definition that declares a variable of this name */
};

struct csa_scanner {
	struct csa_project *project;
	uint32_t keywords; /* ids up to this one are keywords */
	struct {
		struct csa_scan_seen *items; /* by name id */
		uint32_t count;
		uint32_t capacity;
	} seen;
};

/** csa_scanner_init() - before any other name is added to the project. */
void csa_scanner_init(struct csa_scanner *scanner, struct csa_project *project);
void csa_scanner_release(struct csa_scanner *scanner);

/** csa_scan_file() - read one file. A lack of memory shows in csa_project.failed. */
void csa_scan_file(struct csa_scanner *scanner, const struct csa_scan_input *input);

#endif
