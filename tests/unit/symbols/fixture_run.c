/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "test.h"

#include "fixture_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands at *@at up to one of @ends; *@at is moved behind that. */
static void take(char **at, const char *ends, char *word, size_t size)
{
	size_t length = strcspn(*at, ends);

	assert_true(length < size);
	memcpy(word, *at, length);
	word[length] = '\0';
	*at += length + ((*at)[length] != '\0');
}

static void read_map(struct t_fixture_run *run, char *at)
{
	struct csa_module_map *map = &run->maps[run->map_count];
	char *path = run->paths[run->map_count];
	char *build_id = run->build_ids[run->map_count];

	map->bias = strtoull(at, &at, 16);
	map->start_ip = strtoull(at, &at, 16);
	map->end_ip = strtoull(at, &at, 16);
	at++;
	take(&at, " ", build_id, sizeof(run->build_ids[0]));
	take(&at, "\n", path, sizeof(run->paths[0]));
	map->path = path;
	map->build_id = strcmp(build_id, "-") == 0 ? NULL : build_id;
	map->unload_ticks = UINT64_MAX;
	assert_true(++run->map_count < 4);
}

static void read_line(struct t_fixture_run *run, char *at)
{
	struct t_fixture_place *place = &run->places[run->place_count];
	char kind[16];

	take(&at, " ", kind, sizeof(kind));
	if (strcmp(kind, "map") == 0) {
		read_map(run, at);
		return;
	}
	take(&at, " ", place->tag, sizeof(place->tag));
	place->ip = strtoull(at, &at, 16);
	place->line = (unsigned)strtoul(at, &at, 10);
	place->is_call = strcmp(kind, "call") == 0;
	assert_true(++run->place_count < 32);
}

void t_fixture_run(struct t_fixture_run *run, const char *path)
{
	char line[2048];
	FILE *out;

	(void)snprintf(line, sizeof(line), "'%s'", path);
	out = popen(line, "r");
	assert_non_null(out);
	*run = (struct t_fixture_run){ 0 };
	while (fgets(line, sizeof(line), out))
		read_line(run, line);
	assert_int_equal(pclose(out), 0);
	assert_int_equal(run->map_count, 2);
	assert_string_equal(run->paths[0], path);
	assert_int_equal(run->place_count, 26);
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
