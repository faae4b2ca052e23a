/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "file_text.h"
#include "vec.h"

enum argument {
	ARG_NONE,
	ARG_TEXT,
	ARG_TEXT_DEPTH, /* a text and perhaps a number */
	ARG_NUMBER,
	ARG_LATER, /* recognised, not available in this version */
};

static const struct directive {
	const char *word;
	enum argument argument;
	enum csa_rule_kind kind;
} directives[] = {
	{ "include", ARG_TEXT, CSA_RULE_INCLUDE },
	{ "exclude", ARG_TEXT, CSA_RULE_EXCLUDE },
	{ "include-func", ARG_TEXT_DEPTH, CSA_RULE_INCLUDE_FUNC },
	{ "exclude-func", ARG_TEXT, CSA_RULE_EXCLUDE_FUNC },
	{ "exclude-small", ARG_NUMBER, CSA_RULE_EXCLUDE_SMALL },
	{ "include-system", ARG_NONE, CSA_RULE_INCLUDE_SYSTEM },
	{ "thread", ARG_TEXT, CSA_RULE_THREAD },
	{ "counter", ARG_LATER, 0 },
	{ "counter-func", ARG_LATER, 0 },
	{ "counter-file", ARG_LATER, 0 },
	{ "counter-min", ARG_LATER, 0 },
	{ "async-hop", ARG_LATER, 0 },
};

#define WORDS_MAX 4u
#define SHOWN_MAX 64 /* bytes of a word that a message repeats */

/* One line, cut into words; the texts lie one after the other in a buffer, each with its NUL. */
struct line {
	const char *path;
	uint32_t number;
	const char *words[WORDS_MAX];
	uint32_t count; /* may exceed WORDS_MAX: then the rest was dropped */
};

static int fail_at(const struct line *line, struct csa_err *err, const char *text, const char *word)
{
	return csa_fail(err, CSA_E_CONFIG, "%s:%u: error: %s '%.*s'", line->path, line->number,
			text, SHOWN_MAX, word);
}

