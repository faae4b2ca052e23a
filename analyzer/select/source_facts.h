/* SPDX-License-Identifier: MIT */
/*
 * What one reading of the sources found, file by file, in the form in which it is kept between
 * builds: which part of a project's arrays came from a file, and what the file looked like.
 */
#ifndef CSA_SOURCE_FACTS_H
#define CSA_SOURCE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

struct csa_slice {
	uint32_t first;
	uint32_t count;
};

/* Also the record of a cache file: no pointers, no padding. */
struct csa_file_facts {
	uint64_t hash; /* of the content */
	uint64_t size;
	uint64_t inode;
	uint64_t device;
	int64_t changed_ns;   /* later one of mtime and ctime; 0: the file was not read */
	int64_t read_ns;      /* clock before it was read */
	uint32_t path;        /* name id */
	uint32_t languages;   /* enum csa_language bits */
	uint32_t broken_line; /* as csa_file.broken_line */
	uint32_t has_tags;    /* ctags was asked */
	uint32_t is_deep;     /* as csa_file.is_deep */
	uint32_t unused;
	struct csa_slice defs;
	struct csa_slice uses;
	struct csa_slice classes;
	struct csa_slice made;
	struct csa_slice tags;
	struct csa_slice includes;
};

/* A function as ctags sees it. */
struct csa_tag {
	uint32_t name;  /* as the scanner would spell it */
	uint32_t scope; /* class or namespace, 0: none */
	uint32_t line;
	uint32_t end_line;
	uint32_t is_static;
};

/* The name in an #include line. */
struct csa_include_name {
	uint32_t name;
	uint32_t is_system; /* in angle brackets */
};

struct csa_source_facts {
	struct {
		struct csa_file_facts *items; /* by file of the project */
		uint32_t count;
		uint32_t capacity;
	} files;
	struct {
		struct csa_tag *items;
		uint32_t count;
		uint32_t capacity;
	} tags;
	struct {
		struct csa_include_name *items;
		uint32_t count;
		uint32_t capacity;
	} includes;
};

void csa_source_facts_release(struct csa_source_facts *facts);

#endif
