/* SPDX-License-Identifier: MIT */
/*
 * A pprof profile as pprof takes it: proto/profile.proto says what a field is, profile.CheckValid() what
 * must hold: as many values as types in each sample, ids that are there once and not 0, references that
 * lead somewhere, a string table that begins with "".
 */
#include "function_sums.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "proto_reader.h"

#define IDS_MAX        4096 /* of the messages of one kind */
#define TYPES_MAX      2
#define PATH_MAX_BYTES 65536

/* What an id stands for. */
struct entry {
	uint64_t id;
	uint64_t refers; /* function to its name, location to its function, mapping to 0 */
	uint64_t mapping;
	uint64_t address;
	uint64_t start;
	uint64_t limit;
};

struct entries {
	struct entry items[IDS_MAX];
	size_t count;
};

struct profile {
	struct t_sums *sums;
	struct t_proto samples[IDS_MAX * 16];
	size_t sample_count;
	struct entries mappings;
	struct entries locations;
	struct entries functions;
	char *strings[IDS_MAX * 4];
	size_t string_count;
	uint64_t references[IDS_MAX * 8]; /* to strings */
	size_t reference_count;
	uint64_t types[TYPES_MAX + 1];
	size_t type_count;
	char path[PATH_MAX_BYTES]; /* of the sample that is read */
};

static bool refer(struct profile *p, uint64_t string)
{
	if (p->reference_count == sizeof(p->references) / sizeof(p->references[0]))
		return t_sums_fail(p->sums, "too many references for this reader");
	p->references[p->reference_count++] = string;
	return true;
}

static struct entry *find(struct entries *entries, uint64_t id)
{
	for (size_t i = 0; i < entries->count; i++) {
		if (entries->items[i].id == id)
			return &entries->items[i];
	}
	return NULL;
}

static bool add_entry(struct profile *p, struct entries *entries, const struct entry *entry,
		      const char *what)
{
	if (entry->id == 0 || find(entries, entry->id) || entries->count == IDS_MAX)
		return t_sums_fail(p->sums, "%s %llu is 0, there twice or too many", what,
				   (unsigned long long)entry->id);
	entries->items[entries->count++] = *entry;
	return true;
}

static bool read_type(struct profile *p, struct t_proto b)
{
	struct t_proto_field f;

	while (t_proto_next(&b, &f)) {
		refer(p, f.value);
		if (f.number == 1 && p->type_count <= TYPES_MAX)
			p->types[p->type_count++] = f.value;
	}
	return !b.is_broken;
}

static bool read_mapping(struct profile *p, struct t_proto b)
{
	struct entry entry = { 0 };
	struct t_proto_field f;

	while (t_proto_next(&b, &f)) {
		if (f.number == 1)
			entry.id = f.value;
		else if (f.number == 2)
			entry.start = f.value;
		else if (f.number == 3)
			entry.limit = f.value;
		else if (f.number == 5 || f.number == 6)
			refer(p, f.value);
	}
	if (entry.start >= entry.limit)
		return t_sums_fail(p->sums, "a mapping without addresses");
	return !b.is_broken && add_entry(p, &p->mappings, &entry, "mapping");
}

static bool read_location(struct profile *p, struct t_proto b)
{
	struct entry entry = { 0 };
	struct t_proto_field f;
	struct t_proto_field line;

	while (t_proto_next(&b, &f)) {
		struct t_proto inner = f.body;

		if (f.number == 1)
			entry.id = f.value;
		else if (f.number == 2)
			entry.mapping = f.value;
		else if (f.number == 3)
			entry.address = f.value;
		while (f.number == 4 && t_proto_next(&inner, &line))
			entry.refers = line.number == 1 ? line.value : entry.refers;
	}
	return !b.is_broken && add_entry(p, &p->locations, &entry, "location");
}

static bool read_function(struct profile *p, struct t_proto b)
{
	struct entry entry = { 0 };
	struct t_proto_field f;

	while (t_proto_next(&b, &f)) {
		if (f.number == 1)
			entry.id = f.value;
		else if (f.number == 2)
			entry.refers = f.value;
		if (f.number >= 2 && f.number <= 4)
			refer(p, f.value);
	}
	return !b.is_broken && add_entry(p, &p->functions, &entry, "function");
}

static bool keep_string(struct profile *p, const struct t_proto_field *f)
{
	char *text;

	if (p->string_count == sizeof(p->strings) / sizeof(p->strings[0]))
		return t_sums_fail(p->sums, "too many strings for this reader");
	size_t length = (size_t)(f->body.end - f->body.at);
	text = calloc(1, length + 1);
	if (!text)
		abort();
	memcpy(text, f->body.at, length);
	p->strings[p->string_count++] = text;
	return true;
}

static bool keep_sample(struct profile *p, struct t_proto b)
{
	if (p->sample_count == sizeof(p->samples) / sizeof(p->samples[0]))
		return t_sums_fail(p->sums, "too many samples for this reader");
	p->samples[p->sample_count++] = b;
	return true;
}

