/* SPDX-License-Identifier: MIT */
/*
 * bench_stream --programs DIR --callsight FILE --client FILE --work DIR --output FILE [--leveldb DIR] [--quick]
 *
 * What the stream carries and what it costs, with program, client and server on this machine: prints a
 * table and writes every round into the output file. Its test only shows that it works (--quick).
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bench_json.h"
#include "bench_options.h"
#include "bench_stream_parts.h"

int main(int argc, char **argv)
{
	struct bench_tools tools = { 0 };
	const char *output = NULL;
	const char *leveldb = NULL;
	const struct bench_option words[] = {
		{ "--programs", &tools.programs, false },
		{ "--callsight", &tools.callsight, false },
		{ "--client", &tools.client, false },
		{ "--work", &tools.work, false },
		{ "--output", &output, false },
		{ "--leveldb", &leveldb, true },
		{ NULL, NULL, false },
	};
	json_t *root;

	if (!bench_options_parse(words, argc, argv, &tools.quick))
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	mkdir(tools.work, 0700);
	root = json_pack("{s:i}", "schema", 1);
	json_object_set_new(root, "hand_over", bench_stream_hand_over(&tools));
	json_object_set_new(root, "peers", bench_stream_peers(&tools));
	json_object_set_new(root, "steady", bench_stream_steady(&tools));
	json_object_set_new(root, "burst", bench_stream_burst(&tools));
	json_object_set_new(root, "compression", bench_stream_compression(&tools, leveldb));
	json_object_set_new(root, "visible", bench_stream_visible(&tools));
	json_object_set_new(root, "server", bench_stream_connections(&tools));
	return bench_json_write(root, output) ? 0 : 1;
}
