/* SPDX-License-Identifier: MIT */
/*
 * Reads the tables and the hexdump of a format page. Knows Markdown as docs/format/ writes it,
 * nothing more; a page that is not there fails the running test.
 */
#ifndef T_FORMAT_PAGE_H
#define T_FORMAT_PAGE_H

#include <stddef.h>
#include <stdint.h>

enum { T_MAX_CELLS = 8, T_MAX_LINES = 2000 };

struct t_page {
	char *text; /* the file, newlines replaced by NUL */
	char *lines[T_MAX_LINES];
	unsigned line_count;
};

/* One row of a table: cells without blanks and backquotes around them. */
struct t_row {
	char text[512];
	const char *cells[T_MAX_CELLS];
	unsigned cell_count;
};

void t_page_open(struct t_page *page, const char *path);
void t_page_close(struct t_page *page);

/** Return: number of the line that equals @heading; fails the test if there is none. */
unsigned t_page_find(const struct t_page *page, const char *heading);

/** Return: the first row of the first table after @line: its heading, rule and any text skipped. */
unsigned t_page_first_row(const struct t_page *page, unsigned line);

/** Return: 1 = @row holds the table row at @line, 0 = that line is no row of a table. */
int t_page_row(const struct t_page *page, unsigned line, struct t_row *row);

/**
 * t_page_hexdump() - bytes of the first block "```hexdump" of the page ("*" repeats a line).
 *
 * Return: number of bytes in @bytes.
 */
size_t t_page_hexdump(const struct t_page *page, uint8_t *bytes, size_t max);

/** t_print_hexdump() - @bytes on stderr as the page wants them. */
void t_print_hexdump(const uint8_t *bytes, size_t count);

#endif
