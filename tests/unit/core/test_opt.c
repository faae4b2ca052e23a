/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "opt.h"

/* The words are never written to; main() has no const either. */
#define ARGV(...) ((char **)(const char *[]){ __VA_ARGS__, NULL })

struct values {
	bool flag;
	unsigned count;
	const char *text;
	const char *format;
	struct csa_opt_list list;
};

static int parse(struct values *v, enum csa_opt_mode mode, char **argv, bool *help,
		 struct csa_err *err)
{
	const struct csa_opt opts[] = {
		{ CSA_OPT_FLAG, 'j', "json", NULL, "Flag.", &v->flag },
		{ CSA_OPT_UINT, 'n', "top", "<count>", "Number.", &v->count },
		{ CSA_OPT_STRING, 'o', "output", "<file>", "Text.", &v->text },
		{ CSA_OPT_CHOICE, 0, "format", "text|json", "Choice.", &v->format },
		{ CSA_OPT_LIST, 'i', "input", "<file>", "List.", &v->list },
		{ 0 },
	};
	int argc = 0;

	while (argv[argc])
		argc++;
	return csa_opt_parse(opts, mode, argc, argv, help, err);
}

TEST(every_form_of_a_value_is_read)
{
	char **argv = ARGV("-j", "--top=7", "a", "-ofile", "--format", "json", "-i", "x", "--input",
			   "y", "--", "-b");
	struct values v = { 0 };
	struct csa_err err = { 0 };
	bool help;

	T_UNUSED;
	assert_int_equal(parse(&v, CSA_OPT_ANYWHERE, argv, &help, &err), 2);
	assert_true(v.flag);
	assert_int_equal(v.count, 7);
	assert_string_equal(v.text, "file");
	assert_string_equal(v.format, "json");
	assert_int_equal(v.list.count, 2);
	assert_string_equal(v.list.items[1], "y");
	assert_string_equal(argv[0], "a");
	assert_string_equal(argv[1], "-b");
}

TEST(the_first_operand_can_end_the_options)
{
	char **argv = ARGV("-j", "cmd", "--top", "-x");
	struct values v = { 0 };
	struct csa_err err = { 0 };
	bool help;

	T_UNUSED;
	assert_int_equal(parse(&v, CSA_OPT_STOP_AT_OPERAND, argv, &help, &err), 3);
	assert_string_equal(argv[1], "--top");
}

static void expect_error(char **argv, const char *text)
{
	struct values v = { 0 };
	struct csa_err err = { 0 };
	bool help;

	assert_int_equal(parse(&v, CSA_OPT_ANYWHERE, argv, &help, &err), CSA_E_USAGE);
	assert_string_equal(err.msg, text);
}

TEST(mistakes_name_option_value_and_expectation)
{
	T_UNUSED;
	expect_error(ARGV("--tip", "1"), "unknown option '--tip'; see --help");
	expect_error(ARGV("--top", "x"), "--top: 'x' is not a number from 0 to 4294967295");
	expect_error(ARGV("-n", "-1"), "--top: '-1' is not a number from 0 to 4294967295");
	expect_error(ARGV("--top=4294967296"),
		     "--top: '4294967296' is not a number from 0 to 4294967295");
	expect_error(ARGV("--top"), "--top: no value; expected <count>");
	expect_error(ARGV("--json=1"), "--json takes no value, given '1'");
	expect_error(ARGV("--format=tex"), "--format: 'tex' is not one of text|json");
}

TEST(help_is_reported_and_wins)
{
	char **argv = ARGV("a", "-h", "--tip");
	struct values v = { 0 };
	struct csa_err err = { 0 };
	bool help;

	T_UNUSED;
	assert_int_equal(parse(&v, CSA_OPT_ANYWHERE, argv, &help, &err), 0);
	assert_true(help);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_form_of_a_value_is_read),
		CASE(the_first_operand_can_end_the_options),
		CASE(mistakes_name_option_value_and_expectation),
		CASE(help_is_reported_and_wins),
	};

	return T_RUN(cases, argc, argv);
}
