/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "test.h"

#include "fixture_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void read_line(struct t_fixture_run *run, const char *line)
{
	struct csa_module_map *map = &run->maps[run->map_count];
	struct t_fixture_place *place = &run->places[run->place_count];
	char kind[16];

	if (sscanf(line, "map %" SCNx64 " %" SCNx64 " %" SCNx64 " %127s %1023[^\n]", &map->bias,
		   &map->start_ip, &map->end_ip, run->build_ids[run->map_count],
		   run->paths[run->map_count]) == 5) {
		map->path = run->paths[run->map_count];
		map->build_id = run->build_ids[run->map_count];
		if (strcmp(map->build_id, "-") == 0)
			map->build_id = NULL;
		map->unload_ticks = UINT64_MAX;
		run->map_count++;
	} else if (sscanf(line, "%15s %31s %" SCNx64 " %u", kind, place->tag, &place->ip,
			  &place->line) == 4) {
		place->is_call = strcmp(kind, "call") == 0;
		run->place_count++;
	}
	assert_true(run->map_count < 4 && run->place_count < 32);
}

void t_fixture_run(struct t_fixture_run *run, const char *path)
{
	char line[2048];
	FILE *out = popen(path, "r");

	assert_non_null(out);
	*run = (struct t_fixture_run){ 0 };
	while (fgets(line, sizeof(line), out))
		read_line(run, line);
	assert_int_equal(pclose(out), 0);
	assert_int_equal(run->map_count, 2);
	assert_string_equal(run->paths[0], path);
	assert_int_equal(run->place_count, 17);
}

const struct t_fixture_place *t_fixture_place(const struct t_fixture_run *run, const char *tag)
{
	for (unsigned i = 0; i < run->place_count; i++) {
		if (strcmp(run->places[i].tag, tag) == 0)
			return &run->places[i];
	}
	fail_msg("the fixture has no place '%s'", tag);
	return NULL;
}

struct csa_symbols *t_fixture_symbols(const struct t_fixture_run *run)
{
	struct csa_symbols *s;

	assert_int_equal(csa_symbols_new(&s, NULL), 0);
	for (unsigned i = 0; i < run->map_count; i++)
		assert_int_equal(csa_symbols_add_module(s, &run->maps[i], NULL), 0);
	return s;
}
