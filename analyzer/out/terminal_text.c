/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strndup */
#include "terminal_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "decimal_text.h"
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

static void add_uint(struct csa_buf *buf, uint64_t value)
{
	char digits[CSA_DECIMAL_CHARS];

	csa_buf_add(buf, digits, (size_t)(csa_put_uint(digits, value) - digits));
}

/*
 * @ns in units of @unit_ns where integers give what printf() does: not for numbers that are exactly
 * between two, which it rounds as the double nearest to them says. Views of single calls write two
 * durations a line.
 *
 * Return: false: nothing was added.
 */
static bool add_rounded(struct csa_buf *buf, uint64_t ns, uint64_t unit_ns, const char *unit)
{
	const unsigned decimals = ns < 10 * unit_ns - unit_ns / 200   ? 2
				  : ns < 100 * unit_ns - unit_ns / 20 ? 1
								      : 0;
	const uint64_t scale = decimals == 2 ? 100 : decimals == 1 ? 10 : 1;
	const uint64_t rest = ns * scale % unit_ns;
	const uint64_t rounded = ns * scale / unit_ns + (2 * rest > unit_ns);

	if (ns < unit_ns || ns > 1000 * unit_ns || 2 * rest == unit_ns)
		return false;
	add_uint(buf, rounded / scale);
	if (decimals) {
		csa_buf_add_char(buf, '.');
		if (decimals == 2)
			csa_buf_add_char(buf, (char)('0' + rounded / 10 % 10));
		csa_buf_add_char(buf, (char)('0' + rounded % 10));
	}
	csa_buf_add_char(buf, ' ');
	csa_buf_add_str(buf, unit);
	return true;
}

void csa_add_duration(struct csa_buf *buf, uint64_t ns)
{
	static const struct {
		const char *unit;
		uint64_t ns;
	} units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double value = (double)ns / (double)units[i].ns;

		if (add_rounded(buf, ns, units[i].ns, units[i].unit))
			return;

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
	add_uint(buf, ns);
	csa_buf_add(buf, " ns", 3);
}

unsigned csa_text_width(const char *text)
{
	unsigned width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}
