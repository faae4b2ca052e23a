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
