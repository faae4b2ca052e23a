/* SPDX-License-Identifier: MIT */
#include "stream_log.h"

#include <stdarg.h>
#include <stdio.h>

void css_say(const char *format, ...)
{
	char line[1200];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	/* stderr has no buffer, and vfprintf makes one for the call: lines of several programs stay whole. */
	fprintf(stderr, "callsight-stream: %s\n", line);
}
