/* SPDX-License-Identifier: MIT */
#include "json_string.h"

#include <stdint.h>

unsigned csa_utf8_length(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned length = p[0] < 0x80 ? 1 : p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
	uint32_t code = p[0];

	if (length == 1)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	code &= 0x7fu >> length;
	for (unsigned i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3f);
	}
	/* Longer than needed, half of a UTF-16 pair, beyond Unicode. */
	if ((length == 3 && code < 0x800) || (length == 4 && code < 0x10000) ||
	    (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
		return 0;
	return length;
}

bool csa_is_c1_control(const char *text)
{
	return (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] < 0xa0;
}

static void write_ascii(FILE *out, char c, bool in_page)
{
	switch (c) {
	case '"':
	case '\\':
		fputc('\\', out);
		fputc(c, out);
		break;
	case '\n':
		fputs("\\n", out);
		break;
	case '\t':
		fputs("\\t", out);
		break;
	default:
		if ((unsigned char)c < 0x20 || c == 0x7f || (in_page && c == '<'))
			fprintf(out, "\\u%04x", (unsigned)(unsigned char)c);
		else
			fputc(c, out);
	}
}

static void write_string(FILE *out, const char *text, bool in_page)
{
	if (!text) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	while (*text) {
		unsigned length = csa_utf8_length(text);

		if (length == 1)
			write_ascii(out, *text, in_page);
		else if (length == 2 && csa_is_c1_control(text))
			fprintf(out, "\\u%04x", (unsigned)(unsigned char)text[1]);
		else if (length == 0)
			fputs("\\ufffd", out);
		else
			fwrite(text, 1, length, out);
		text += length ? length : 1;
	}
	fputc('"', out);
}

void csa_json_string(FILE *out, const char *text)
{
	write_string(out, text, false);
}

void csa_json_string_in_page(FILE *out, const char *text)
{
	write_string(out, text, true);
}
