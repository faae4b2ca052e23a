/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC, st_mtim */
#include "source_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "source_cache_format.h"
#include "vec.h"

/* Chosen: the coarsest times of a file system are those of FAT, 2 s. */
#define GRANULE_NS ((int64_t)2000000000)

#define CACHE_MAX ((off_t)1 << 32)

uint64_t csa_cache_key(void)
{
	uint64_t facts[CSA_CACHE_SECTIONS + 3] = { 0 };
	struct stat st;

	for (int i = 0; i < CSA_CACHE_SECTIONS; i++)
		facts[i] = csa_cache_item_bytes((enum csa_cache_section)i);
	/* What the scanner finds is that of this very program. */
	if (stat("/proc/self/exe", &st) == 0) {
		facts[CSA_CACHE_SECTIONS] = (uint64_t)st.st_size;
		facts[CSA_CACHE_SECTIONS + 1] = (uint64_t)st.st_mtim.tv_sec;
		facts[CSA_CACHE_SECTIONS + 2] = (uint64_t)st.st_mtim.tv_nsec;
	}
	return csa_content_hash(facts, sizeof(facts), 0);
}

void csa_facts_set_stat(struct csa_file_facts *facts, const struct stat *st)
{
	int64_t mtime = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
	int64_t ctime = (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec;

	facts->size = (uint64_t)st->st_size;
	facts->inode = st->st_ino;
	facts->device = st->st_dev;
	facts->changed_ns = mtime > ctime ? mtime : ctime;
}

bool csa_facts_settled(const struct csa_file_facts *facts)
{
	return facts->changed_ns < facts->read_ns - GRANULE_NS;
}

bool csa_facts_match(const struct csa_file_facts *facts, const struct stat *st)
{
	struct csa_file_facts now = { 0 };

	csa_facts_set_stat(&now, st);
	return csa_facts_settled(facts) && now.size == facts->size && now.inode == facts->inode &&
	       now.device == facts->device && now.changed_ns == facts->changed_ns;
}

static void *map_file(const char *path, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	void *map = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < CACHE_MAX &&
	    st.st_size >= (off_t)sizeof(struct csa_cache_head)) {
		/* Cache files are replaced, never written into: the pages stay. */
		*bytes = (size_t)st.st_size;
		map = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	}
	close(fd);
	return map == MAP_FAILED ? NULL : map;
}

/* Do the sections fill the file? Sets where they begin. */
static bool find_sections(const struct csa_source_cache *cache, size_t offsets[CSA_CACHE_SECTIONS])
{
	size_t at = sizeof(struct csa_cache_head);

	for (int i = 0; i < CSA_CACHE_SECTIONS; i++) {
		uint64_t count = cache->head->counts[i];

		if (count > UINT32_MAX)
			return false;
		offsets[i] = at;
		at += csa_cache_padded((size_t)count *
				       csa_cache_item_bytes((enum csa_cache_section)i));
		if (at > cache->bytes)
			return false;
	}
	return at == cache->bytes;
}

/* With the checksum right every index in the file is one that was written. */
static bool take_sections(struct csa_source_cache *cache, uint64_t ctags)
{
	const char *base = cache->map;
	size_t body = offsetof(struct csa_cache_head, counts);
	size_t offsets[CSA_CACHE_SECTIONS];

	cache->head = cache->map;
	if (memcmp(cache->head->magic, CSA_CACHE_MAGIC, sizeof(cache->head->magic)) != 0 ||
	    cache->head->key != csa_cache_key() || !find_sections(cache, offsets) ||
	    csa_content_hash(base + body, cache->bytes - body,
			     cache->head->ctags ^ cache->head->rewrites) != cache->head->checksum)
		return false;
	cache->files = (const void *)(base + offsets[CSA_CACHE_FILES]);
	cache->defs = (const void *)(base + offsets[CSA_CACHE_DEFS]);
	cache->uses = (const void *)(base + offsets[CSA_CACHE_USES]);
	cache->classes = (const void *)(base + offsets[CSA_CACHE_CLASSES]);
	cache->made = (const void *)(base + offsets[CSA_CACHE_MADE]);
	cache->tags = (const void *)(base + offsets[CSA_CACHE_TAGS]);
	cache->includes = (const void *)(base + offsets[CSA_CACHE_INCLUDES]);
	cache->names = (const void *)(base + offsets[CSA_CACHE_NAMES]);
	cache->name_slots = (const void *)(base + offsets[CSA_CACHE_SLOTS]);
	cache->texts = base + offsets[CSA_CACHE_TEXTS];
	cache->has_tags = ctags && ctags == cache->head->ctags;
	return true;
}

static const char *path_of(const struct csa_source_cache *cache, const struct csa_file_facts *file)
{
	return cache->texts + cache->names[file->path].offset;
}

