/* SPDX-License-Identifier: MIT */
/* A baseline is read as it was written, and what is wrong in one is said with its line. */
#include <string.h>

#include "baseline.h"
#include "gate_builder.h"
#include "test.h"

#define ALL ((1u << CSA_GATE_SERIES) - 1)

static struct csa_gate_set set;
static struct csa_gate_set again;
static struct csa_buf text;

static int start(void **state)
{
	(void)state;
	csa_gate_set_init(&set);
	csa_gate_set_init(&again);
	csa_buf_init(&text);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	csa_buf_release(&text);
	csa_gate_set_release(&again);
	csa_gate_set_release(&set);
	return 0;
}

TEST(is_written_one_function_a_line)
{
	T_UNUSED;
	T_GATE_SET(&set, 2,
		   { .function = "main", .file = "/home/x/app/main.c", .calls = 1, .self = 7 },
		   { .function = "init", .file = "/x/app/one/a/i.c", .line = 3, .calls = 2 },
		   { .function = "init", .file = "/x/app/two/a/i.c", .line = 4, .calls = 2 },
		   { .function = "twice", .file = "/x/t.cpp", .line = 3, .calls = 2 },
		   { .function = "twice", .file = "/x/t.cpp", .line = 9, .calls = 2 },
		   { .function = "a\"b",
		     .module = "/usr/lib/libz.so.1",
		     .is_scope = true,
		     .self = 5,
		     .self_step = 1 });
	set.facts.version = "1.2";
	set.facts.command = "app --once";
	assert_true(csa_gate_fact_add(&set.facts, &set.side.pool, "compiler", "gcc"));
	assert_int_equal(csa_baseline_write(&set, 1u << CSA_GATE_CALLS, &text, NULL), 0);
	assert_string_equal(
		text.data,
		"{\n\"kind\": \"callsight baseline\",\n\"schema\": 1,\n\"version\": \"1.2\",\n"
		"\"command\": \"app --once\",\n\"mode\": \"summary\",\n"
		"\"machine\": {\"cpu\": \"cpu\", \"cpus\": 2, \"arch\": \"arch\", \"clock\": "
		"\"\"},\n"
		"\"facts\": {\n\"compiler\": \"gcc\"\n},\n\"runs\": 2,\n"
		"\"reference_ns\": [1000000, 1000000],\n\"hook_ns\": [10.00, 10.00],\n"
		"\"program\": \"app\",\n\"functions\": [\n"
		"{\"function\": \"a\\\"b\", \"file\": \"x.c\", \"module\": \"libz.so.1\", "
		"\"kind\": \"scope\", \"calls\": 1, \"self_ns\": [5, 6], \"hooks\": 1},\n"
		"{\"function\": \"init\", \"file\": \"one/a/i.c\", \"calls\": 2, \"self_ns\": 0, "
		"\"hooks\": 2},\n"
		"{\"function\": \"init\", \"file\": \"two/a/i.c\", \"calls\": 2, \"self_ns\": 0, "
		"\"hooks\": 2},\n"
		"{\"function\": \"main\", \"file\": \"main.c\", \"calls\": 1, \"self_ns\": 7, "
		"\"hooks\": 1},\n"
		"{\"function\": \"twice\", \"file\": \"t.cpp\", \"line\": 3, \"calls\": 2, "
		"\"self_ns\": 0, \"hooks\": 2},\n"
		"{\"function\": \"twice\", \"file\": \"t.cpp\", \"line\": 9, \"calls\": 2, "
		"\"self_ns\": 0, \"hooks\": 2}\n]\n}\n");
}

TEST(is_read_as_it_was_written)
{
	struct csa_buf second;

	T_UNUSED;
	T_GATE_SET(&set, T_RUNS,
		   { .function = "f", .calls = 10, .calls_step = 1, .self = 70, .self_step = 3 },
		   { .function = "g", .module = "/lib/libg.so", .incl = 9, .p99 = 3 },
		   { .function = "s", .is_scope = true },
		   { .function = "once", .p99 = 4, .is_absent = true, .from = 2, .until = 3 });
	set.facts.version = "1.2";
	set.facts.command = "app";
	assert_true(csa_gate_fact_add(&set.facts, &set.side.pool, "flags", "-O2 \"-DX\""));
	assert_int_equal(csa_baseline_write(&set, ALL, &text, NULL), 0);
	assert_int_equal(csa_baseline_read(&again, text.data, text.length, NULL), 0);
	assert_int_equal(again.runs, T_RUNS);
	assert_int_equal(again.series, set.series);
	assert_int_equal(again.side.count, 4);
	assert_true(csa_gate_same_machine(&again.facts, &set.facts));
	for (uint32_t row = 0; row < 4; row++)
		assert_memory_equal(csa_gate_samples(&again, row, CSA_GATE_CALLS),
				    csa_gate_samples(&set, row, CSA_GATE_CALLS),
				    sizeof(uint64_t) * CSA_GATE_SERIES * T_RUNS);
	/* What was read is written the same, but for the file ends that are all that is known. */
	csa_buf_init(&second);
	assert_int_equal(csa_baseline_write(&again, ALL, &second, NULL), 0);
	assert_string_equal(second.data, text.data);
	csa_buf_release(&second);
}

