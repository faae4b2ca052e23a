/* SPDX-License-Identifier: MIT */
/* docs/format/baseline.md: its example is what would be written, and its table has the keys that there are. */
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "format_page.h"
#include "test.h"

#define EXAMPLE "{"
#define KEYS    "| key | type | meaning |"

static struct t_page page;

/* The lines of the example, from the bracket on to the end of the block. */
static void take_example(struct csa_buf *text)
{
	csa_buf_init(text);
	for (unsigned i = t_page_find(&page, EXAMPLE); strcmp(page.lines[i], "```") != 0; i++)
		csa_buf_add_fmt(text, "%s\n", page.lines[i]);
}

/* The last part of "functions[].calls". */
static const char *last_part(const char *key)
{
	const char *dot = strrchr(key, '.');

	return dot ? dot + 1 : key;
}

static bool table_has(const char *key, size_t length)
{
	struct t_row row;

	for (unsigned line = t_page_first_row(&page, t_page_find(&page, KEYS) - 1);
	     t_page_row(&page, line, &row); line++) {
		if (strlen(last_part(row.cells[0])) == length &&
		    memcmp(last_part(row.cells[0]), key, length) == 0)
			return true;
	}
	return false;
}

TEST(the_example_is_what_would_be_written)
{
	struct csa_gate_set set;
	struct csa_buf example;
	struct csa_buf written;
	struct csa_err err = { 0 };

	T_UNUSED;
	take_example(&example);
	csa_buf_init(&written);
	csa_gate_set_init(&set);
	if (csa_baseline_read(&set, example.data, example.length, &err) != 0)
		fail_msg("%s", err.msg);
	assert_int_equal(csa_baseline_write(&set, 1u << CSA_GATE_P99, &written, NULL), 0);
	assert_string_equal(written.data, example.data);
	csa_gate_set_release(&set);
	csa_buf_release(&written);
	csa_buf_release(&example);
}

TEST(the_table_has_every_key_of_the_example)
{
	struct csa_buf example;
	unsigned found = 0;

	T_UNUSED;
	take_example(&example);
	for (const char *end = strstr(example.data, "\": "); end; end = strstr(end + 1, "\": ")) {
		const char *key = end;

		while (key[-1] != '"')
			key--;
		/* What --fact gives has any name, and so has a module. */
		if (table_has(key, (size_t)(end - key)))
			found++;
		else if (memcmp(key, "compiler", 8) != 0 && memcmp(key, "flags", 5) != 0 &&
			 memcmp(key, "app", 3) != 0)
			fail_msg("the table lacks %.*s", (int)(end - key), key);
	}
	assert_true(found > 30);
	csa_buf_release(&example);
}

TEST(the_example_has_every_key_of_the_table)
{
	struct csa_buf example;
	struct t_row row;

	T_UNUSED;
	take_example(&example);
	for (unsigned line = t_page_first_row(&page, t_page_find(&page, KEYS) - 1);
	     t_page_row(&page, line, &row); line++) {
		struct csa_buf key;

		csa_buf_init(&key);
		csa_buf_add_fmt(&key, "\"%s\": ", last_part(row.cells[0]));
		/* The only one that is there when it was asked for, and as its neighbours are. */
		if (!strstr(example.data, key.data) && strcmp(key.data, "\"incl_ns\": ") != 0)
			fail_msg("the example lacks %s", row.cells[0]);
		csa_buf_release(&key);
	}
	csa_buf_release(&example);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_example_is_what_would_be_written),
		CASE(the_table_has_every_key_of_the_example),
		CASE(the_example_has_every_key_of_the_table),
	};
	int rc;

	t_page_open(&page, T_PAGE);
	rc = T_RUN(cases, argc, argv);
	t_page_close(&page);
	return rc;
}