/* The slot of a path, or the free one where it belongs. */
static uint32_t *slot_of(const struct csa_source_cache *cache, const char *path)
{
	uint32_t at = (uint32_t)csa_content_hash(path, strlen(path), 0) & (cache->slot_count - 1);

	for (; cache->slots[at]; at = (at + 1) & (cache->slot_count - 1)) {
		if (strcmp(path_of(cache, &cache->files[cache->slots[at] - 1]), path) == 0)
			break;
	}
	return &cache->slots[at];
}

static bool index_paths(struct csa_source_cache *cache)
{
	uint32_t count = (uint32_t)cache->head->counts[CSA_CACHE_FILES];

	cache->slot_count = 64;
	while (cache->slot_count < 2 * (uint64_t)count)
		cache->slot_count *= 2;
	cache->slots = calloc(cache->slot_count, sizeof(*cache->slots));
	cache->name_ids =
		calloc((size_t)cache->head->counts[CSA_CACHE_NAMES] + 1, sizeof(*cache->name_ids));
	if (!cache->slots || !cache->name_ids)
		return false;
	for (uint32_t i = 0; i < count; i++)
		*slot_of(cache, path_of(cache, &cache->files[i])) = i + 1;
	return true;
}

int csa_source_cache_open(struct csa_source_cache *cache, const char *path, uint64_t ctags,
			  struct csa_err *err)
{
	*cache = (struct csa_source_cache){ 0 };
	cache->map = map_file(path, &cache->bytes);
	if (!cache->map)
		return 0;
	if (!take_sections(cache, ctags)) {
		csa_source_cache_close(cache);
		return 0;
	}
	if (!index_paths(cache))
		return csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	return 0;
}

void csa_source_cache_close(struct csa_source_cache *cache)
{
	if (cache->map && !cache->is_adopted)
		munmap(cache->map, cache->bytes);
	free(cache->name_ids);
	free(cache->slots);
	*cache = (struct csa_source_cache){ 0 };
}

/* Chosen: an edit leaves some names behind; after so many all are counted anew. */
#define REWRITES_MAX 50u

void csa_source_cache_adopt(struct csa_source_cache *cache, struct csa_names *names)
{
	size_t count = cache->map ? (size_t)cache->head->counts[CSA_CACHE_NAMES] : 0;
	size_t slot_count = cache->map ? (size_t)cache->head->counts[CSA_CACHE_SLOTS] : 0;
	struct csa_names_entry *items;
	uint32_t *slots;

	if (!count || !slot_count || cache->head->rewrites >= REWRITES_MAX)
		return;
	items = malloc((count + count / 8) * sizeof(*items));
	slots = malloc(slot_count * sizeof(*slots));
	if (!items || !slots) {
		free(items);
		free(slots);
		return;
	}
	for (size_t i = 0; i < count; i++)
		items[i] = (struct csa_names_entry){ .text = cache->texts + cache->names[i].offset,
						     .length = cache->names[i].length,
						     .hash = cache->names[i].hash };
	memcpy(slots, cache->name_slots, slot_count * sizeof(*slots));
	*names = (struct csa_names){ .items = items,
				     .count = (uint32_t)count,
				     .capacity = (uint32_t)(count + count / 8),
				     .slots = slots,
				     .slot_count = (uint32_t)slot_count,
				     .map = cache->map,
				     .map_bytes = cache->bytes };
	cache->is_adopted = true;
}

uint64_t csa_source_cache_rewrites(const struct csa_source_cache *cache)
{
	return cache->is_adopted ? cache->head->rewrites + 1 : 0;
}

const struct csa_file_facts *csa_source_cache_find(const struct csa_source_cache *cache,
						   const char *path, uint32_t languages)
{
	uint32_t slot = cache->map ? *slot_of(cache, path) : 0;

	if (!slot || cache->files[slot - 1].languages != languages)
		return NULL;
	return &cache->files[slot - 1];
}

struct restore {
	struct csa_source_cache *cache;
	struct csa_project *project;
	uint32_t file;
	uint32_t def_shift; /* from an index in the cache to one in the project */
};

static uint32_t name_id(const struct restore *r, uint32_t kept)
{
	const struct csa_cache_name *name = &r->cache->names[kept];

	if (r->cache->is_adopted)
		return kept;
	if (kept && !r->cache->name_ids[kept])
		r->cache->name_ids[kept] =
			csa_names_add_hashed(&r->project->names, r->cache->texts + name->offset,
					     name->length, name->hash);
	return r->cache->name_ids[kept];
}

