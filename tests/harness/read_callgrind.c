/* SPDX-License-Identifier: MIT */
/*
 * The Callgrind format, version 1, by the grammar in valgrind's manual: "(id) name" defines, "(id)" refers
 * to what is defined; below calls= stands the line with the cost of the call. The sum of all self costs is
 * the summary, and a function that is on no cycle costs what its calls cost: itself and what it calls.
 */
#define _GNU_SOURCE /* strndup */
#include "function_sums.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define IDS_MAX   4096
#define CALLS_MAX 65536

enum space { OBJECTS, FILES, FUNCTIONS, SPACES };

struct call {
	uint32_t from;
	uint32_t to;
	uint64_t count;
	uint64_t cost;
};

struct profile {
	struct t_sums *sums;
	char *names[SPACES][IDS_MAX];
	uint64_t self[IDS_MAX];
	struct call calls[CALLS_MAX];
	size_t call_count;
	uint32_t function;   /* current one + 1 */
	uint32_t callee;     /* + 1, of the next calls= */
	uint64_t calls_line; /* count of the line before; 0: it was no calls= */
	bool has_file;
	bool has_summary;
	uint64_t summary;
	uint64_t roots; /* cost of what nobody called */
	bool seen[IDS_MAX];
};

static bool read_name(struct profile *p, enum space space, const char *text, uint32_t *id)
{
	char *end;
	unsigned long number;

	if (text[0] != '(' || text[1] < '0' || text[1] > '9')
		return t_sums_fail(p->sums, "a name without number: %s", text);
	number = strtoul(text + 1, &end, 10);
	if (*end++ != ')' || number >= IDS_MAX)
		return t_sums_fail(p->sums, "not a number: %s", text);
	*id = (uint32_t)number;
	end += strspn(end, " ");
	if (*end == '\0')
		return p->names[space][number] || t_sums_fail(p->sums, "%s is not defined", text);
	if (p->names[space][number])
		return t_sums_fail(p->sums, "%s is defined again", text);
	p->names[space][number] = strdup(end);
	return true;
}

static bool read_numbers(struct profile *p, const char *line, uint64_t *first, uint64_t *second)
{
	char *end;

	if (*line < '0' || *line > '9')
		return t_sums_fail(p->sums, "a line of no kind: %s", line);
	*first = strtoull(line, &end, 10);
	if (*end != ' ' || end[1] < '0' || end[1] > '9')
		return t_sums_fail(p->sums, "not two numbers: %s", line);
	*second = strtoull(end + 1, &end, 10);
	return *end == '\0' || t_sums_fail(p->sums, "more than two numbers: %s", line);
}

static bool read_cost(struct profile *p, const char *line)
{
	uint64_t position = 0;
	uint64_t cost = 0;

	if (!read_numbers(p, line, &position, &cost))
		return false;
	if (!p->function || !p->has_file)
		return t_sums_fail(p->sums, "a cost of no function: %s", line);
	if (!p->calls_line) {
		p->self[p->function - 1] += cost;
		return true;
	}
	if (p->call_count == CALLS_MAX)
		return t_sums_fail(p->sums, "too many calls for this reader");
	p->calls[p->call_count++] =
		(struct call){ p->function - 1, p->callee - 1, p->calls_line, cost };
	p->calls_line = 0;
	p->callee = 0;
	return true;
}

static bool read_calls(struct profile *p, const char *line)
{
	uint64_t position = 0;

	if (!p->callee)
		return t_sums_fail(p->sums, "calls of no function");
	return read_numbers(p, line, &p->calls_line, &position) &&
	       (p->calls_line || t_sums_fail(p->sums, "no calls"));
}

static bool read_position(struct profile *p, const char *line)
{
	static const struct {
		const char *key;
		enum space space;
	} keys[] = { { "ob=", OBJECTS },   { "fl=", FILES },    { "fi=", FILES },
		     { "fn=", FUNCTIONS }, { "cob=", OBJECTS }, { "cfi=", FILES },
		     { "cfn=", FUNCTIONS } };
	uint32_t id = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		size_t length = strlen(keys[i].key);

		if (strncmp(line, keys[i].key, length) != 0)
			continue;
		if (!read_name(p, keys[i].space, line + length, &id))
			return false;
		p->has_file |= keys[i].space == FILES;
		if (keys[i].space == FUNCTIONS && line[0] == 'c')
			p->callee = id + 1;
		else if (keys[i].space == FUNCTIONS)
			p->function = id + 1;
		return true;
	}
	return read_cost(p, line);
}

