/* SPDX-License-Identifier: MIT */
#include "layout_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "callsight/trace_format.h"
#include "format_page.h"
#include "test.h"

static const struct {
	const char *name;
	size_t size;
} other_types[] = {
	{ "frame[32]", 32 * sizeof(struct csf_frame) },
	{ "live", sizeof(struct csf_live) },
	{ "u64[2]", 16 },
	{ "u8[8]", 8 },
	{ "u8[320]", 320 },
};

static size_t type_size(const char *type)
{
	for (size_t i = 0; i < sizeof(other_types) / sizeof(other_types[0]); i++) {
		if (strcmp(type, other_types[i].name) == 0)
			return other_types[i].size;
	}
	return type[0] == 'u' ? strtoul(type + 1, NULL, 10) / 8 : 0;
}

void t_check_struct(const char *path, const char *heading, const struct t_field *fields,
		    size_t size)
{
	struct t_page page;
	struct t_row row;
	size_t end = 0;
	unsigned line;

	t_page_open(&page, path);
	line = t_page_first_row(&page, t_page_find(&page, heading));
	for (; t_page_row(&page, line, &row); line++, fields++) {
		assert_int_equal(row.cell_count, 7);
		if (!fields->name)
			fail_msg("the page has the field %s, the header has not", row.cells[3]);
		assert_string_equal(row.cells[3], fields->name);
		assert_int_equal(strtoul(row.cells[0], NULL, 10), fields->offset);
		assert_int_equal(strtoul(row.cells[1], NULL, 10), fields->size);
		assert_int_equal(type_size(row.cells[2]), fields->size);
		assert_int_equal(fields->offset,
				 end); /* a new field between two others shows here */
		end = fields->offset + fields->size;
	}
	if (fields->name)
		fail_msg("the page lacks the field %s", fields->name);
	assert_int_equal(end, size);
	t_page_close(&page);
}

static size_t find(const struct t_constant *constants, size_t count, const char *name)
{
	size_t i = 0;

	while (i < count && strcmp(constants[i].name, name) != 0)
		i++;
	return i;
}

void t_check_constants(const char *path, const struct t_constant *constants, size_t count)
{
	unsigned *seen = calloc(count, sizeof(*seen));
	struct t_page page;
	struct t_row row;

	assert_non_null(seen);
	t_page_open(&page, path);
	for (unsigned line = 0; line < page.line_count; line++) {
		size_t index;

		if (!t_page_row(&page, line, &row) || strncmp(row.cells[0], "CSF_", 4) != 0)
			continue;
		index = find(constants, count, row.cells[0]);
		if (index == count)
			fail_msg("the page has %s, this test has not", row.cells[0]);
		if (strtoull(row.cells[1], NULL, 0) != constants[index].value)
			fail_msg("%s is %s in the page", row.cells[0], row.cells[1]);
		seen[index]++;
	}
	for (size_t i = 0; i < count; i++) {
		if (seen[i] != 1)
			fail_msg("%s stands in %u tables of the page", constants[i].name, seen[i]);
	}
	t_page_close(&page);
	free(seen);
}

/* A name that the header defines: "#define CSF_X" or an enumerator "CSF_X = ". */
static const char *defined_name(const char *line, char *name, size_t size)
{
	size_t length = 0;

	if (strncmp(line, "#define ", 8) == 0)
		line += 8;
	while (isspace((unsigned char)*line))
		line++;
	if (strncmp(line, "CSF_", 4) != 0)
		return NULL;
	while ((isalnum((unsigned char)line[length]) || line[length] == '_') && length + 1 < size)
		length++;
	memcpy(name, line, length);
	name[length] = '\0';
	return name;
}

void t_check_names(const char *path, const struct t_constant *constants, size_t count)
{
	struct t_page header;
	size_t found = 0;
	char name[64];

	t_page_open(&header, path);
	for (unsigned i = 0; i < header.line_count; i++) {
		if (!defined_name(header.lines[i], name, sizeof(name)))
			continue;
		found++;
		if (find(constants, count, name) == count)
			fail_msg("%s is new: it needs a row in the page and one in this test",
				 name);
	}
	assert_int_equal(found, count);
	t_page_close(&header);
}
