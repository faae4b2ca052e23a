/* SPDX-License-Identifier: MIT */
/*
 * The lines of a Makefile as variables and rules, from the text alone: nothing is run, conditions are not
 * looked at. Private to the init room.
 */
#ifndef CSA_MAKEFILE_TEXT_H
#define CSA_MAKEFILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "vec.h"

struct csa_makefile_variable {
	char *name;
	struct csa_buf value;
};

/** How a rule is reached from what make builds when it is given no target; a higher one replaces a lower. */
enum csa_makefile_reach {
	CSA_REACH_NONE,
	CSA_REACH_INNER, /* something that is built needs it on the way */
	CSA_REACH_GOAL,
};

struct csa_makefile_rule {
	char *targets;
	char *needs;
	bool has_recipe;
	bool is_link; /* makes a program or a shared library */
	bool is_part; /* makes an archive that a program is linked with */
	enum csa_makefile_reach reach;
};

struct csa_makefile {
	struct {
		struct csa_makefile_variable *items;
		uint32_t count;
		uint32_t capacity;
	} variables;
	struct {
		struct csa_makefile_rule *items;
		uint32_t count;
		uint32_t capacity;
	} rules;
	bool is_adopted; /* it includes callsight.mk */
	bool failed;     /* memory ran out */
};

/** csa_makefile_take() - read @text, which is changed and outlives @m. @m: zeros, to be released */
void csa_makefile_take(struct csa_makefile *m, char *text);
void csa_makefile_release(struct csa_makefile *m);

/** csa_makefile_variable() - @name has @length bytes. Return: NULL when there is none. */
struct csa_makefile_variable *csa_makefile_variable(struct csa_makefile *m, const char *name,
						    size_t length);

/** csa_makefile_expand() - add @text with variables replaced. Those without a value and functions stay. */
void csa_makefile_expand(struct csa_makefile *m, const char *text, struct csa_buf *out);

/** csa_makefile_names() - whether a text names objects or sources, as words, in lists or in patterns. */
bool csa_makefile_names(const char *text, bool are_objects);

#endif
