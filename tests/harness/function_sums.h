/* SPDX-License-Identifier: MIT */
/*
 * What an export says of each function: a format's reader adds its numbers here, so that formats can be
 * compared with each other. Functions of one name are one.
 */
#ifndef T_FUNCTION_SUMS_H
#define T_FUNCTION_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t_sum {
	char *name;
	uint64_t calls;
	uint64_t self_ns;
	unsigned rows;       /* JSON: how many functions have this name */
	uint64_t of_callers; /* callers: calls of its call sites */
	uint64_t incl_ns;    /* of outermost activations; 0: the format does not say */
};

struct t_sums {
	bool by_stack; /* set before: one entry a stack "a;b;c"; formats that have stacks */
	struct t_sum *items;
	size_t count;
	size_t capacity;
	size_t current; /* while it is read: whose call sites follow */
	bool has_calls;
	bool has_incl;
	char error[256];
};

/** t_sums_fail() - keeps the first reason. Return: false. */
bool t_sums_fail(struct t_sums *sums, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** t_sums_get() - by name, made when it is not there; valid until the next call. @name: copied */
struct t_sum *t_sums_get(struct t_sums *sums, const char *name);
void t_sums_release(struct t_sums *sums);

/**
 * t_read_<format>() - the rules of the readers of a format, reimplemented.
 * @sums: zeros but for by_stack
 *
 * Return: false: not a correct file; sums->error says why. t_sums_release() after both.
 */
bool t_read_callgrind(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_callers(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_csv(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_folded(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_page(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_json(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_pprof(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_text(struct t_sums *sums, const char *bytes, size_t count);
bool t_read_tree(struct t_sums *sums, const char *bytes, size_t count);

#endif
