/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strndup */
#include "terminal_text.h"

#include <stdlib.h>
#include <string.h>

#include "json_string.h"

static bool is_control(const char *text, unsigned length)
{
	unsigned char first = (unsigned char)text[0];

	if (length == 1)
		return first < 0x20 || first == 0x7f;
	return length == 2 && csa_is_c1_control(text);
}

void csa_add_terminal_text(struct csa_buf *buf, const char *text)
{
	while (*text) {
		unsigned length = csa_utf8_length(text);

		if (length == 0) {
			csa_buf_add_str(buf, "\xef\xbf\xbd");
			text++;
			continue;
		}
		if (is_control(text, length))
			csa_buf_add_fmt(buf, "\\x%02x", (unsigned)(unsigned char)text[length - 1]);
		else
			csa_buf_add(buf, text, length);
		text += length;
	}
}

void csa_print_terminal_text(FILE *out, const char *text)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	while (*text) {
		size_t length = strcspn(text, "\n\t");
		char *piece = strndup(text, length);

		if (!piece)
			break;
		csa_add_terminal_text(&buf, piece);
		free(piece);
		text += length;
		if (*text)
			csa_buf_add_char(&buf, *text++);
	}
	fputs(buf.data, out);
	csa_buf_release(&buf);
}

void csa_add_duration(struct csa_buf *buf, uint64_t ns)
{
	static const struct {
		const char *unit;
		uint64_t ns;
	} units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double value = (double)ns / (double)units[i].ns;

		/* 999.95 would be printed as 1000.0 of the smaller unit. */
		if (value < 0.99995)
			continue;
		csa_buf_add_fmt(buf, "%.*f %s",
				value < 9.995   ? 2
				: value < 99.95 ? 1
						: 0,
				value, units[i].unit);
		return;
	}
	csa_buf_add_fmt(buf, "%llu ns", (unsigned long long)ns);
}

unsigned csa_text_width(const char *text)
{
	unsigned width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

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

/* @name, but ".." for what is in outer brackets, unless "::" follows parentheses. */
static void add_without_brackets(struct csa_buf *buf, const char *name, char open, char close)
{
	while (*name) {
		size_t skipped = operator_length(name);
		size_t length = !skipped && *name == open ? bracket_length(name, open, close) : 0;

		if (length > 4 && (open == '<' || strncmp(name + length, "::", 2) != 0)) {
			csa_buf_add_fmt(buf, "%c..%c", open, close);
			name += length;
		} else {
			skipped = skipped ? skipped : 1;
			csa_buf_add(buf, name, skipped);
			name += skipped;
		}
	}
}

void csa_add_shortened_name(struct csa_buf *buf, const char *name, unsigned width)
{
	struct csa_buf first;
	struct csa_buf second;
	const char *best = name;

	csa_buf_init(&first);
	csa_buf_init(&second);
	if (csa_text_width(name) > width && strpbrk(name, "<:")) {
		add_without_brackets(&first, name, '(', ')');
		best = first.data;
		if (csa_text_width(best) > width) {
			add_without_brackets(&second, best, '<', '>');
			best = second.data;
		}
	}
	csa_add_shortened(buf, best, width);
	csa_buf_release(&first);
	csa_buf_release(&second);
}
