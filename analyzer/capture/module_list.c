/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "module_list.h"

#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "file_bytes.h"

/* Chosen: a plug-in loaded again every minute of a month; what looks for one of many goes over all. */
#define MAX_RECORDS 65536u
#define MAX_BYTES   (32u << 20)
#define MAX_FIELDS  7

static bool parse_hex(uint64_t *out, const char *text)
{
	uint64_t value = 0;
	size_t digits = 0;

	for (; text[digits]; digits++) {
		char c = text[digits];
		unsigned digit;

		if (c >= '0' && c <= '9')
			digit = (unsigned)(c - '0');
		else if (c >= 'a' && c <= 'f')
			digit = (unsigned)(c - 'a') + 10;
		else
			return false;
		value = value << 4 | digit;
	}
	*out = value;
	return digits >= 1 && digits <= 16;
}

/* Resolves \xNN in place. */
static void unescape(char *path)
{
	char *to = path;

	for (const char *from = path; *from; from++) {
		char digits[3] = { 0 };
		uint64_t byte;

		if (from[0] == '\\' && from[1] == 'x' && from[2] && from[3]) {
			memcpy(digits, from + 2, 2);
			if (parse_hex(&byte, digits) && byte) {
				*to++ = (char)byte;
				from += 3;
				continue;
			}
		}
		*to++ = *from;
	}
	*to = '\0';
}

static size_t split(char *line, char *fields[MAX_FIELDS])
{
	size_t count = 0;

	while (count < MAX_FIELDS) {
		fields[count++] = line;
		line = count < MAX_FIELDS ? strchr(line, '\t') : NULL;
		if (!line)
			break;
		*line++ = '\0';
	}
	return count;
}

static int add_load(struct csa_modules *modules, char *fields[MAX_FIELDS])
{
	struct csa_module m = { .unload_ticks = UINT64_MAX };
	struct csa_module *items;

	if (!parse_hex(&m.load_ticks, fields[1]) || !parse_hex(&m.bias, fields[2]) ||
	    !parse_hex(&m.start_ip, fields[3]) || !parse_hex(&m.end_ip, fields[4]) ||
	    m.start_ip >= m.end_ip)
		return CSA_E_FORMAT;
	unescape(fields[6]);
	/* Grown by doubling: the count is a power of two when it is full. */
	if ((modules->count & (modules->count - 1)) == 0) {
		items = realloc(modules->items,
				(modules->count ? 2 * modules->count : 1) * sizeof(*items));
		if (!items)
			return CSA_E_NOMEM;
		modules->items = items;
	}
	m.path = strdup(fields[6]);
	if (strcmp(fields[5], "-") != 0)
		m.build_id = strdup(fields[5]);
	modules->items[modules->count++] = m;
	return m.path ? 0 : CSA_E_NOMEM;
}

static int add_unload(struct csa_modules *modules, char *fields[MAX_FIELDS])
{
	uint64_t ticks;
	uint64_t start_ip;

	if (!parse_hex(&ticks, fields[1]) || !parse_hex(&start_ip, fields[2]))
		return CSA_E_FORMAT;
	for (size_t i = modules->count; i-- > 0;) {
		struct csa_module *m = &modules->items[i];

		if (m->start_ip == start_ip && m->unload_ticks == UINT64_MAX) {
			m->unload_ticks = ticks;
			break;
		}
	}
	return 0;
}

static int add_file(struct csa_modules *modules, char *fields[MAX_FIELDS])
{
	uint64_t start_ip;
	uint64_t bytes;
	uint64_t changed_ns;

	if (!parse_hex(&start_ip, fields[1]) || !parse_hex(&bytes, fields[2]) ||
	    !parse_hex(&changed_ns, fields[3]))
		return CSA_E_FORMAT;
	for (size_t i = modules->count; i-- > 0;) {
		struct csa_module *m = &modules->items[i];

		if (m->start_ip != start_ip || m->unload_ticks != UINT64_MAX)
			continue;
		m->has_stat = true;
		m->file_bytes = bytes;
		m->file_changed_ns = changed_ns;
		break;
	}
	return 0;
}

static int parse(struct csa_modules *modules, char *text, const char *path, struct csa_notes *notes)
{
	char *end;

	for (char *line = text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		char *fields[MAX_FIELDS];
		size_t count;
		int rc = CSA_E_FORMAT;

		*end = '\0';
		if (modules->count == MAX_RECORDS) {
			csa_notes_add(notes, CSA_NOTE_DAMAGE,
				      "%s: offset %zu: more than %u load records", path,
				      (size_t)(line - text), MAX_RECORDS);
			return 0;
		}
		count = split(line, fields);
		if (count == 7 && strcmp(fields[0], "load") == 0)
			rc = add_load(modules, fields);
		else if (count == 3 && strcmp(fields[0], "unload") == 0)
			rc = add_unload(modules, fields);
		else if (count == 4 && strcmp(fields[0], "file") == 0)
			rc = add_file(modules, fields);
		if (rc == CSA_E_NOMEM)
			return rc;
		if (rc < 0)
			csa_notes_add(notes, CSA_NOTE_DAMAGE,
				      "%s: offset %zu: not a load, unload or file record", path,
				      (size_t)(line - text));
	}
	return 0;
}

