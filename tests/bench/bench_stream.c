/* SPDX-License-Identifier: MIT */
/*
 * bench_stream --programs DIR --callsight FILE --client FILE --work DIR --output FILE [--leveldb DIR] [--part NAME]
 *              [--quick]
 *
 * What the stream carries and what it costs, with program, client and server on this machine: prints a
 * table and writes every round into the output file. --part: only that one, by its key in the file.
 * Its test only shows that it works (--quick).
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_stream_parts.h"

struct part {
	const char *name;
	json_t *(*measure)(const struct bench_tools *tools);
};

int main(int argc, char **argv)
{
	struct bench_tools tools = { 0 };
	const char *output = NULL;
	const char *only = NULL;
	const struct bench_option words[] = {
		{ "--programs", &tools.programs, false },
		{ "--callsight", &tools.callsight, false },
		{ "--client", &tools.client, false },
		{ "--work", &tools.work, false },
		{ "--output", &output, false },
		{ "--leveldb", &tools.leveldb, true },
		{ "--part", &only, true },
		{ NULL, NULL, false },
	};
	const struct part parts[] = {
		{ "hand_over", bench_stream_hand_over },     { "peers", bench_stream_peers },
		{ "steady", bench_stream_steady },           { "burst", bench_stream_burst },
		{ "compression", bench_stream_compression }, { "visible", bench_stream_visible },
		{ "server", bench_stream_connections },
	};
	json_t *root;

	if (!bench_options_parse(words, argc, argv, &tools.quick))
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	mkdir(tools.work, 0700);
	root = json_pack("{s:i}", "schema", 1);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (!only || strcmp(only, parts[i].name) == 0)
			json_object_set_new(root, parts[i].name, parts[i].measure(&tools));
	}
	return bench_json_write(root, output) ? 0 : 1;
}
