/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "code_hash.h"

#include <stdlib.h>
#include <string.h>

#include "code_place.h"
#include "link_values.h"
#include "vec.h"

#define REACHED_BYTES_MAX (16u << 20) /* of code; chosen: more than that is no function's own */

struct csa_code_own {
	uint64_t hash;
	uint32_t first_refer; /* in refers, as many as: */
	uint32_t refer_count;
	uint32_t stamp; /* of the last hash that it was added to: of a group's first function */
	uint32_t first; /* in by_group: likewise */
	bool is_read;
	bool is_known;
	bool has_hooks;
};

/* One function while it is read. */
struct reading {
	struct csa_code_hashes *hashes;
	const struct csa_link_function *function;
	struct csa_code_own *own;
	struct csa_code_pages pages;
	uint64_t hash;
};

/* FNV-1a, eight bytes at a time; mix() spreads them afterwards. */
static uint64_t add_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 29;
}

static uint64_t mix(uint64_t hash)
{
	hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
	return hash ^ hash >> 31;
}

static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	for (; count >= 8; count -= 8, at += 8) {
		uint64_t word;

		memcpy(&word, at, 8);
		hash = add_word(hash, word);
	}
	for (; count; count--)
		hash = add_word(hash, *at++);
	return hash;
}

static int by_group(const void *left, const void *right, void *data)
{
	const struct csa_link_function *items = data;
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;

	if (items[a].group != items[b].group)
		return items[a].group < items[b].group ? -1 : 1;
	return (a > b) - (a < b);
}

int csa_code_hashes_init(struct csa_code_hashes *hashes, const struct csa_link_image *image,
			 struct csa_err *err)
{
	size_t count = image->functions.count;

	*hashes = (struct csa_code_hashes){ .image = image };
	hashes->own = calloc(count + 1, sizeof(*hashes->own));
	hashes->by_group = calloc(count + 1, sizeof(*hashes->by_group));
	hashes->waiting = calloc(count + 1, sizeof(*hashes->waiting));
	if (!hashes->own || !hashes->by_group || !hashes->waiting)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions", count);
	for (size_t i = 0; i < count; i++)
		hashes->by_group[i] = (uint32_t)i;
	qsort_r(hashes->by_group, count, sizeof(*hashes->by_group), by_group,
		image->functions.items);
	for (size_t i = count; i > 0; i--) {
		uint32_t group = image->functions.items[hashes->by_group[i - 1]].group;

		hashes->own[group].first = (uint32_t)i - 1;
	}
	return 0;
}

void csa_code_hashes_release(struct csa_code_hashes *hashes)
{
	free(hashes->own);
	free(hashes->by_group);
	free(hashes->waiting);
	free(hashes->refers);
	*hashes = (struct csa_code_hashes){ 0 };
}

static bool add_refer(struct reading *r, uint32_t function)
{
	struct csa_code_hashes *h = r->hashes;
	void *grown =
		csa_vec_grow(h->refers, h->refer_count, &h->refer_capacity, 1, sizeof(*h->refers));

	if (!grown)
		return false;
	h->refers = grown;
	h->refers[h->refer_count++] = function;
	r->own->refer_count++;
	return true;
}

/* Something that a value stands for: its name, and how far behind its beginning. */
static bool add_value(struct reading *r, uint64_t value)
{
	const struct csa_link_image *image = r->hashes->image;
	const struct csa_link_function *function;

	if (value == CSA_VALUE_ENTER || value == CSA_VALUE_EXIT) {
		r->own->has_hooks = true;
		r->hash = add_word(r->hash, value);
		return true;
	}
	if (value >= CSA_VALUE_EXTERN) {
		const char *name = image->externs.items[value - CSA_VALUE_EXTERN];

		r->hash = add_bytes(r->hash, name, strlen(name));
		return true;
	}
	function = csa_link_image_function(image, value);
	if (!function)
		return false;
	r->hash = add_bytes(r->hash, function->name, strlen(function->name));
	r->hash = add_word(r->hash, value - function->addr);
	return add_refer(r, (uint32_t)(function - image->functions.items));
}

/* Return: false = it goes to code that has no name. */
static bool add_place(struct reading *r, const struct csa_insn *insn, uint64_t place)
{
	const struct csa_link_image *image = r->hashes->image;
	uint64_t value = csa_link_image_value(image, place);
	size_t room;

	if (place - r->function->addr < r->function->size) {
		r->hash = add_word(r->hash, place - r->function->addr);
		return true;
	}
	if (value != place || csa_link_image_code(image, place, &room))
		return add_value(r, value);
	if (insn->flow != CSA_FLOW_NEXT && insn->goal == CSA_GOAL_ADDR)
		return false;
	/* Data, which says nothing; but for a word that holds a function. */
	r->hash = add_word(r->hash, 1);
	if (csa_link_image_slot(image, place, &value) && csa_link_image_is_goal(image, value))
		return add_value(r, value);
	return true;
}

static bool add_instruction(struct reading *r, const uint8_t *code, const struct csa_insn *insn,
			    uint64_t addr)
{
	uint64_t places[CSA_CODE_PLACES];
	uint8_t copy[16] = { 0 };
	unsigned count;

	if (insn->length > sizeof(copy))
		return false;
	memcpy(copy, code, insn->length);
	count = csa_code_place_erase(r->hashes->image, copy, insn, addr, &r->pages, places);
	r->hash = add_word(r->hash, insn->length);
	r->hash = add_bytes(r->hash, copy, sizeof(copy));
	for (unsigned i = 0; i < count; i++) {
		if (!add_place(r, insn, places[i]))
			return false;
	}
	return true;
}

