/* SPDX-License-Identifier: MIT */
#include "short_name.h"

#include <stdbool.h>
#include <string.h>

#include "terminal_text.h"

/* Bytes of the first @characters of @text. */
static size_t bytes_of(const char *text, unsigned characters)
{
	size_t bytes = 0;

	while (text[bytes]) {
		if (((unsigned char)text[bytes] & 0xc0) != 0x80 && characters-- == 0)
			break;
		bytes++;
	}
	return bytes;
}

void csa_add_shortened(struct csa_buf *buf, const char *text, unsigned width)
{
	unsigned have = csa_text_width(text);
	unsigned head;

	if (have <= width) {
		csa_buf_add_str(buf, text);
		return;
	}
	if (width <= 2) {
		csa_buf_add(buf, "..", width);
		return;
	}
	head = (width - 2) / 2;
	csa_buf_add(buf, text, bytes_of(text, head));
	csa_buf_add_str(buf, "..");
	csa_buf_add_str(buf, text + bytes_of(text, have - (width - 2 - head)));
}

/* Behind "operator" in a C++ name its symbol is no bracket. Return: bytes of both at @text, or 0. */
static size_t operator_length(const char *text)
{
	static const char word[] = "operator";
	size_t length = sizeof(word) - 1;

	if (strncmp(text, word, length) != 0)
		return 0;
	if (strncmp(text + length, "()", 2) == 0)
		return length + 2;
	return length + strspn(text + length, "<>-=!&|+*/%^~,[]");
}

/* Bytes up to the bracket that closes the one at @text, with it; 0: none does. */
static size_t bracket_length(const char *text, char open, char close)
{
	unsigned depth = 0;

	for (size_t i = 0; text[i]; i++) {
		size_t skipped = operator_length(text + i);

		if (skipped)
			i += skipped - 1;
		else if (text[i] == open)
			depth++;
		else if (text[i] == close && !(close == '>' && i && text[i - 1] == '-') &&
			 --depth == 0)
			return i + 1;
	}
	return 0;
}

static const char anonymous[] = "(anonymous namespace)";

static bool is_anonymous(const char *text)
{
	return strncmp(text, anonymous, sizeof(anonymous) - 1) == 0;
}

/* @name, but ".." for what is in outer brackets. */
static void add_without_brackets(struct csa_buf *buf, const char *name, char open, char close)
{
	while (*name) {
		size_t skipped = operator_length(name);
		size_t length = !skipped && *name == open ? bracket_length(name, open, close) : 0;

		if (length > 4 && !is_anonymous(name)) {
			csa_buf_add_fmt(buf, "%c..%c", open, close);
			name += length;
		} else {
			skipped = skipped ? skipped : 1;
			csa_buf_add(buf, name, skipped);
			name += skipped;
		}
	}
}

#define QUALIFIER_LEAST 8u /* a shorter rest of a class says nothing */

/*
 * @name, that does not fit, without its first qualifiers: it says more by its end than by namespaces that
 * many share. Of the last one left out, as much as there is room for.
 */
static void add_end(struct csa_buf *buf, const char *name, unsigned width)
{
	const char *left_out = name; /* the qualifier in front of rest */
	const char *rest = name;
	unsigned room;

	for (const char *at = name; *at && csa_text_width(rest) + 2 > width; at++) {
		size_t brackets = *at == '(' ? bracket_length(at, '(', ')') : 0;

		if (*at == '(' && strncmp(at + brackets, "::", 2) != 0)
			break; /* parameters; what is in another function goes on behind them */
		at += brackets;
		if (strncmp(at, "::", 2) == 0 && at[2]) {
			left_out = rest;
			rest = at + 2;
		}
	}
	if (rest == name) {
		csa_add_shortened(buf, name, width);
		return;
	}
	csa_buf_add_str(buf, "..");
	room = csa_text_width(rest) + 4 < width ? width - 4 - csa_text_width(rest) : 0;
	if (room >= QUALIFIER_LEAST && !is_anonymous(left_out)) {
		struct csa_buf qualifier;

		csa_buf_init(&qualifier);
		csa_buf_add(&qualifier, left_out, (size_t)(rest - 2 - left_out));
		csa_add_shortened(buf, qualifier.data, room);
		csa_buf_add_str(buf, "::");
		csa_buf_release(&qualifier);
	}
	csa_add_shortened(buf, rest, width - 2);
}

/* What is behind parameters, such as " const", goes with them. */
static void cut_behind_parameters(struct csa_buf *name)
{
	static const char parameters[] = "(..) ";
	char *at = name->failed ? NULL : strstr(name->data, parameters);

	if (at && strchr(at, ':') == NULL) {
		name->length = (size_t)(at - name->data) + sizeof(parameters) - 2;
		name->data[name->length] = '\0';
	}
}

/* A C++ name without what says least. */
static void add_name_without(struct csa_buf *buf, const char *name, unsigned width)
{
	struct csa_buf first;
	struct csa_buf second;

	csa_buf_init(&first);
	csa_buf_init(&second);
	add_without_brackets(&first, name, '(', ')');
	if (csa_text_width(first.data) > width) {
		cut_behind_parameters(&first);
		add_without_brackets(&second, first.data, '<', '>');
	} else {
		csa_buf_add_str(&second, first.data);
	}
	if (csa_text_width(second.data) > width && width > 2)
		add_end(buf, second.data, width);
	else
		csa_add_shortened(buf, second.data, width);
	csa_buf_release(&first);
	csa_buf_release(&second);
}

void csa_add_shortened_name(struct csa_buf *buf, const char *name, unsigned width)
{
	if (csa_text_width(name) > width && strpbrk(name, "<:"))
		add_name_without(buf, name, width);
	else
		csa_add_shortened(buf, name, width);
}
