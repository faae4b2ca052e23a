/* SPDX-License-Identifier: MIT */
#include "line_text.h"

#include <string.h>

#include "json_string.h"

void csa_add_line_text(struct csa_buf *buf, const char *text, char from, char to)
{
	if (!text[strspn(text, " ")])
		csa_buf_add_char(buf, '?');
	while (*text) {
		unsigned length = csa_utf8_length(text);

		if (length == 0)
			csa_buf_add_str(buf, "\xef\xbf\xbd");
		else if (length == 2 && csa_is_c1_control(text))
			csa_buf_add_char(buf, '?');
		else if (length > 1)
			csa_buf_add(buf, text, length);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			csa_buf_add_char(buf, '?');
		else
			csa_buf_add_char(buf, *text == from ? to : *text);
		text += length ? length : 1;
	}
}
