/* SPDX-License-Identifier: MIT */
#include "safe_name.h"

#include <string.h>

/* Not by isalnum(): what a letter is must not depend on the locale. */
static const char allowed[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,-.:=@_";

void css_safe_name(char *out, const void *name, size_t bytes)
{
	const char *from = name;
	size_t length = bytes < CSS_SAFE_NAME_BYTES - 1 ? bytes : CSS_SAFE_NAME_BYTES - 1;

	from += bytes - length;
	for (size_t i = 0; i < length; i++)
		out[i] = from[i] && strchr(allowed, from[i]) ? from[i] : '_';
	if (length == 0)
		out[length++] = '_';
	if (out[0] == '.')
		out[0] = '_';
	out[length] = '\0';
}
