/* SPDX-License-Identifier: MIT */
/* The tables of a format page against the header that it specifies. Each function fails the running test. */
#ifndef T_LAYOUT_TABLE_H
#define T_LAYOUT_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct t_field {
	const char *name;
	size_t offset;
	size_t size;
};

#define T_FIELD(type, member)                                                              \
	{                                                                                  \
#member, offsetof(struct type, member), sizeof(((struct type *)0)->member) \
	}

struct t_constant {
	const char *name;
	uint64_t value;
};

#define T_CONSTANT(name)                \
	{                               \
#name, (uint64_t)(name) \
	}

/** t_check_struct() - the table below @heading is @fields, which end with a NULL, without a gap up to @size. */
void t_check_struct(const char *path, const char *heading, const struct t_field *fields,
		    size_t size);

/** t_check_constants() - each of @count @constants stands in one table of the page with its value, and no other. */
void t_check_constants(const char *path, const struct t_constant *constants, size_t count);

/** t_check_names() - the constants are those that the header defines: "#define CSF_X", or "CSF_X" in an enum. */
void t_check_names(const char *path, const struct t_constant *constants, size_t count);

#endif