TEST(is_paired_with_the_program_wherever_that_lies)
{
	struct t_gate gate;

	T_UNUSED;
	t_gate_init(&gate);
	T_GATE_SET(&set, T_RUNS, { .function = "f", .calls = 2 },
		   { .function = "f", .module = "/lib/libg.so.1", .calls = 3 });
	assert_int_equal(csa_baseline_write(&set, ALL, &text, NULL), 0);
	assert_int_equal(csa_baseline_read(&gate.before, text.data, text.length, NULL), 0);
	T_GATE_SET(&gate.now, T_RUNS, { .function = "f", .file = "/new/app/x.c", .calls = 2 },
		   { .function = "f", .module = "/n/libg.so.2", .calls = 3 });
	t_gate_judge(&gate, 1);
	assert_int_equal(gate.verdict.functions, 2);
	assert_int_equal(gate.verdict.count, 0);
	t_gate_release(&gate);
}

TEST(knows_code_and_the_build_of_each_module)
{
	T_UNUSED;
	T_GATE_SET(&set, 2, { .function = "f", .code = 0x12, .layout = UINT64_MAX },
		   { .function = "g", .module = "/lib/libg.so", .code = 7, .layout = 8 },
		   { .function = "h" });
	assert_int_equal(csa_baseline_write(&set, ALL, &text, NULL), 0);
	assert_non_null(strstr(text.data, "\n\"builds\": {\"app\": \"ffffffffffffffff\", "
					  "\"libg.so\": \"0000000000000008\"},\n"));
	assert_non_null(strstr(text.data, "\"hooks\": 1, \"code\": \"0000000000000012\"}"));
	assert_int_equal(csa_baseline_read(&again, text.data, text.length, NULL), 0);
	for (uint32_t row = 0; row < 2; row++) {
		assert_int_equal(again.side.items[row].code, set.side.items[row].code);
		assert_int_equal(again.side.items[row].layout, set.side.items[row].layout);
	}
	assert_int_equal(again.side.items[2].code, 0);
	/* It is of times. */
	set.series &= ~(1u << CSA_GATE_SELF);
	csa_buf_clear(&text);
	assert_int_equal(csa_baseline_write(&set, ALL, &text, NULL), 0);
	assert_null(strstr(text.data, "\"code\""));
	assert_null(strstr(text.data, "\"builds\""));
}

/* A baseline with two functions, in which @from is @to. */
static void refuses(const char *from, const char *to, int code, const char *message)
{
	static const char good[] =
		"{\n\"kind\": \"callsight baseline\",\n\"schema\": 1,\n\"version\": \"1\",\n"
		"\"machine\": {\"cpu\": \"c\", \"cpus\": 2},\n\"runs\": 2,\n\"functions\": [\n"
		"{\"function\": \"f\", \"calls\": 1, \"self_ns\": [1, 2]},\n"
		"{\"function\": \"g\", \"file\": \"x,[{.c\", \"calls\": [1, 2]}\n]\n}\n";
	const char *at = strstr(good, from);
	struct csa_err err = { 0 };

	assert_non_null(at);
	csa_buf_clear(&text);
	csa_buf_add(&text, good, (size_t)(at - good));
	csa_buf_add_str(&text, to);
	csa_buf_add_str(&text, at + strlen(from));
	csa_gate_set_release(&again);
	csa_gate_set_init(&again);
	assert_int_equal(csa_baseline_read(&again, text.data, text.length, &err), code);
	assert_string_equal(err.msg, message);
}