static bool read_body(struct profile *p, const char *line)
{
	if (*line == '\0' || *line == '#')
		return true;
	if (p->calls_line && (*line < '0' || *line > '9'))
		return t_sums_fail(p->sums, "no cost below calls=");
	if (strncmp(line, "summary: ", 9) == 0) {
		p->has_summary = true;
		p->summary = strtoull(line + 9, NULL, 10);
		return true;
	}
	return strncmp(line, "calls=", 6) == 0 ? read_calls(p, line + 6) : read_position(p, line);
}

static bool read_header(struct profile *p, const char *line, bool *is_over)
{
	static const char *const keys[] = {
		"version: 1", "creator: ", "pid: ",   "cmd: ",
		"part: ",     "desc: ",    "event: ", "positions: line"
	};

	*is_over = strcmp(line, "events: Ns") == 0;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strncmp(line, keys[i], strlen(keys[i])) == 0)
			return true;
	}
	return *is_over || *line == '#' || *line == '\0' ||
	       t_sums_fail(p->sums, "a header of no kind: %s", line);
}

/* Does a way of calls lead from @at to @to? */
static bool reaches(struct profile *p, uint32_t at, uint32_t to)
{
	for (size_t i = 0; i < p->call_count; i++) {
		uint32_t next = p->calls[i].to;

		if (p->calls[i].from != at)
			continue;
		if (next == to)
			return true;
		if (p->seen[next])
			continue;
		p->seen[next] = true;
		if (reaches(p, next, to))
			return true;
	}
	return false;
}

static bool check_costs(struct profile *p, uint32_t id)
{
	uint64_t in = 0;
	uint64_t out = p->self[id];
	uint64_t calls = 0;

	for (size_t i = 0; i < p->call_count; i++) {
		in += p->calls[i].to == id ? p->calls[i].cost : 0;
		calls += p->calls[i].to == id ? p->calls[i].count : 0;
		out += p->calls[i].from == id ? p->calls[i].cost : 0;
	}
	memset(p->seen, 0, sizeof(p->seen));
	/* Nobody called it: NO_CALLER, and what was entered before the capture. */
	if (calls == 0) {
		p->roots += out;
		return p->self[id] == 0 || t_sums_fail(p->sums, "no call of %s, which has time",
						       p->names[FUNCTIONS][id]);
	}
	if (in != out && !reaches(p, id, id))
		return t_sums_fail(p->sums, "%s costs %" PRIu64 ", its calls %" PRIu64,
				   p->names[FUNCTIONS][id], out, in);
	t_sums_get(p->sums, p->names[FUNCTIONS][id])->self_ns += p->self[id];
	t_sums_get(p->sums, p->names[FUNCTIONS][id])->calls += calls;
	t_sums_get(p->sums, p->names[FUNCTIONS][id])->incl_ns += in;
	return true;
}

static bool check(struct profile *p)
{
	uint64_t self = 0;

	for (uint32_t id = 0; id < IDS_MAX; id++) {
		self += p->self[id];
		if (p->names[FUNCTIONS][id] && !check_costs(p, id))
			return false;
	}
	return (p->has_summary && self == p->summary && p->roots == p->summary) ||
	       t_sums_fail(p->sums, "the summary is not the sum of self, or not that of the roots");
}

bool t_read_callgrind(struct t_sums *sums, const char *bytes, size_t count)
{
	struct profile *p = calloc(1, sizeof(*p));
	const char *end = bytes + count;
	bool is_body = false;
	bool is_good = strncmp(bytes, "# callgrind format\n", 19) == 0;

	if (!p)
		abort();
	p->sums = sums;
	sums->has_calls = true;
	sums->has_incl = true;
	while (is_good && bytes < end) {
		const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
		char *line = strndup(bytes, stop ? (size_t)(stop - bytes) : 0);

		is_good = stop && (is_body ? read_body(p, line) : read_header(p, line, &is_body));
		free(line);
		bytes = stop + 1;
	}
	is_good = is_good && check(p);
	if (!is_good)
		t_sums_fail(sums, "not a whole file of this format");
	for (size_t i = 0; i < IDS_MAX; i++) {
		free(p->names[OBJECTS][i]);
		free(p->names[FILES][i]);
		free(p->names[FUNCTIONS][i]);
	}
	free(p);
	return is_good;
}
