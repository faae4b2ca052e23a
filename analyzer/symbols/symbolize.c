/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* pthread_mutex_t */
#include "symbolize.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "elf_module.h"
#include "module_set.h"
#include "text_pool.h"

/* What several address spaces have in common. */
struct shared {
	pthread_mutex_t lock; /* for everything here and in the objects that share */
	unsigned user_count;
	struct csa_text_pool pool;
	struct csa_symbol_sources sources;
	struct csa_module_set set;
};

struct map {
	uint64_t start_ip;
	uint64_t end_ip;
	uint64_t bias;
	uint64_t load_ticks;
	uint64_t unload_ticks;
	unsigned module;
};

struct csa_symbols {
	struct shared *shared;
	struct map *maps;
	size_t map_count;
	size_t map_capacity;
	uint64_t *highest_ends; /* of this map and all before it; NULL: maps are not sorted */
};

static int make(struct csa_symbols **out, struct shared *shared, struct csa_err *err)
{
	struct csa_symbols *s = calloc(1, sizeof(*s));

	*out = NULL;
	if (!s)
		return csa_fail(err, CSA_E_NOMEM, "symbols: out of memory");
	s->shared = shared;
	*out = s;
	return 0;
}

int csa_symbols_new(struct csa_symbols **out, struct csa_err *err)
{
	struct shared *shared = calloc(1, sizeof(*shared));
	int rc;

	*out = NULL;
	if (!shared)
		return csa_fail(err, CSA_E_NOMEM, "symbols: out of memory");
	if (pthread_mutex_init(&shared->lock, NULL) != 0) {
		free(shared);
		return csa_fail(err, CSA_E_SYSTEM, "symbols: no mutex");
	}
	shared->user_count = 1;
	rc = make(out, shared, err);
	if (rc < 0) {
		pthread_mutex_destroy(&shared->lock);
		free(shared);
	}
	return rc;
}

int csa_symbols_share(struct csa_symbols **out, struct csa_symbols *from, struct csa_err *err)
{
	int rc = make(out, from->shared, err);

	if (rc == 0) {
		pthread_mutex_lock(&from->shared->lock);
		from->shared->user_count++;
		pthread_mutex_unlock(&from->shared->lock);
	}
	return rc;
}

void csa_symbols_set_sources(struct csa_symbols *s, const struct csa_symbol_sources *sources)
{
	pthread_mutex_lock(&s->shared->lock);
	s->shared->sources = *sources;
	pthread_mutex_unlock(&s->shared->lock);
}

static void free_shared(struct shared *shared)
{
	csa_module_set_release(&shared->set);
	csa_text_pool_release(&shared->pool);
	pthread_mutex_destroy(&shared->lock);
	free(shared);
}

void csa_symbols_free(struct csa_symbols *s)
{
	unsigned left;

	if (!s)
		return;
	pthread_mutex_lock(&s->shared->lock);
	left = --s->shared->user_count;
	pthread_mutex_unlock(&s->shared->lock);
	if (left == 0)
		free_shared(s->shared);
	free(s->maps);
	free(s->highest_ends);
	free(s);
}

static int add_map(struct csa_symbols *s, const struct csa_module_map *map)
{
	unsigned module;
	int rc;

	if (s->map_count == s->map_capacity) {
		size_t capacity = s->map_capacity ? s->map_capacity * 2 : 16;
		struct map *maps = realloc(s->maps, capacity * sizeof(*maps));

		if (!maps)
			return CSA_E_NOMEM;
		s->maps = maps;
		s->map_capacity = capacity;
	}
	rc = csa_module_set_find(&s->shared->set, map, &s->shared->sources, &s->shared->pool,
				 &module);
	if (rc < 0)
		return rc;
	s->maps[s->map_count++] = (struct map){
		.start_ip = map->start_ip,
		.end_ip = map->end_ip,
		.bias = map->bias,
		.load_ticks = map->load_ticks,
		.unload_ticks = map->unload_ticks,
		.module = module,
	};
	free(s->highest_ends);
	s->highest_ends = NULL;
	return 0;
}

