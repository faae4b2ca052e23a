/* SPDX-License-Identifier: MIT */
#include "cmake_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

void csa_cmake_blank_comments(char *text)
{
	bool is_comment = false;
	bool is_quoted = false;

	for (; *text; text++) {
		if (*text == '"' && !is_comment)
			is_quoted = !is_quoted;
		if (*text == '#' && !is_quoted)
			is_comment = true;
		if (*text == '\n')
			is_comment = false;
		else if (is_comment)
			*text = ' ';
	}
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The closing bracket of the arguments that begin at @at, or the end of the text. */
static const char *end_of_arguments(const char *at)
{
	bool is_quoted = false;
	size_t depth = 0;

	for (; *at; at++) {
		if (*at == '"')
			is_quoted = !is_quoted;
		if (is_quoted)
			continue;
		if (*at == ')' && depth == 0)
			break;
		if (*at == '(')
			depth++;
		else if (*at == ')')
			depth--;
	}
	return at;
}

bool csa_cmake_next_command(const char **at, struct csa_cmake_command *command)
{
	const char *text = *at;

	while (*text) {
		const char *name = text;

		while (is_name_char(*text))
			text++;
		command->name = (struct csa_cmake_word){ name, (size_t)(text - name) };
		while (*text == ' ' || *text == '\t')
			text++;
		if (command->name.length && *text == '(') {
			command->at = text + 1;
			command->end = end_of_arguments(text + 1);
			*at = command->end + (*command->end != '\0');
			return true;
		}
		if (*text && !is_name_char(*text))
			text++;
	}
	return false;
}

bool csa_cmake_next_word(struct csa_cmake_command *command, struct csa_cmake_word *word)
{
	while (command->at < command->end &&
	       (isspace((unsigned char)*command->at) || strchr("()", *command->at)))
		command->at++;
	if (command->at == command->end)
		return false;
	if (*command->at == '"') {
		word->text = ++command->at;
		while (command->at < command->end && *command->at != '"')
			command->at++;
		word->length = (size_t)(command->at - word->text);
		command->at += command->at < command->end;
		return true;
	}
	word->text = command->at;
	while (command->at < command->end && !isspace((unsigned char)*command->at) &&
	       !strchr("()", *command->at))
		command->at++;
	word->length = (size_t)(command->at - word->text);
	return true;
}

bool csa_cmake_is_word(struct csa_cmake_word word, const char *text)
{
	return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool csa_cmake_is_command(const struct csa_cmake_command *command, const char *name)
{
	return strlen(name) == command->name.length &&
	       strncasecmp(command->name.text, name, command->name.length) == 0;
}
