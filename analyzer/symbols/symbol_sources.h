/* SPDX-License-Identifier: MIT */
/* Where the files that names come from may be, beside where they were when the program ran. */
#ifndef CSA_SYMBOL_SOURCES_H
#define CSA_SYMBOL_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

/** All zero: the recorded paths, and the places that a debugger looks at. */
struct csa_symbol_sources {
	const char *const *dirs; /* programs, debug files, folders .build-id; the first one wins */
	size_t dir_count;
	const char *sysroot; /* put before recorded paths and before /usr/lib/debug; NULL: none */
	bool only_itself;    /* no other file, and no server */
	bool keeps_clones;   /* each copy of a function is one of its own, and says which */
	bool is_forced;      /* a file of another build gives names, too */
};

#endif