int csa_symbols_add_module(struct csa_symbols *s, const struct csa_module_map *map,
			   struct csa_err *err)
{
	int rc;

	if (map->end_ip <= map->start_ip)
		return csa_fail(err, CSA_E_FORMAT,
				"module %s: the end address %" PRIx64
				" is not above the first address %" PRIx64,
				map->path, map->end_ip, map->start_ip);
	pthread_mutex_lock(&s->shared->lock);
	rc = add_map(s, map);
	pthread_mutex_unlock(&s->shared->lock);
	if (rc < 0)
		return csa_fail(err, rc, "module %s: out of memory", map->path);
	return 0;
}

int csa_symbols_add_told(struct csa_symbols *s, const struct csa_module_info *info,
			 struct csa_err *err)
{
	int rc;

	pthread_mutex_lock(&s->shared->lock);
	rc = csa_module_set_append(&s->shared->set, csa_elf_module_told(info, &s->shared->pool));
	pthread_mutex_unlock(&s->shared->lock);
	return rc < 0 ? csa_fail(err, rc, "module %s: out of memory", info->path) : 0;
}

static int compare_maps(const void *left, const void *right)
{
	const struct map *a = left;
	const struct map *b = right;

	if (a->start_ip != b->start_ip)
		return a->start_ip < b->start_ip ? -1 : 1;
	return a->load_ticks < b->load_ticks ? -1 : a->load_ticks > b->load_ticks;
}

static bool sort_maps(struct csa_symbols *s)
{
	uint64_t highest = 0;

	if (s->highest_ends)
		return true;
	if (s->map_count == 0)
		return false;
	s->highest_ends = malloc(s->map_count * sizeof(*s->highest_ends));
	if (!s->highest_ends)
		return false;
	qsort(s->maps, s->map_count, sizeof(*s->maps), compare_maps);
	for (size_t i = 0; i < s->map_count; i++) {
		if (s->maps[i].end_ip > highest)
			highest = s->maps[i].end_ip;
		s->highest_ends[i] = highest;
	}
	return true;
}

/* 0 when @map was there at @ticks, otherwise how long before or after. */
static uint64_t distance(const struct map *map, uint64_t ticks)
{
	if (ticks < map->load_ticks)
		return map->load_ticks - ticks;
	if (ticks >= map->unload_ticks && map->unload_ticks != UINT64_MAX)
		return ticks - map->unload_ticks + 1;
	return 0;
}

/* The map of @ip that is nearest to @ticks; of several that are there at this time the newest. */
static const struct map *find_map(struct csa_symbols *s, uint64_t ip, uint64_t ticks)
{
	const struct map *best = NULL;
	uint64_t best_distance = UINT64_MAX;
	size_t low = 0;
	size_t high = s->map_count;

	if (!sort_maps(s))
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->maps[middle].start_ip <= ip)
			low = middle + 1;
		else
			high = middle;
	}
	while (low > 0 && s->highest_ends[low - 1] > ip) {
		const struct map *map = &s->maps[--low];
		uint64_t away = distance(map, ticks);

		if (map->end_ip > ip && (!best || away < best_distance)) {
			best = map;
			best_distance = away;
		}
	}
	return best;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static void name_address(struct csa_symbols *s, const struct map *map, uint64_t ip,
			 struct csa_symbol *out)
{
	struct csa_module_info info;
	struct csa_buf text;

	*out = (struct csa_symbol){ .module = CSA_NO_MODULE, .addr = ip, .group_addr = ip };
	csa_buf_init(&text);
	if (map) {
		csa_elf_module_info(s->shared->set.items[map->module], &info);
		out->module = map->module;
		out->addr = ip - map->bias;
		out->group_addr = out->addr;
		csa_buf_add_fmt(&text, "%s+", base_name(info.path));
	}
	csa_buf_add_fmt(&text, "0x%" PRIx64, out->addr);
	out->name = csa_text_pool_add_buf(&s->shared->pool, &text);
	if (!out->name)
		out->name = "?"; /* out of memory */
	out->plain_name = out->name;
	csa_buf_release(&text);
}