static bool read_field(struct profile *p, const struct t_proto_field *f)
{
	struct t_proto inner = f->body;

	switch (f->number) {
	case 1:
		return read_type(p, inner);
	case 2:
		return keep_sample(p, inner);
	case 3:
		return read_mapping(p, inner);
	case 4:
		return read_location(p, inner);
	case 5:
		return read_function(p, inner);
	case 6:
		return keep_string(p, f);
	case 13:
	case 14:
		return refer(p, f->value);
	case 9:
	case 10:
		return true;
	default:
		return t_sums_fail(p->sums, "field %u was not expected", f->number);
	}
}

/* The name of a location's function; NULL: a reference leads nowhere. */
static const char *location_name(struct profile *p, uint64_t id)
{
	const struct entry *location = find(&p->locations, id);
	const struct entry *function = location ? find(&p->functions, location->refers) : NULL;
	const struct entry *mapping = location ? find(&p->mappings, location->mapping) : NULL;

	if (!function)
		return t_sums_fail(p->sums, "location %llu has no function",
				   (unsigned long long)id),
		       NULL;
	if (location->mapping &&
	    (!mapping || location->address < mapping->start || location->address >= mapping->limit))
		return t_sums_fail(p->sums, "location %llu is outside its mapping",
				   (unsigned long long)id),
		       NULL;
	return p->strings[function->refers];
}

/* "@name;@path": a sample begins with its innermost function. */
static bool put_in_front(struct profile *p, const char *name)
{
	size_t length = strlen(name);
	size_t old = strlen(p->path);

	if (length + old + 2 > sizeof(p->path))
		return t_sums_fail(p->sums, "a stack is too deep for this reader");
	memmove(p->path + length + (old != 0), p->path, old + 1);
	if (old)
		p->path[length] = ';';
	memcpy(p->path, name, length);
	return true;
}

static bool read_sample(struct profile *p, struct t_proto b)
{
	uint64_t values[TYPES_MAX] = { 0 };
	size_t value_count = 0;
	const char *leaf = NULL;
	struct t_proto_field f;

	p->path[0] = '\0';
	while (t_proto_next(&b, &f)) {
		struct t_proto packed = f.body;

		while (packed.at < packed.end) {
			uint64_t number = t_proto_varint(&packed);
			const char *name = f.number == 1 ? location_name(p, number) : NULL;

			if (f.number == 1 && (!name || !put_in_front(p, name)))
				return false;
			leaf = leaf ? leaf : name;
			if (f.number == 2 && value_count++ < TYPES_MAX)
				values[value_count - 1] = number;
		}
	}
	if (b.is_broken || !leaf || value_count != p->type_count)
		return t_sums_fail(p->sums, "a sample with %zu values", value_count);
	leaf = p->sums->by_stack ? p->path : leaf;
	t_sums_get(p->sums, leaf)->calls += values[0];
	t_sums_get(p->sums, leaf)->self_ns += values[1];
	return true;
}

static bool check_references(struct profile *p)
{
	if (p->string_count == 0 || p->strings[0][0] != '\0')
		return t_sums_fail(p->sums, "the string table does not begin with an empty one");
	for (size_t i = 0; i < p->reference_count; i++) {
		if (p->references[i] >= p->string_count)
			return t_sums_fail(p->sums, "there is no string %llu",
					   (unsigned long long)p->references[i]);
	}
	if (p->type_count != TYPES_MAX || strcmp(p->strings[p->types[0]], "calls") != 0 ||
	    strcmp(p->strings[p->types[1]], "wall") != 0)
		return t_sums_fail(p->sums, "the values are not calls and wall");
	return true;
}

static unsigned char *unzip(const char *bytes, size_t count, size_t *length)
{
	size_t room = 1000 * count + 65536;
	unsigned char *out = malloc(room);
	z_stream z = { .next_in = (unsigned char *)bytes, .avail_in = (uInt)count };

	if (!out || inflateInit2(&z, 15 + 16) != Z_OK)
		abort();
	z.next_out = out;
	z.avail_out = (uInt)room;
	if (inflate(&z, Z_FINISH) != Z_STREAM_END || z.avail_in) {
		free(out);
		out = NULL;
	}
	*length = z.total_out;
	inflateEnd(&z);
	return out;
}

bool t_read_pprof(struct t_sums *sums, const char *bytes, size_t count)
{
	struct profile *p = calloc(1, sizeof(*p));
	size_t length;
	unsigned char *message = unzip(bytes, count, &length);
	struct t_proto b = { .at = message, .end = message + length };
	struct t_proto_field f;
	bool is_good = message != NULL;

	sums->has_calls = true;
	if (!p)
		abort();
	p->sums = sums;
	while (is_good && t_proto_next(&b, &f))
		is_good = read_field(p, &f);
	is_good = is_good && !b.is_broken && check_references(p);
	for (size_t i = 0; is_good && i < p->sample_count; i++)
		is_good = read_sample(p, p->samples[i]);
	if (!is_good)
		t_sums_fail(sums, "not the gzip of a message");
	for (size_t i = 0; i < p->string_count; i++)
		free(p->strings[i]);
	free(message);
	free(p);
	return is_good;
}