static bool is_overlap(const struct csa_module *a, const struct csa_module *b)
{
	/* Compared in the words' 42 bits; an image that wraps around there overlaps everything. */
	uint64_t a0 = a->start_ip & CSF_ADDRESS_MASK;
	uint64_t b0 = b->start_ip & CSF_ADDRESS_MASK;
	uint64_t a1 = a0 + (a->end_ip - a->start_ip);
	uint64_t b1 = b0 + (b->end_ip - b->start_ip);

	if (a->start_ip == b->start_ip && a->bias == b->bias && strcmp(a->path, b->path) == 0)
		return false; /* the same image again, at the same place */
	if (a1 > CSF_ADDRESS_MASK + 1 || b1 > CSF_ADDRESS_MASK + 1)
		return true;
	return a0 < b1 && b0 < a1;
}

/* In the order of the file: they lie in one array. */
static int compare_places(const void *left, const void *right)
{
	const struct csa_module *a = *(const struct csa_module *const *)left;
	const struct csa_module *b = *(const struct csa_module *const *)right;

	return (a > b) - (a < b);
}

static int compare_ticks(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Images by themselves, the first load of each in front. */
static int compare_images(const void *left, const void *right)
{
	const struct csa_module *a = *(const struct csa_module *const *)left;
	const struct csa_module *b = *(const struct csa_module *const *)right;
	int order;

	if (a->start_ip != b->start_ip)
		return a->start_ip < b->start_ip ? -1 : 1;
	if (a->bias != b->bias)
		return a->bias < b->bias ? -1 : 1;
	order = strcmp(a->path, b->path);
	return order != 0 ? order : (a > b) - (a < b);
}

/* Puts the first load of each image in front of @order, in the order of the file. Return: how many. */
static size_t keep_first_loads(const struct csa_module **order, size_t count)
{
	size_t kept = 0;

	qsort(order, count, sizeof(*order), compare_images);
	for (size_t i = 0; i < count; i++) {
		const struct csa_module *last = kept ? order[kept - 1] : NULL;

		if (!last || last->start_ip != order[i]->start_ip || last->bias != order[i]->bias ||
		    strcmp(last->path, order[i]->path) != 0)
			order[kept++] = order[i];
	}
	qsort(order, kept, sizeof(*order), compare_places);
	return kept;
}

/*
 * Comparisons of images; chosen: a program with 5 000 plug-ins that are loaded for good takes 12 million.
 * Beyond that every load begins an epoch, which is right, and slower.
 */
#define COMPARISONS_MAX 50000000u

/* Was an address of @module another image's before? @firsts: of @count images, in the order of the file. */
static bool was_used(const struct csa_module *module, const struct csa_module *const *firsts,
		     size_t count, uint64_t *comparisons)
{
	for (size_t i = 0; i < count && firsts[i] < module; i++) {
		if (*comparisons == COMPARISONS_MAX || is_overlap(module, firsts[i]))
			return true;
		++*comparisons;
	}
	return false;
}

/* An epoch begins where a module is loaded whose addresses were another module's before. */
static int find_epochs(struct csa_modules *modules)
{
	const struct csa_module **firsts = calloc(modules->count + 1, sizeof(*firsts));
	uint64_t *ticks = calloc(modules->count + 1, sizeof(*ticks));
	uint64_t comparisons = 0;
	unsigned count = 0;
	size_t images;

	modules->epoch_count = 1;
	if (!ticks || !firsts) {
		free(firsts);
		free(ticks);
		return CSA_E_NOMEM;
	}
	for (size_t i = 0; i < modules->count; i++)
		firsts[i] = &modules->items[i];
	images = keep_first_loads(firsts, modules->count);
	for (size_t i = 1; i < modules->count; i++) {
		if (was_used(&modules->items[i], firsts, images, &comparisons))
			ticks[count++] = modules->items[i].load_ticks;
	}
	free(firsts);
	qsort(ticks, count, sizeof(*ticks), compare_ticks);
	modules->epoch_ticks = ticks;
	modules->epoch_count = count + 1;
	return 0;
}

int csa_modules_read(struct csa_modules *modules, const char *dir, struct csa_notes *notes,
		     struct csa_err *err)
{
	char *path = csa_path_join(dir, "modules");
	char *text = NULL;
	ssize_t length = CSA_E_NOMEM;
	int rc;

	*modules = (struct csa_modules){ .epoch_count = 1 };
	if (path)
		length = csa_file_read_all(&text, path, MAX_BYTES, err);
	rc = (int)length;
	if (length >= 0)
		rc = parse(modules, text, path, notes);
	if (rc >= 0)
		rc = find_epochs(modules);
	if (rc == CSA_E_NOMEM)
		csa_fail(err, rc, "no memory for the modules of %s", dir);
	free(text);
	free(path);
	return rc;
}

void csa_modules_release(struct csa_modules *modules)
{
	for (size_t i = 0; i < modules->count; i++) {
		free(modules->items[i].path);
		free(modules->items[i].build_id);
	}
	free(modules->items);
	free(modules->epoch_ticks);
	*modules = (struct csa_modules){ .epoch_count = 1 };
}

unsigned csa_modules_epoch(const struct csa_modules *modules, uint64_t ticks)
{
	unsigned epoch = 0;

	while (epoch + 1 < modules->epoch_count && ticks >= modules->epoch_ticks[epoch])
		epoch++;
	return epoch;
}

uint64_t csa_modules_complete(const struct csa_modules *modules, uint64_t low, uint64_t ticks)
{
	uint64_t found = low;

	for (size_t i = modules->count; i-- > 0;) {
		const struct csa_module *m = &modules->items[i];
		uint64_t offset = (low - m->start_ip) & CSF_ADDRESS_MASK;

		if (offset >= m->end_ip - m->start_ip)
			continue;
		if (ticks >= m->load_ticks && ticks < m->unload_ticks)
			return m->start_ip + offset;
		if (found == low)
			found = m->start_ip + offset;
	}
	return found;
}