static void restore_defs(const struct restore *r, const struct csa_slice *slice)
{
	struct csa_project *project = r->project;

	if (!CSA_VEC_ROOM(&project->defs, slice->count)) {
		project->failed = true;
		return;
	}
	for (uint32_t i = 0; i < slice->count; i++) {
		struct csa_def *def = &project->defs.items[project->defs.count++];

		*def = r->cache->defs[slice->first + i];
		def->name = name_id(r, def->name);
		def->base = name_id(r, def->base);
		def->scope = name_id(r, def->scope);
		def->header = name_id(r, def->header);
		def->body = name_id(r, def->body);
		def->file = r->file;
		if (def->parent)
			def->parent += r->def_shift;
	}
}

static void restore_uses(const struct restore *r, const struct csa_slice *slice)
{
	struct csa_project *project = r->project;

	if (!CSA_VEC_ROOM(&project->uses, slice->count)) {
		project->failed = true;
		return;
	}
	/* Nothing before it changed: by far most of what is kept. */
	if (r->cache->is_adopted && r->def_shift == 0 && slice->count) {
		memcpy(project->uses.items + project->uses.count, r->cache->uses + slice->first,
		       slice->count * sizeof(*project->uses.items));
		project->uses.count += slice->count;
		return;
	}
	for (uint32_t i = 0; i < slice->count; i++) {
		struct csa_use *use = &project->uses.items[project->uses.count++];

		*use = r->cache->uses[slice->first + i];
		use->def += r->def_shift;
		use->name = name_id(r, use->name);
		use->scope = name_id(r, use->scope);
	}
}

static void restore_others(const struct restore *r, const struct csa_file_facts *kept)
{
	for (uint32_t i = 0; i < kept->classes.count; i++) {
		struct csa_class class = r->cache->classes[kept->classes.first + i];

		class.name = name_id(r, class.name);
		class.base = name_id(r, class.base);
		class.file = r->file;
		csa_project_add_class(r->project, &class);
	}
	for (uint32_t i = 0; i < kept->made.count; i++) {
		struct csa_made made = r->cache->made[kept->made.first + i];

		made.text = name_id(r, made.text);
		made.scope = name_id(r, made.scope);
		made.file = r->file;
		csa_project_add_made(r->project, &made);
	}
}

static void restore_facts(const struct restore *r, const struct csa_file_facts *kept,
			  struct csa_source_facts *facts)
{
	uint32_t tag_count = r->cache->has_tags ? kept->tags.count : 0;

	if (!CSA_VEC_ROOM(&facts->tags, tag_count) ||
	    !CSA_VEC_ROOM(&facts->includes, kept->includes.count)) {
		r->project->failed = true;
		return;
	}
	for (uint32_t i = 0; i < tag_count; i++) {
		struct csa_tag *tag = &facts->tags.items[facts->tags.count++];

		*tag = r->cache->tags[kept->tags.first + i];
		tag->name = name_id(r, tag->name);
		tag->scope = name_id(r, tag->scope);
	}
	for (uint32_t i = 0; i < kept->includes.count; i++) {
		struct csa_include_name *name = &facts->includes.items[facts->includes.count++];

		*name = r->cache->includes[kept->includes.first + i];
		name->name = name_id(r, name->name);
	}
}

void csa_source_cache_restore(struct csa_source_cache *cache, const struct csa_file_facts *kept,
			      struct csa_project *project, uint32_t file,
			      struct csa_source_facts *facts)
{
	struct restore r = { .cache = cache,
			     .project = project,
			     .file = file,
			     /* Unsigned: may be "negative". */
			     .def_shift = project->defs.count - kept->defs.first };
	struct csa_file_facts *mine = &facts->files.items[file];

	mine->defs = (struct csa_slice){ project->defs.count, kept->defs.count };
	mine->uses = (struct csa_slice){ project->uses.count, kept->uses.count };
	mine->classes = (struct csa_slice){ project->classes.count, kept->classes.count };
	mine->made = (struct csa_slice){ project->made.count, kept->made.count };
	mine->tags = (struct csa_slice){ facts->tags.count, kept->tags.count };
	mine->includes = (struct csa_slice){ facts->includes.count, kept->includes.count };
	mine->broken_line = kept->broken_line;
	mine->is_deep = kept->is_deep;
	mine->has_tags = cache->has_tags && kept->has_tags;
	if (!mine->has_tags)
		mine->tags.count = 0;
	restore_defs(&r, &kept->defs);
	restore_uses(&r, &kept->uses);
	restore_others(&r, kept);
	restore_facts(&r, kept, facts);
	project->files.items[file].broken_line = kept->broken_line;
	project->files.items[file].is_deep = kept->is_deep != 0;
}

void csa_source_facts_release(struct csa_source_facts *facts)
{
	free(facts->files.items);
	free(facts->tags.items);
	free(facts->includes.items);
	*facts = (struct csa_source_facts){ 0 };
}
