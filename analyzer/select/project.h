/* SPDX-License-Identifier: MIT */
/*
 * What was read from the sources: files, definitions and the names that each definition uses.
 * Plain data, filled by scan.h and ctags.h, read by graph.h and choose.h.
 *
 * Besides functions, whatever stands between a function and what it leads to is a definition: a
 * macro, a table of functions, a pointer that a function is assigned to, a class. Names are ids of `names`.
 * After a failure of memory, failed is true and additions are dropped; the loader checks once.
 */
#ifndef CSA_PROJECT_H
#define CSA_PROJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "names.h"

#define CSA_NO_INDEX UINT32_MAX

enum csa_def_kind {
	CSA_DEF_FUNCTION,
	CSA_DEF_MACRO,
	CSA_DEF_VARIABLE,
	CSA_DEF_FIELD, /* a function is assigned to this member or variable: "p->read = f" */
	CSA_DEF_CLASS, /* C++: uses the classes of its members and bases */
};

enum csa_def_flags {
	CSA_DEF_STATIC = 1u << 0,
	CSA_DEF_LOOP = 1u << 1,     /* for, while, do or goto in the body */
	CSA_DEF_METHOD = 1u << 2,   /* a member of a class */
	CSA_DEF_LAMBDA = 1u << 3,   /* a lambda or local class inside: its name holds this one's */
	CSA_DEF_TAGGED = 1u << 4,   /* only ctags knows it; its uses are not known */
	CSA_DEF_CALLABLE = 1u << 5, /* macro with parameters */
	CSA_DEF_NAMED_CAPS = 1u << 6,   /* the name looks like a macro */
	CSA_DEF_IMPLIED = 1u << 7,      /* the compiler writes it: a constructor, destructor, = */
	CSA_DEF_IS_LAMBDA = 1u << 8,    /* "f::{lambda#2}": the second one of f; see parent */
	CSA_DEF_RESOLVER = 1u << 9,     /* runs before main, in the loader: must not have hooks */
	CSA_DEF_CONDITIONAL = 1u << 10, /* inside an #if: another one may be compiled instead */
};

struct csa_def {
	uint32_t name;   /* qualified, as the demangler prints it without parameters */
	uint32_t base;   /* last component; what a call is looked up by */
	uint32_t scope;  /* qualified name of class or namespace, 0: none */
	uint32_t header; /* function: its header's tokens; macro: its parameters "a,b" */
	uint32_t body;   /* macro: its body, 0 when empty or too long to expand */
	uint32_t file;
	uint32_t line;      /* of the name */
	uint32_t end_line;  /* of the closing brace */
	uint32_t first_use; /* set by csa_project_sort_uses() */
	uint32_t use_count;
	uint32_t parent; /* lambda: index of the definition around it plus 1, otherwise 0 */
	uint16_t flags;  /* enum csa_def_flags */
	uint8_t kind;    /* enum csa_def_kind */
};

enum csa_use_kind {
	CSA_USE_CALL,    /* name ( */
	CSA_USE_ADDRESS, /* name where a value is passed, stored or returned */
	CSA_USE_MENTION, /* any other place: counts for macros, variables and classes */
	/* Where functions travel; read by pointers.h, nothing to the call graph itself. */
	CSA_USE_CALL_LOCAL, /* a parameter or variable of def is called: name */
	CSA_USE_PARAM,      /* name is parameter number index of def */
	CSA_USE_MEMBER,     /* name is member number index of the class def */
	CSA_USE_RESOLVER,   /* name is run by the loader; def only holds the use */
	CSA_USE_TO_ARG,     /* name goes into argument number index of a call of scope */
	CSA_USE_TO_FIELD,   /* name is stored in a member or variable scope of anybody */
	CSA_USE_TO_LOCAL,   /* name is stored in the variable scope of def */
	CSA_USE_TO_PLACE,   /* name initialises member number index of the type scope */
};