TEST(what_is_wrong_is_said_with_its_line)
{
	T_UNUSED;
	refuses("\"g\"", "\"g\"", 0, "");
	refuses("\"runs\": 2,", "\"runs\": 2", CSA_E_FORMAT,
		"line 7: '}' expected near '\"functions\"'");
	refuses("\"runs\": 2,", "<<<<<<< HEAD\n\"runs\": 2,", CSA_E_FORMAT,
		"line 6: string or '}' expected near '<' (a merge left a conflict in it)");
	refuses("\"g\"", "7", CSA_E_FORMAT, "line 9: functions[1]: function is not a string");
	refuses("\"calls\": 1,", "", CSA_E_FORMAT, "line 8: functions[0]: calls is not there");
	refuses("\"calls\": 1,", "\"calls\": -1,", CSA_E_FORMAT,
		"line 8: functions[0]: calls is not a number from 0, or a list of them");
	refuses("\"calls\": 1,", "\"calls\": null,", CSA_E_FORMAT,
		"line 8: functions[0]: calls is not known");
	refuses("[1, 2]}\n]", "[1, 2, 3]}\n]", CSA_E_FORMAT,
		"line 9: functions[1]: calls is not a list of one number a run");
	refuses("\"calls\": [", "\"line\": \"x\", \"calls\": [", CSA_E_FORMAT,
		"line 9: functions[1]: line is not a number of a line");
	refuses("\"g\", \"file\": \"x,[{.c\"", "\"f\"", CSA_E_FORMAT, "line 9: f is there twice");
	refuses("\"calls\": 1,", "\"code\": \"12\", \"calls\": 1,", CSA_E_FORMAT,
		"line 8: functions[0]: code is not of 16 hexadecimal digits");
	refuses("\"runs\": 2", "\"program\": \"a\", \"builds\": {\"a\": 7}, \"runs\": 2",
		CSA_E_FORMAT, "line 1: a value of builds is not of 16 hexadecimal digits");
	refuses("\"runs\": 2", "\"runs\": 0", CSA_E_FORMAT,
		"line 1: runs is not a number from 1 to 100");
	refuses("\"cpus\": 2", "\"cpus\": \"2\"", CSA_E_FORMAT,
		"line 1: machine.cpus is not a number");
	refuses("\"machine\"", "\"machines\"", CSA_E_FORMAT, "line 1: machine is not an object");
	refuses("\"functions\"", "\"function\"", CSA_E_FORMAT, "line 1: functions is not a list");
	refuses("\"runs\": 2", "\"hook_ns\": [1], \"runs\": 2", CSA_E_FORMAT,
		"line 1: hook_ns is not a list of one number a run");
}

TEST(other_files_and_later_versions_are_told_apart)
{
	T_UNUSED;
	refuses("callsight baseline", "something", CSA_E_FORMAT,
		"line 1: not a baseline of callsight: kind is \"something\", expected \"callsight "
		"baseline\"");
	refuses("\"kind\"", "\"kinds\"", CSA_E_FORMAT,
		"line 1: not a baseline of callsight: kind is not there, expected \"callsight "
		"baseline\"");
	refuses("\"schema\": 1", "\"schema\": 2", CSA_E_UNSUPPORTED,
		"line 1: schema is 2, expected 1: a newer callsight wrote it");
	refuses("\"schema\": 1", "\"schema\": \"1\"", CSA_E_FORMAT,
		"line 1: schema is not a number from 1");
	assert_true(csa_baseline_is_one("{\"kind\": \"callsight baseline\", broken"));
	assert_false(csa_baseline_is_one("int main(void)"));
}

TEST(lines_of_functions)
{
	static const char odd[] =
		"{\"x\": {\"functions\": [1]}, \"y\": \"\\\"functions\\\": [\",\n"
		"\"functions\": [ {\"a\": [\"},\", 1,\n2]},\n\n[3, \"],\"],\n4\n]}";

	T_UNUSED;
	assert_int_equal(csa_baseline_line(odd, 0), 2);
	assert_int_equal(csa_baseline_line(odd, 1), 5);
	assert_int_equal(csa_baseline_line(odd, 2), 6);
	assert_int_equal(csa_baseline_line("{\"function", 0), 0);
	assert_int_equal(csa_baseline_line("{\"functions\": [{\"", 3), 0);
}

#define BASELINE_CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		BASELINE_CASE(is_written_one_function_a_line),
		BASELINE_CASE(is_read_as_it_was_written),
		BASELINE_CASE(knows_code_and_the_build_of_each_module),
		BASELINE_CASE(is_paired_with_the_program_wherever_that_lies),
		BASELINE_CASE(what_is_wrong_is_said_with_its_line),
		BASELINE_CASE(other_files_and_later_versions_are_told_apart),
		BASELINE_CASE(lines_of_functions),
	};

	return T_RUN(cases, argc, argv);
}