static bool read_instructions(struct reading *r)
{
	const struct csa_link_image *image = r->hashes->image;
	const struct csa_link_function *function = r->function;
	size_t room = 0;
	const uint8_t *code = csa_link_image_code(image, function->addr, &room);
	uint64_t at = 0;

	if (!code || function->size == 0 || function->size > room)
		return false;
	while (at < function->size) {
		struct csa_insn insn;

		if (!image->machine->decode(code + at, (size_t)(function->size - at),
					    function->addr + at, &insn) ||
		    !add_instruction(r, code + at, &insn, function->addr + at))
			return false;
		at += insn.length;
	}
	return true;
}

static const struct csa_code_own *read_function(struct csa_code_hashes *hashes, uint32_t index)
{
	struct csa_code_own *own = &hashes->own[index];
	struct reading r = { .hashes = hashes,
			     .function = &hashes->image->functions.items[index],
			     .own = own };

	if (own->is_read)
		return own;
	own->is_read = true;
	own->first_refer = hashes->refer_count;
	own->is_known = read_instructions(&r);
	own->hash = mix(add_word(r.hash, r.function->size));
	return own;
}

/* What one hash is made of. */
struct sum {
	uint64_t hash;
	uint64_t bytes;
	uint32_t waiting;
	uint32_t done;
	bool has_hooks;
	bool is_known;
};

static void wait_for(struct csa_code_hashes *hashes, struct sum *sum, uint32_t function)
{
	uint32_t group = hashes->image->functions.items[function].group;

	if (hashes->own[group].stamp == hashes->stamp)
		return;
	hashes->own[group].stamp = hashes->stamp;
	hashes->waiting[sum->waiting++] = group;
}

/* The hash must not depend on the order in which the linker put pieces: they are added. Aliases are one. */
static void add_group(struct csa_code_hashes *hashes, struct sum *sum, uint32_t group)
{
	const struct csa_link_function *items = hashes->image->functions.items;
	size_t count = hashes->image->functions.count;
	uint64_t hash = 0;

	sum->has_hooks = false;
	for (size_t i = hashes->own[group].first; i < count; i++) {
		uint32_t index = hashes->by_group[i];
		const struct csa_code_own *own;

		if (items[index].group != group)
			break;
		if (i > hashes->own[group].first &&
		    items[index].addr == items[hashes->by_group[i - 1]].addr)
			continue;
		own = read_function(hashes, index);
		sum->is_known = sum->is_known && own->is_known;
		sum->has_hooks = sum->has_hooks || own->has_hooks;
		sum->bytes += items[index].size;
		hash += own->hash;
	}
	/* What has hooks takes time of its own; its code is not this function's. */
	if (sum->done == 0 || !sum->has_hooks)
		sum->hash += mix(hash);
}

static void add_refers(struct csa_code_hashes *hashes, struct sum *sum, uint32_t group)
{
	const struct csa_link_function *items = hashes->image->functions.items;
	size_t count = hashes->image->functions.count;

	for (size_t i = hashes->own[group].first; i < count; i++) {
		const struct csa_code_own *own = &hashes->own[hashes->by_group[i]];

		if (items[hashes->by_group[i]].group != group)
			break;
		for (uint32_t k = 0; k < own->refer_count; k++)
			wait_for(hashes, sum, hashes->refers[own->first_refer + k]);
	}
}

uint64_t csa_code_hash(struct csa_code_hashes *hashes, uint64_t addr)
{
	const struct csa_link_image *image = hashes->image;
	const struct csa_link_function *function = csa_link_image_function(image, addr);
	struct sum sum = { .is_known = true };

	if (!function || function->addr != addr || function->size == 0)
		return 0;
	hashes->stamp++;
	wait_for(hashes, &sum, (uint32_t)(function - image->functions.items));
	while (sum.done < sum.waiting && sum.bytes <= REACHED_BYTES_MAX) {
		uint32_t group = hashes->waiting[sum.done];
		const struct csa_link_function *first = &image->functions.items[group];
		bool is_known = sum.is_known;

		if (csa_link_image_is_runtime(first)) {
			sum.done++;
			continue;
		}
		add_group(hashes, &sum, group);
		if (sum.done > 0 && sum.has_hooks)
			sum.is_known = is_known; /* it is not asked what is in it */
		else
			add_refers(hashes, &sum, group);
		sum.done++;
	}
	if (!sum.is_known || sum.bytes > REACHED_BYTES_MAX)
		return 0;
	sum.hash = mix(sum.hash);
	return sum.hash ? sum.hash : 1;
}

uint64_t csa_code_layout(const struct csa_link_image *image)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < image->sections.count; i++) {
		const struct csa_link_section *section = &image->sections.items[i];

		if (section->is_note)
			continue;
		hash = add_word(add_word(hash, section->addr), section->size);
		if (section->has_bytes)
			hash = add_bytes(hash, image->bytes + section->offset,
					 (size_t)section->size);
	}
	hash = mix(hash);
	return hash ? hash : 1;
}