int csa_symbols_function(struct csa_symbols *s, uint64_t ip, uint64_t ticks, struct csa_symbol *out)
{
	const struct map *map;
	int known = 0;

	pthread_mutex_lock(&s->shared->lock);
	map = find_map(s, ip, ticks);
	if (map)
		known = csa_elf_module_function(s->shared->set.items[map->module], ip - map->bias,
						out);
	if (known)
		out->module = map->module;
	else
		name_address(s, map, ip, out);
	pthread_mutex_unlock(&s->shared->lock);
	return known;
}

int csa_symbols_name(struct csa_symbols *s, uint64_t ip, uint64_t ticks, struct csa_symbol *out)
{
	const struct map *map;
	int known = 0;

	pthread_mutex_lock(&s->shared->lock);
	map = find_map(s, ip, ticks);
	if (map)
		known = csa_elf_module_name(s->shared->set.items[map->module], ip - map->bias, out);
	if (known)
		out->module = map->module;
	else
		name_address(s, map, ip, out);
	out->kind = CSA_SYMBOL_NAME;
	pthread_mutex_unlock(&s->shared->lock);
	return known;
}

/* Return: at least 1. */
static size_t find_frames(struct csa_symbols *s, const struct map *map, uint64_t ip,
			  struct csa_frame *out, size_t max)
{
	struct csa_symbol unknown;
	size_t count = 0;

	if (map)
		count = csa_elf_module_frames(s->shared->set.items[map->module], ip - map->bias,
					      out, max);
	if (count)
		return count;
	name_address(s, map, ip, &unknown);
	*out = (struct csa_frame){ .function = unknown.name };
	if (map)
		(void)csa_elf_module_line(s->shared->set.items[map->module], ip - map->bias,
					  &out->file, &out->line);
	return 1;
}

int csa_symbols_place(struct csa_symbols *s, uint64_t return_ip, uint64_t ticks,
		      struct csa_place *out)
{
	uint64_t ip = return_ip - 1;
	const struct map *map;
	struct csa_frame frame;

	*out = (struct csa_place){ .module = CSA_NO_MODULE, .addr = ip };
	pthread_mutex_lock(&s->shared->lock);
	map = find_map(s, ip, ticks);
	if (map) {
		out->module = map->module;
		out->addr = ip - map->bias;
	}
	(void)find_frames(s, map, ip, &frame, 1);
	pthread_mutex_unlock(&s->shared->lock);
	out->function = frame.function;
	out->is_inlined = frame.is_inlined;
	out->file = frame.file;
	out->line = frame.line;
	return frame.file != NULL;
}

size_t csa_symbols_frames(struct csa_symbols *s, uint64_t return_ip, uint64_t ticks,
			  struct csa_frame *out, size_t max)
{
	uint64_t ip = return_ip - 1;
	size_t count;

	if (!max)
		return 0;
	pthread_mutex_lock(&s->shared->lock);
	count = find_frames(s, find_map(s, ip, ticks), ip, out, max);
	pthread_mutex_unlock(&s->shared->lock);
	return count;
}

unsigned csa_symbols_module_count(struct csa_symbols *s)
{
	unsigned count;

	pthread_mutex_lock(&s->shared->lock);
	count = s->shared->set.count;
	pthread_mutex_unlock(&s->shared->lock);
	return count;
}

void csa_symbols_module(struct csa_symbols *s, unsigned module, struct csa_module_info *out)
{
	pthread_mutex_lock(&s->shared->lock);
	csa_elf_module_info(s->shared->set.items[module], out);
	pthread_mutex_unlock(&s->shared->lock);
}

unsigned csa_symbols_module_at(struct csa_symbols *s, uint64_t ip, uint64_t ticks)
{
	unsigned module = CSA_NO_MODULE;
	const struct map *map;

	pthread_mutex_lock(&s->shared->lock);
	map = find_map(s, ip, ticks);
	if (map)
		module = map->module;
	pthread_mutex_unlock(&s->shared->lock);
	return module;
}

void csa_symbols_open(struct csa_symbols *s, unsigned module)
{
	pthread_mutex_lock(&s->shared->lock);
	csa_elf_module_open(s->shared->set.items[module]);
	pthread_mutex_unlock(&s->shared->lock);
}
