/* SPDX-License-Identifier: MIT */
/* What the program says: lines "callsight-stream: ..." on stderr, each written at once. */
#ifndef CSS_STREAM_LOG_H
#define CSS_STREAM_LOG_H

/** css_say() - @format: as of printf, without newline. */
void css_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
