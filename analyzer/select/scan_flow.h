/* SPDX-License-Identifier: MIT */
/*
 * Where values travel in a body: into arguments, members, variables and tables. Written as uses of
 * the kinds CSA_USE_TO_..., from which pointers.h finds what a call through a pointer may reach.
 * Private to the scanner; fed by scan_uses.c, token by token.
 */
#ifndef CSA_SCAN_FLOW_H
#define CSA_SCAN_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "project.h"

#define CSA_FLOW_LEVELS 24u /* chosen: what is nested deeper travels nowhere */

/* A word, as far as it can be called or assigned to. */
struct csa_flow_word {
	uint32_t name; /* 0: none */
	bool is_member;
};

/* An open bracket. */
struct csa_flow_level {
	struct csa_flow_word callee; /* '(': the word in front of it */
	struct csa_flow_word before; /* '[': likewise */
	struct csa_flow_word target; /* '(': what is assigned to around it */
	uint32_t type;               /* '{': of what is initialised, 0: not known */
	uint16_t index;              /* commas so far */
	char bracket;
	bool is_free;        /* '(' with nothing in front that it could belong to */
	bool is_through;     /* '(' behind "(*f)": a call, or the parameters of a pointer */
	bool is_star;        /* "(*" */
	bool is_array;       /* '{': of elements of the type */
	bool is_transparent; /* '(': what the callee returns is its argument, as far as we know */
};

struct csa_flow {
	struct csa_flow_level levels[CSA_FLOW_LEVELS];
	uint32_t depth;              /* may be larger than CSA_FLOW_LEVELS */
	struct csa_flow_word closed; /* "(*f)": what a following '(' calls, "f[1]" likewise */
	struct csa_flow_word target; /* left of the '=' whose right side is being read */
	uint32_t cast;               /* "(T)": what a following '{' initialises */
	uint32_t declared_type;      /* of the variable declared last */
	uint32_t table;              /* name of the variable that is being initialised */
	bool is_member_init;         /* constructor's list: what looks like a callee is a member */
};

/* A token as scan_uses.c classifies it. */
struct csa_flow_token {
	char class;
	bool is_cxx;
	bool is_single;            /* one character long */
	char last;                 /* the class of the token before it */
	struct csa_flow_word word; /* the token before it, when that is a word */
	uint32_t type; /* the word in front of that word, when a type could stand there */
};

/** csa_flow_table() - the braces of a variable's initialiser are open. @type: 0 for not known */
void csa_flow_table(struct csa_flow *flow, uint32_t name, uint32_t type, bool is_array);

/** csa_flow_feed() - Return: the word that a '(' calls through a pointer, name 0 for none. */
struct csa_flow_word csa_flow_feed(struct csa_flow *flow, const struct csa_names *names,
				   const struct csa_flow_token *token);

/**
 * csa_flow_value() - add the uses for a value that stands here.
 * @use: def, name and from are set
 * @is_local: is this a name of a variable of the definition?
 */
void csa_flow_value(struct csa_flow *flow, struct csa_project *project, const struct csa_use *use,
		    bool target_is_local);

#endif
