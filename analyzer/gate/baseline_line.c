/* SPDX-License-Identifier: MIT */
/* Where something stands in the text of a baseline: the parsed values do not know their lines. */
#include <string.h>

#include "baseline.h"

#define LIST "\"functions\""

bool csa_baseline_is_one(const char *text)
{
	return strstr(text, "\"" CSA_BASELINE_KIND "\"") != NULL;
}

/* Behind a string that begins at @at. */
static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++) {
		if (*at == '\\' && at[1])
			at++;
	}
	return *at ? at + 1 : at;
}

/* The bracket that begins the list; NULL: there is none. */
static const char *find_list(const char *text)
{
	unsigned depth = 0;

	while (*text) {
		if (depth == 1 && strncmp(text, LIST, sizeof(LIST) - 1) == 0)
			return strchr(text, '[');
		if (*text == '"') {
			text = skip_string(text);
			continue;
		}
		depth += *text == '{' || *text == '[';
		depth -= depth && (*text == '}' || *text == ']');
		text++;
	}
	return NULL;
}

static unsigned count_lines(const char *text, const char *end)
{
	unsigned line = 1;

	for (; text < end; text++)
		line += *text == '\n';
	return line;
}

unsigned csa_baseline_line(const char *text, size_t index)
{
	const char *at = find_list(text);
	unsigned depth = 0;

	if (!at)
		return 0;
	for (at++; *at;) {
		if (depth == 0 && index == 0 && !strchr(" \t\r\n,", *at))
			return count_lines(text, at);
		if (*at == '"') {
			at = skip_string(at);
			continue;
		}
		index -= depth == 0 && *at == ',';
		depth += *at == '{' || *at == '[';
		depth -= depth && (*at == '}' || *at == ']');
		at++;
	}
	return 0;
}
