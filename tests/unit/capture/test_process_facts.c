/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "process_facts.h"
#include "trace_builder.h"

static struct csa_process_facts facts;
static struct csa_err err;

static int read_text(const char *text)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "process.json");
	int rc;

	err = (struct csa_err){ 0 };
	if (text)
		t_write_file(path, text, strlen(text));
	rc = csa_process_facts_read(&facts, dir, &err);
	free(path);
	t_remove(dir);
	return rc;
}

TEST(all_facts_are_read)
{
	T_UNUSED;
	assert_int_equal(
		read_text(
			"{\"schema\":1,\"format\":3,\"exe\":\"/abs/exe\",\"cmdline\":[\"./app\","
			"\"-x\"],\"cwd\":\"/abs\",\"pid\":12,\"ppid\":3,\"parent\":\"p-3-1\","
			"\"arch\":\"x86_64\",\"cpus\":2,\"start\":{\"ticks\":18000000000000000000,"
			"\"monotonic_ns\":2,\"boottime_ns\":3,\"realtime_ns\":4},\"clock\":{"
			"\"source\":\"tsc\",\"tick_hz\":2600000000,\"exact\":true},\"settings\":{"
			"\"mode\":\"events\",\"max_mb\":512,\"max_events\":9,\"callsites\":true,"
			"\"threads\":\"w*\"},\"hook_ns\":12.5,\"frames\":\"cfa\",\"selection\":"
			"\"/s\",\"later\":{}}"),
		CSA_E_FORMAT); /* ticks beyond 2^63 are no JSON integer of the library */
	csa_process_facts_release(&facts);
	assert_int_equal(
		read_text("{\"schema\":1,\"format\":3,\"exe\":\"/abs/exe\",\"cmdline\":[\"./app\","
			  "\"-x\"],\"cwd\":\"/abs\",\"pid\":12,\"ppid\":3,\"parent\":\"p-3-1\","
			  "\"arch\":\"x86_64\",\"cpus\":2,\"start\":{\"ticks\":1,"
			  "\"monotonic_ns\":2,\"boottime_ns\":3,\"realtime_ns\":4},\"clock\":{"
			  "\"source\":\"tsc\",\"tick_hz\":2600000000,\"exact\":true},\"settings\":{"
			  "\"mode\":\"events\",\"max_mb\":512,\"max_events\":9,\"callsites\":true,"
			  "\"threads\":\"w*\"},\"hook_ns\":12.5,\"frames\":\"cfa\",\"selection\":"
			  "\"/s\",\"later\":{}}"),
		0);
	assert_true(facts.known);
	assert_string_equal(facts.exe, "/abs/exe");
	assert_int_equal(facts.cmdline_count, 2);
	assert_string_equal(facts.cmdline[1], "-x");
	assert_int_equal(facts.pid, 12);
	assert_int_equal(facts.ppid, 3);
	assert_string_equal(facts.parent, "p-3-1");
	assert_int_equal(facts.start_ticks, 1);
	assert_int_equal(facts.start_monotonic_ns, 2);
	assert_int_equal(facts.start_realtime_ns, 4);
	assert_true(facts.tick_hz_exact && facts.tick_hz > 2.59e9);
	assert_int_equal(facts.max_events, 9);
	assert_string_equal(facts.threads, "w*");
	assert_true(facts.hook_ns > 12.4 && facts.hook_ns < 12.6);
	assert_string_equal(facts.selection, "/s");
	csa_process_facts_release(&facts);
}

TEST(missing_keys_are_nothing)
{
	T_UNUSED;
	assert_int_equal(read_text("{\"schema\":1,\"pid\":-4,\"exe\":7,\"parent\":null}"), 0);
	assert_null(facts.exe);
	assert_null(facts.parent);
	assert_int_equal(facts.cmdline_count, 0);
	csa_process_facts_release(&facts);
}

TEST(absent_broken_and_foreign_are_different)
{
	T_UNUSED;
	assert_int_equal(read_text(NULL), CSA_E_ABSENT);
	assert_non_null(strstr(err.msg, "process.json"));
	csa_process_facts_release(&facts);
	assert_int_equal(read_text("{\"schema\":1,"), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "offset "));
	csa_process_facts_release(&facts);
	assert_int_equal(read_text("[1]"), CSA_E_FORMAT);
	csa_process_facts_release(&facts);
	assert_int_equal(read_text("{\"schema\":2}"), CSA_E_UNSUPPORTED);
	assert_non_null(strstr(err.msg, "schema is 2, expected 1"));
	assert_false(facts.known);
	csa_process_facts_release(&facts);
}

TEST(more_values_than_fit_into_memory_are_refused)
{
	const char begin[] = "{\"schema\":1,\"cmdline\":[1";
	size_t length = sizeof(begin) - 1;
	char *text = malloc(1 << 20);

	T_UNUSED;
	assert_non_null(text);
	memcpy(text, begin, sizeof(begin));
	for (unsigned i = 0; i < 400000; i++, length += 2)
		memcpy(text + length, ",1", 2);
	memcpy(text + length, "]}", 3);
	assert_int_equal(read_text(text), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "more than 300000 values"));
	csa_process_facts_release(&facts);
	free(text);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(all_facts_are_read),
		CASE(missing_keys_are_nothing),
		CASE(absent_broken_and_foreign_are_different),
		CASE(more_values_than_fit_into_memory_are_refused),
	};

	return T_RUN(cases, argc, argv);
}
