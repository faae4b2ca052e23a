/* SPDX-License-Identifier: MIT */
/* Sides of comparisons, row by row. */
#ifndef T_SIDE_BUILDER_H
#define T_SIDE_BUILDER_H

#include "compare.h"
#include "test.h"

struct t_function {
	const char *function;
	const char *module; /* default /b/app */
	const char *file;
	unsigned line;
	uint64_t address;
	uint64_t size;
	uint64_t calls; /* default 1 */
	uint64_t self_ns;
};

#define T_AT(name, in, source, at)                                                 \
	{                                                                          \
		.function = (name), .module = (in), .file = (source), .line = (at) \
	}
#define T_BODY(name, in, source, at, addr, bytes)                                   \
	{                                                                           \
		.function = (name), .module = (in), .file = (source), .line = (at), \
		.address = (addr), .size = (bytes)                                  \
	}

/** t_side() - a side of these functions, their callers still to come; csa_side_finish() is the caller's. */
static inline void t_side(struct csa_side *side, const struct t_function *functions, size_t count)
{
	csa_side_init(side);
	for (size_t i = 0; i < count; i++) {
		const struct t_function *f = &functions[i];
		struct csa_side_row row = { .line = f->line,
					    .address = f->address,
					    .size = f->size };
		bool ok = true;

		row.function = csa_side_text(side, f->function, &ok);
		row.module = csa_side_text(side, f->module ? f->module : "/b/app", &ok);
		row.file = csa_side_text(side, f->file ? f->file : "", &ok);
		csa_value_put(&row.values, CSA_VALUE_CALLS, f->calls ? f->calls : 1);
		csa_value_put(&row.values, CSA_VALUE_SELF, f->self_ns);
		csa_value_put(&row.values, CSA_VALUE_INCL, f->self_ns);
		csa_value_put(&row.values, CSA_VALUE_MAX, f->self_ns);
		assert_true(ok && csa_side_add(side, &row));
	}
}

#define T_SIDE(side, ...)                                          \
	t_side((side), (const struct t_function[]){ __VA_ARGS__ }, \
	       sizeof((const struct t_function[]){ __VA_ARGS__ }) / sizeof(struct t_function))

#endif
