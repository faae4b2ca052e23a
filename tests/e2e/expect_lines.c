/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* getline, asprintf */
#include "expect_lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool condition_holds(const char *condition, size_t length, const char *compiler,
			    const char *level)
{
	bool negated = length && *condition == '!';
	bool is_equal;

	condition += negated;
	length -= negated;
	is_equal = (strlen(compiler) == length && memcmp(condition, compiler, length) == 0) ||
		   (strlen(level) == length && memcmp(condition, level, length) == 0);
	return is_equal != negated;
}

/* "[clang][!O0]calls f 3" -> "calls f 3", or NULL when a condition does not hold. */
static char *skip_conditions(char *text, const char *compiler, const char *level)
{
	while (*text == '[') {
		char *end = strchr(text, ']');

		if (!end || !condition_holds(text + 1, (size_t)(end - text - 1), compiler, level))
			return NULL;
		text = end + 1;
	}
	return text;
}

static void add(struct expect_lines *lines, const char *text)
{
	size_t word_length = strcspn(text, " ");
	struct expect_line *line;

	lines->items = realloc(lines->items, (lines->count + 1) * sizeof(*lines->items));
	if (!lines->items)
		abort();
	line = &lines->items[lines->count++];
	line->word = strndup(text, word_length);
	line->rest = strdup(text + word_length + (text[word_length] == ' '));
	if (!line->word || !line->rest)
		abort();
}

struct expect_lines expect_lines_read(const char *path, const char *run, const char *compiler,
				      const char *level)
{
	struct expect_lines lines = { 0 };
	FILE *file = fopen(path, "r");
	bool is_ours = true;
	char *line = NULL;
	size_t capacity = 0;

	if (!file) {
		perror(path);
		exit(1);
	}
	while (getline(&line, &capacity, file) >= 0) {
		char *text = line;

		line[strcspn(line, "\n")] = '\0';
		if (strncmp(text, " * @", 4) != 0)
			continue;
		text += 4;
		if (strncmp(text, "run ", 4) == 0) {
			size_t length = strcspn(text + 4, " ");

			is_ours = strlen(run) == length && memcmp(text + 4, run, length) == 0;
			continue;
		}
		text = is_ours ? skip_conditions(text, compiler, level) : NULL;
		if (text)
			add(&lines, text);
	}
	free(line);
	fclose(file);
	return lines;
}

void expect_lines_release(struct expect_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		free(lines->items[i].word);
		free(lines->items[i].rest);
	}
	free(lines->items);
	*lines = (struct expect_lines){ 0 };
}