/* What the name of a CSA_USE_TO_... is. */
enum csa_use_from {
	CSA_FROM_NAME,  /* a function or anything else that is known by its name */
	CSA_FROM_LOCAL, /* a parameter or variable of def */
	CSA_FROM_FIELD, /* a member of anything */
};

#define CSA_INDEX_ANY 255u /* csa_use.index: it is not known which one */

struct csa_use {
	uint32_t def; /* who uses it */
	uint32_t name;
	uint32_t scope;    /* the word before "::", 0: none; another meaning in CSA_USE_TO_... */
	uint8_t kind;      /* enum csa_use_kind */
	uint8_t is_member; /* after '.' or "->" */
	uint8_t from;      /* enum csa_use_from */
	uint8_t index;     /* see enum csa_use_kind */
};

/* "NAME(a, b)" where a declaration could begin: a macro may make whole functions of it. */
struct csa_made {
	uint32_t text;
	uint32_t scope; /* around it */
	uint32_t file;
	uint32_t line;
	uint32_t rounds; /* expansions that led here */
};

struct csa_class {
	uint32_t name; /* qualified */
	uint32_t base; /* last component */
	uint32_t file;
	uint32_t line;
};

struct csa_file {
	char *path;         /* absolute and normal; ours */
	uint32_t *includes; /* indices of files, resolved by load.c; ours */
	uint32_t include_count;
	uint32_t include_capacity;
	uint32_t broken_line; /* braces do not balance from here on; 0: they do */
	uint8_t languages;    /* enum csa_language bits */
	bool is_source;       /* named by the plan, not found through #include */
	bool is_missing;
	bool is_included; /* by another file, found by csa_project_add_include() */
	bool is_deep; /* brackets are nested too deeply for ctags, whose time is quadratic there */
};

struct csa_project {
	struct csa_names names;
	struct {
		struct csa_file *items;
		uint32_t count;
		uint32_t capacity;
	} files;
	struct {
		struct csa_def *items;
		uint32_t count;
		uint32_t capacity;
	} defs;
	struct {
		struct csa_use *items;
		uint32_t count;
		uint32_t capacity;
	} uses;
	struct {
		struct csa_class *items;
		uint32_t count;
		uint32_t capacity;
	} classes;
	struct {
		struct csa_made *items;
		uint32_t count;
		uint32_t capacity;
	} made;
	bool failed;
};

void csa_project_init(struct csa_project *project);
void csa_project_release(struct csa_project *project);

/** csa_project_add_file() - a new file; @path is copied. Return: its index, or CSA_NO_INDEX. */
uint32_t csa_project_add_file(struct csa_project *project, const char *path, uint8_t languages);

/** csa_project_add_def() - a copy of @def. Return: its index, or CSA_NO_INDEX. */
uint32_t csa_project_add_def(struct csa_project *project, const struct csa_def *def);

void csa_project_add_use(struct csa_project *project, const struct csa_use *use);

/** csa_project_sort_uses() - bring uses into the order of defs and set first_use, use_count. */
void csa_project_sort_uses(struct csa_project *project);

void csa_project_add_class(struct csa_project *project, const struct csa_class *class);

/**
 * csa_project_add_implied() - for each class the members that the compiler writes where nobody did:
 * constructor, destructor, assignment. When all files are read.
 */
void csa_project_add_implied(struct csa_project *project);

/** csa_project_around() - the definition around a lambda, however deep; @def when it is none. */
uint32_t csa_project_around(const struct csa_project *project, uint32_t def);

void csa_project_add_made(struct csa_project *project, const struct csa_made *made);

/** csa_project_add_include() - @file includes @target. */
void csa_project_add_include(struct csa_project *project, uint32_t file, uint32_t target);

/** csa_project_join() - the id of "scope::base", of "base" when @scope is 0. */
uint32_t csa_project_join(struct csa_project *project, uint32_t scope, uint32_t base);

/** csa_project_name() - the text of a name id. */
static inline const char *csa_project_name(const struct csa_project *project, uint32_t name)
{
	return csa_names_borrow(&project->names, name);
}

#endif
