/* SPDX-License-Identifier: MIT */
#include "format_page.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	long size;

	if (!file)
		fail_msg("%s is not there", path);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	size = ftell(file);
	assert_true(size > 0);
	rewind(file);
	text = malloc((size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
	text[size] = '\0';
	fclose(file);
	return text;
}

void t_page_open(struct t_page *page, const char *path)
{
	*page = (struct t_page){ .text = read_file(path) };
	for (char *line = page->text; line && *line;) {
		char *end = strchr(line, '\n');

		assert_true(page->line_count < T_MAX_LINES);
		page->lines[page->line_count++] = line;
		if (end)
			*end++ = '\0';
		line = end;
	}
}

void t_page_close(struct t_page *page)
{
	free(page->text);
	*page = (struct t_page){ 0 };
}

unsigned t_page_find(const struct t_page *page, const char *heading)
{
	for (unsigned i = 0; i < page->line_count; i++) {
		if (strcmp(page->lines[i], heading) == 0)
			return i;
	}
	fail_msg("the page has no line '%s'", heading);
	return 0;
}

unsigned t_page_first_row(const struct t_page *page, unsigned line)
{
	for (; line < page->line_count; line++) {
		if (strncmp(page->lines[line], "|---", 4) == 0)
			return line + 1;
	}
	fail_msg("no table follows");
	return 0;
}

static char *trim(char *cell)
{
	char *end = cell + strlen(cell);

	while (*cell == ' ' || *cell == '`')
		cell++;
	while (end > cell && (end[-1] == ' ' || end[-1] == '`'))
		*--end = '\0';
	return cell;
}

int t_page_row(const struct t_page *page, unsigned line, struct t_row *row)
{
	char *at = row->text;

	row->cell_count = 0;
	if (line >= page->line_count || page->lines[line][0] != '|' || page->lines[line][1] == '-')
		return 0;
	assert_true(strlen(page->lines[line]) < sizeof(row->text));
	memcpy(row->text, page->lines[line] + 1, strlen(page->lines[line]));
	while (*at && row->cell_count < T_MAX_CELLS) {
		char *end = strchr(at, '|');

		assert_non_null(end);
		*end = '\0';
		row->cells[row->cell_count++] = trim(at);
		at = end + 1;
	}
	return 1;
}

/* "00000010  53 43 ...  |text|": appends the bytes before the text. */
static size_t parse_dump_line(const char *line, uint8_t *bytes, size_t count, size_t max)
{
	char *at;

	assert_int_equal(strtoul(line, &at, 16), count);
	while (*at) {
		while (*at == ' ')
			at++;
		if (*at == '|' || !*at)
			break;
		assert_true(isxdigit((unsigned char)at[0]) && isxdigit((unsigned char)at[1]));
		assert_true(count < max);
		bytes[count++] = (uint8_t)strtoul(at, &at, 16);
	}
	return count;
}

size_t t_page_hexdump(const struct t_page *page, uint8_t *bytes, size_t max)
{
	unsigned line = t_page_find(page, "```hexdump") + 1;
	size_t count = 0;
	int repeat = 0;

	for (; line < page->line_count && page->lines[line][0] != '`'; line++) {
		const char *text = page->lines[line];
		size_t offset;

		if (strcmp(text, "*") == 0) {
			repeat = 1;
			continue;
		}
		offset = strtoul(text, NULL, 16);
		assert_true(offset <= max);
		while (repeat && count < offset) {
			assert_true(count >= 16);
			bytes[count] = bytes[count - 16];
			count++;
		}
		repeat = 0;
		count = parse_dump_line(text, bytes, count, max);
	}
	return count;
}

static void print_line(const uint8_t *bytes, size_t offset, size_t count)
{
	fprintf(stderr, "%08zx ", offset);
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "%s%02x", i == 8 ? "  " : " ", bytes[offset + i]);
	fprintf(stderr, "%*s  |", (int)(3 * (16 - count) + (count <= 8)), "");
	for (size_t i = 0; i < count; i++) {
		int c = bytes[offset + i];

		fputc(c >= 0x20 && c < 0x7f ? c : '.', stderr);
	}
	fputs("|\n", stderr);
}

void t_print_hexdump(const uint8_t *bytes, size_t count)
{
	int starred = 0;

	for (size_t i = 0; i < count; i += 16) {
		size_t length = count - i < 16 ? count - i : 16;

		if (i && length == 16 && memcmp(bytes + i, bytes + i - 16, 16) == 0) {
			if (!starred)
				fputs("*\n", stderr);
			starred = 1;
			continue;
		}
		starred = 0;
		print_line(bytes, i, length);
	}
	fprintf(stderr, "%08zx\n", count);
}
