/* SPDX-License-Identifier: MIT */
/* Folded stacks as flame graph programs read them: frames between ';', a space, a whole number. */
#define _GNU_SOURCE /* strndup */
#include "function_sums.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ^[^;]+(;[^;]+)* [1-9][0-9]*$ */
static bool read_line(struct t_sums *sums, char *line)
{
	char *space = strrchr(line, ' ');
	char *end;
	uint64_t ns;

	if (!space || space == line || space[1] < '1' || space[1] > '9')
		return t_sums_fail(sums, "no number at the end: %s", line);
	ns = strtoull(space + 1, &end, 10);
	if (*end)
		return t_sums_fail(sums, "no whole number at the end: %s", line);
	*space = '\0';
	if (line[0] == ';' || space[-1] == ';' || strstr(line, ";;"))
		return t_sums_fail(sums, "an empty frame: %s", line);
	end = sums->by_stack ? NULL : strrchr(line, ';');
	t_sums_get(sums, end ? end + 1 : line)->self_ns += ns;
	return true;
}

bool t_read_folded(struct t_sums *sums, const char *bytes, size_t count)
{
	const char *end = bytes + count;

	while (bytes < end && !sums->error[0]) {
		const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
		char *line;

		if (!stop)
			return t_sums_fail(sums, "the last line has no end");
		line = strndup(bytes, (size_t)(stop - bytes));
		if (!line)
			abort();
		read_line(sums, line);
		free(line);
		bytes = stop + 1;
	}
	return sums->error[0] == '\0';
}