/* Adds one word that begins at @at to @out. Return: behind it, NULL when a quote stays open. */
static const char *cut_word(const char *at, const char *end, struct csa_buf *out)
{
	bool quoted = *at == '"';

	for (at += quoted; at < end; at++) {
		if (quoted ? *at == '"' : *at == ' ' || *at == '\t')
			return at + quoted;
		if (quoted && *at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\'))
			at++;
		csa_buf_add_char(out, *at);
	}
	return quoted ? NULL : at;
}

static int cut_words(struct line *line, const char *at, const char *end, struct csa_buf *out,
		     struct csa_err *err)
{
	size_t offsets[WORDS_MAX];

	line->count = 0;
	csa_buf_clear(out);
	for (;;) {
		size_t offset = out->length;

		while (at < end && (*at == ' ' || *at == '\t'))
			at++;
		if (at == end || *at == '#')
			break;
		at = cut_word(at, end, out);
		if (!at)
			return fail_at(line, err, "no closing quote after", out->data + offset);
		csa_buf_add_char(out, '\0');
		if (line->count < WORDS_MAX)
			offsets[line->count] = offset;
		line->count++;
	}
	if (out->failed)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", line->path);
	for (uint32_t i = 0; i < line->count && i < WORDS_MAX; i++)
		line->words[i] = out->data + offsets[i];
	return 0;
}

static int parse_number(const struct line *line, const char *word, uint32_t *number,
			struct csa_err *err)
{
	uint64_t value = 0;
	const char *at = word;

	for (; *at >= '0' && *at <= '9' && value < CSA_DEPTH_ALL; at++)
		value = value * 10 + (uint64_t)(*at - '0');
	if (at == word || *at || value >= CSA_DEPTH_ALL)
		return fail_at(line, err, "not a number:", word);
	*number = (uint32_t)value;
	return 0;
}

static int add_rule(struct csa_config *config, const struct csa_rule *rule, const char *text,
		    struct csa_err *err)
{
	struct csa_rule *added;

	if (!CSA_VEC_ROOM(config, 1))
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", config->path);
	added = &config->items[config->count];
	*added = *rule;
	if (text) {
		added->text = strdup(text);
		if (!added->text)
			return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", config->path);
	}
	config->count++;
	config->has_include |= rule->kind == CSA_RULE_INCLUDE;
	config->has_include_func |= rule->kind == CSA_RULE_INCLUDE_FUNC;
	config->has_system |= rule->kind == CSA_RULE_INCLUDE_SYSTEM;
	if (rule->kind == CSA_RULE_EXCLUDE_SMALL)
		config->small_rule = config->count;
	return 0;
}

static int check_words(const struct line *line, const struct directive *directive,
		       struct csa_err *err)
{
	uint32_t needed = directive->argument == ARG_NONE ? 1 : 2;
	uint32_t allowed = directive->argument == ARG_TEXT_DEPTH ? 3 : needed;

	if (line->count < needed)
		return fail_at(line, err, "no value after", directive->word);
	if (line->count > allowed)
		return fail_at(line, err, "one word too many:", line->words[allowed]);
	if (needed == 2 && line->words[1][0] == '\0')
		return fail_at(line, err, "empty value after", directive->word);
	return 0;
}

static int take_line(struct csa_config *config, const struct line *line, struct csa_buf *notes,
		     struct csa_err *err)
{
	const struct directive *directive = NULL;
	struct csa_rule rule = { .line = line->number, .number = CSA_DEPTH_ALL };
	const char *text = NULL;
	int rc = 0;

	for (size_t i = 0; i < sizeof(directives) / sizeof(*directives); i++) {
		if (strcmp(directives[i].word, line->words[0]) == 0)
			directive = &directives[i];
	}
	if (!directive)
		return fail_at(line, err, "unknown directive", line->words[0]);
	if (directive->argument == ARG_LATER) {
		csa_buf_add_fmt(notes, "%s:%u: warning: '%s' is not available in this version\n",
				line->path, line->number, directive->word);
		return 0;
	}
	rc = check_words(line, directive, err);
	if (rc < 0)
		return rc;
	rule.kind = directive->kind;
	if (directive->argument == ARG_TEXT || directive->argument == ARG_TEXT_DEPTH)
		text = line->words[1];
	if (directive->argument == ARG_NUMBER)
		rc = parse_number(line, line->words[1], &rule.number, err);
	else if (directive->argument == ARG_TEXT_DEPTH && line->count == 3)
		rc = parse_number(line, line->words[2], &rule.number, err);
	return rc < 0 ? rc : add_rule(config, &rule, text, err);
}

int csa_config_parse(struct csa_config *config, const char *path, const char *text, size_t length,
		     struct csa_buf *notes, struct csa_err *err)
{
	const char *end = text + length;
	struct line line = { .path = path, .words = { "" } };
	struct csa_buf words;
	int rc = 0;

	*config = (struct csa_config){ .path = strdup(path) };
	if (!config->path)
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	csa_buf_init(&words);
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	while (text < end && rc == 0) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *line_end = newline ? newline : end;
		const char *next = newline ? newline + 1 : end;

		line.number++;
		if (line_end > text && line_end[-1] == '\r')
			line_end--;
		if (memchr(text, '\0', (size_t)(line_end - text)))
			rc = csa_fail(err, CSA_E_CONFIG, "%s:%u: error: a NUL byte", path,
				      line.number);
		if (rc == 0)
			rc = cut_words(&line, text, line_end, &words, err);
		if (rc == 0 && line.count > 0)
			rc = take_line(config, &line, notes, err);
		text = next;
	}
	csa_buf_release(&words);
	return rc;
}

int csa_config_read(struct csa_config *config, const char *path, struct csa_buf *notes,
		    struct csa_err *err)
{
	struct csa_buf text;
	int rc;

	*config = (struct csa_config){ 0 };
	csa_buf_init(&text);
	rc = csa_file_text_read(&text, path, err);
	if (rc == 0)
		rc = csa_config_parse(config, path, text.data, text.length, notes, err);
	csa_buf_release(&text);
	return rc;
}

void csa_config_release(struct csa_config *config)
{
	for (uint32_t i = 0; i < config->count; i++)
		free(config->items[i].text);
	free(config->items);
	free(config->path);
	*config = (struct csa_config){ 0 };
}
