/* SPDX-License-Identifier: MIT */
#include "config.h"
#include "test.h"

#include <string.h>

struct read_config {
	struct csa_config config;
	struct csa_buf notes;
	struct csa_err err;
	int rc;
};

static void parse_bytes(struct read_config *r, const char *text, size_t length)
{
	*r = (struct read_config){ .rc = 0 };
	csa_buf_init(&r->notes);
	r->rc = csa_config_parse(&r->config, "trace.config", text, length, &r->notes, &r->err);
}

static void parse(struct read_config *r, const char *text)
{
	parse_bytes(r, text, strlen(text));
}

static void end(struct read_config *r)
{
	csa_config_release(&r->config);
	csa_buf_release(&r->notes);
}

static void check_error(const char *text, const char *expected)
{
	struct read_config r;

	parse(&r, text);
	assert_int_equal(r.rc, CSA_E_CONFIG);
	assert_string_equal(r.err.msg, expected);
	end(&r);
}

TEST(every_directive_becomes_a_rule)
{
	struct read_config r;

	T_UNUSED;
	parse(&r, "include src/*.c\nexclude src/gen\ninclude-func main\ninclude-func f 2\n"
		  "exclude-func get\nexclude-small 5\ninclude-system\nthread worker*\n");
	assert_int_equal(r.rc, 0);
	assert_int_equal(r.config.count, 8);
	assert_int_equal(r.config.items[0].kind, CSA_RULE_INCLUDE);
	assert_string_equal(r.config.items[0].text, "src/*.c");
	assert_int_equal(r.config.items[2].number, CSA_DEPTH_ALL);
	assert_int_equal(r.config.items[3].number, 2);
	assert_int_equal(r.config.items[3].line, 4);
	assert_int_equal(r.config.items[5].number, 5);
	assert_null(r.config.items[6].text);
	assert_string_equal(r.config.items[7].text, "worker*");
	assert_true(r.config.has_include && r.config.has_include_func && r.config.has_system);
	assert_int_equal(r.config.items[r.config.small_rule - 1].number, 5);
	assert_string_equal(r.notes.data, "");
	end(&r);
}

TEST(comments_blanks_and_empty_lines)
{
	struct read_config r;

	T_UNUSED;
	parse(&r, "# comment\n\n  \t\n\tinclude\tsrc  # behind\ninclude a#b\n");
	assert_int_equal(r.rc, 0);
	assert_int_equal(r.config.count, 2);
	assert_string_equal(r.config.items[0].text, "src");
	assert_int_equal(r.config.items[0].line, 4);
	assert_string_equal(r.config.items[1].text, "a#b");
	end(&r);
}

TEST(quotes_hold_words_together)
{
	struct read_config r;

	T_UNUSED;
	parse(&r, "include \"my files/a#b.c\"\nexclude-func \"operator\\\"\\\" _kg\"\n"
		  "exclude \"a\\\\b\"\n");
	assert_int_equal(r.rc, 0);
	assert_string_equal(r.config.items[0].text, "my files/a#b.c");
	assert_string_equal(r.config.items[1].text, "operator\"\" _kg");
	assert_string_equal(r.config.items[2].text, "a\\b");
	end(&r);
}

TEST(windows_line_ends_a_mark_and_no_last_newline)
{
	struct read_config r;

	T_UNUSED;
	parse(&r, "\xef\xbb\xbfinclude src\r\nexclude-small 3");
	assert_int_equal(r.rc, 0);
	assert_int_equal(r.config.count, 2);
	assert_string_equal(r.config.items[0].text, "src");
	assert_int_equal(r.config.items[r.config.small_rule - 1].number, 3);
	end(&r);
}

TEST(unknown_directives_are_named_with_their_place)
{
	T_UNUSED;
	check_error("include a\n\nincude src\n",
		    "trace.config:3: error: unknown directive 'incude'");
	check_error("Include a\n", "trace.config:1: error: unknown directive 'Include'");
	check_error("\"\" a\n", "trace.config:1: error: unknown directive ''");
}

TEST(bad_numbers_are_named_with_their_place)
{
	T_UNUSED;
	check_error("exclude-small five\n", "trace.config:1: error: not a number: 'five'");
	check_error("exclude-small -1\n", "trace.config:1: error: not a number: '-1'");
	check_error("exclude-small 99999999999\n",
		    "trace.config:1: error: not a number: '99999999999'");
	check_error("include-func f x\n", "trace.config:1: error: not a number: 'x'");
	check_error("include-func f 1.5\n", "trace.config:1: error: not a number: '1.5'");
}

TEST(missing_and_superfluous_words)
{
	T_UNUSED;
	check_error("include\n", "trace.config:1: error: no value after 'include'");
	check_error("include \"\"\n", "trace.config:1: error: empty value after 'include'");
	check_error("include a b\n", "trace.config:1: error: one word too many: 'b'");
	check_error("include-system yes\n", "trace.config:1: error: one word too many: 'yes'");
	check_error("include-func f 1 2 3 4\n", "trace.config:1: error: one word too many: '2'");
	check_error("include \"a\n", "trace.config:1: error: no closing quote after 'a'");
}

TEST(directives_of_later_versions_are_a_warning)
{
	struct read_config r;

	T_UNUSED;
	parse(&r,
	      "counter cycles,instructions\ncounter-func f 1\ncounter-file a\ncounter-min auto\n"
	      "async-hop a,1,b\ninclude src\n");
	assert_int_equal(r.rc, 0);
	assert_int_equal(r.config.count, 1);
	assert_string_equal(
		r.notes.data,
		"trace.config:1: warning: 'counter' is not available in this version\n"
		"trace.config:2: warning: 'counter-func' is not available in this version\n"
		"trace.config:3: warning: 'counter-file' is not available in this version\n"
		"trace.config:4: warning: 'counter-min' is not available in this version\n"
		"trace.config:5: warning: 'async-hop' is not available in this version\n");
	end(&r);
}

TEST(a_nul_byte_is_an_error)
{
	struct read_config r;

	T_UNUSED;
	parse_bytes(&r, "include a\nb\0c\n", 14);
	assert_int_equal(r.rc, CSA_E_CONFIG);
	assert_string_equal(r.err.msg, "trace.config:2: error: a NUL byte");
	end(&r);
}

TEST(a_line_of_a_megabyte_is_one_rule)
{
	const size_t length = 1u << 20;
	struct read_config r;
	struct csa_buf text;

	T_UNUSED;
	csa_buf_init(&text);
	csa_buf_add_str(&text, "include ");
	for (size_t i = 0; i < length; i++)
		csa_buf_add_char(&text, 'x');
	parse_bytes(&r, text.data, text.length);
	assert_int_equal(r.rc, 0);
	assert_int_equal(r.config.count, 1);
	assert_int_equal(strlen(r.config.items[0].text), length);
	end(&r);
	/* As an unknown word it is repeated in part only. */
	text.data[0] = '_';
	text.data[7] = '_';
	parse_bytes(&r, text.data, text.length);
	assert_int_equal(r.rc, CSA_E_CONFIG);
	assert_true(strlen(r.err.msg) < 200);
	end(&r);
	csa_buf_release(&text);
}

TEST(a_file_that_is_not_there_is_absent)
{
	struct csa_config config;
	struct csa_buf notes;
	struct csa_err err = { 0 };

	T_UNUSED;
	csa_buf_init(&notes);
	assert_int_equal(csa_config_read(&config, "/nonexistent/trace.config", &notes, &err),
			 CSA_E_ABSENT);
	csa_config_release(&config);
	csa_buf_release(&notes);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_directive_becomes_a_rule),
		CASE(comments_blanks_and_empty_lines),
		CASE(quotes_hold_words_together),
		CASE(windows_line_ends_a_mark_and_no_last_newline),
		CASE(unknown_directives_are_named_with_their_place),
		CASE(bad_numbers_are_named_with_their_place),
		CASE(missing_and_superfluous_words),
		CASE(directives_of_later_versions_are_a_warning),
		CASE(a_nul_byte_is_an_error),
		CASE(a_line_of_a_megabyte_is_one_rule),
		CASE(a_file_that_is_not_there_is_absent),
	};

	return T_RUN(cases, argc, argv);
}
