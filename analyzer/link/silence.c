/* SPDX-License-Identifier: MIT */
#include "silence.h"

#include <stdlib.h>
#include <string.h>

/* One function in one group. */
struct pair {
	uint64_t value;
	uint32_t group;
	bool is_selected;
	bool stays; /* not selected, but a call of it cannot be silenced */
};

struct work {
	struct csa_link_image *image;
	const struct csa_hook_sites *sites;
	struct pair *pairs; /* by group, then by value */
	size_t count;
};

static int by_group(const void *left, const void *right)
{
	const struct pair *a = left;
	const struct pair *b = right;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	return a->value < b->value ? -1 : a->value > b->value;
}

static int by_value(const void *left, const void *right)
{
	const struct pair *a = left;
	const struct pair *b = right;

	return a->value < b->value ? -1 : a->value > b->value;
}

static bool collect_pairs(struct work *work)
{
	size_t kept = 0;

	work->pairs = calloc(work->sites->count * CSA_HOOK_FUNCTIONS + 1, sizeof(*work->pairs));
	if (!work->pairs)
		return false;
	for (size_t i = 0; i < work->sites->count; i++) {
		const struct csa_hook_site *site = &work->sites->items[i];

		for (unsigned k = 0; k < site->function_count; k++)
			work->pairs[work->count++] =
				(struct pair){ .value = site->functions[k], .group = site->group };
	}
	if (work->count)
		qsort(work->pairs, work->count, sizeof(*work->pairs), by_group);
	for (size_t i = 0; i < work->count; i++) {
		if (kept == 0 || by_group(&work->pairs[kept - 1], &work->pairs[i]) != 0)
			work->pairs[kept++] = work->pairs[i];
	}
	work->count = kept;
	return true;
}

static struct pair *find(const struct work *work, const struct csa_hook_site *site, unsigned number)
{
	struct pair wanted = { .value = site->functions[number], .group = site->group };

	return bsearch(&wanted, work->pairs, work->count, sizeof(wanted), by_group);
}

/* Each function is asked for once, in however many groups it is. */
static bool ask_all(struct work *work, csa_silence_ask_fn ask, void *data)
{
	struct pair *copy = malloc((work->count + 1) * sizeof(*copy));
	size_t distinct = 0;

	if (!copy)
		return false;
	memcpy(copy, work->pairs, work->count * sizeof(*copy));
	if (work->count)
		qsort(copy, work->count, sizeof(*copy), by_value);
	for (size_t i = 0; i < work->count; i++) {
		if (distinct && copy[distinct - 1].value == copy[i].value)
			continue;
		copy[distinct] = copy[i];
		copy[distinct].is_selected = ask(data, work->image, copy[i].value);
		distinct++;
	}
	for (size_t i = 0; i < work->count; i++) {
		const struct pair *found =
			bsearch(&work->pairs[i], copy, distinct, sizeof(*copy), by_value);

		work->pairs[i].is_selected = !found || found->is_selected;
	}
	free(copy);
	return true;
}

static bool can_silence(const struct work *work, const struct csa_hook_site *site)
{
	uint8_t copy[16] = { 0 };

	return site->is_certain && work->image->machine->silence(copy, &site->insn);
}

/* One round; what stays may hold others back that share a call with it. Return: something changed. */
static bool hold_back(struct work *work)
{
	bool changed = false;

	for (size_t i = 0; i < work->sites->count; i++) {
		const struct csa_hook_site *site = &work->sites->items[i];
		bool stays = !can_silence(work, site);

		for (unsigned k = 0; k < site->function_count; k++) {
			const struct pair *pair = find(work, site, k);

			stays = stays || pair->is_selected || pair->stays;
		}
		for (unsigned k = 0; k < site->function_count && stays; k++) {
			struct pair *pair = find(work, site, k);

			changed = changed || !pair->stays;
			pair->stays = true;
		}
	}
	return changed;
}

/* A call that can be for any function: none of its group can be silenced. Both lists are by group. */
static void hold_back_groups(struct work *work)
{
	size_t next = 0;

	for (size_t i = 0; i < work->sites->count; i++) {
		uint32_t group = work->sites->items[i].group;

		if (work->sites->items[i].is_certain)
			continue;
		while (next < work->count && work->pairs[next].group < group)
			next++;
		for (; next < work->count && work->pairs[next].group == group; next++)
			work->pairs[next].stays = true;
	}
}

static size_t patch(struct work *work)
{
	size_t calls = 0;

	for (size_t i = 0; i < work->sites->count; i++) {
		const struct csa_hook_site *site = &work->sites->items[i];
		size_t room = 0;
		const uint8_t *code = csa_link_image_code(work->image, site->addr, &room);

		if (!code || !can_silence(work, site) || find(work, site, 0)->stays)
			continue;
		/* The image's bytes are ours to change; what reads them does not. */
		work->image->machine->silence(work->image->bytes + (code - work->image->bytes),
					      &site->insn);
		calls++;
	}
	return calls;
}

/* Functions of other modules have no address here: they are counted, not listed. */
static bool list(struct work *work, struct csa_hook_list *entries,
		 struct csa_silence_counts *counts)
{
	entries->items = calloc(work->count + 1, sizeof(*entries->items));
	entries->count = 0;
	if (!entries->items)
		return false;
	if (work->count)
		qsort(work->pairs, work->count, sizeof(*work->pairs), by_value);
	for (size_t i = 0, end; i < work->count; i = end) {
		enum csa_hook_mark mark = CSA_HOOK_SILENCED;
		uint64_t value = work->pairs[i].value;

		for (end = i; end < work->count && work->pairs[end].value == value; end++) {
			if (work->pairs[end].is_selected)
				mark = CSA_HOOK_TRACED;
			else if (work->pairs[end].stays)
				mark = CSA_HOOK_KEPT;
		}
		counts->traced += mark == CSA_HOOK_TRACED;
		counts->silenced += mark == CSA_HOOK_SILENCED;
		counts->kept += mark == CSA_HOOK_KEPT;
		if (value < CSA_VALUE_ENTER)
			entries->items[entries->count++] =
				(struct csa_hook_entry){ .addr = value, .mark = mark };
	}
	return true;
}

int csa_silence(struct csa_link_image *image, const struct csa_hook_sites *sites,
		csa_silence_ask_fn ask, void *data, struct csa_hook_list *entries,
		struct csa_silence_counts *counts, struct csa_err *err)
{
	struct work work = { .image = image, .sites = sites };
	int rc = 0;

	*entries = (struct csa_hook_list){ .is_there = true };
	*counts = (struct csa_silence_counts){ 0 };
	if (!collect_pairs(&work) || !ask_all(&work, ask, data)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu hook calls", sites->count);
		goto out;
	}
	hold_back_groups(&work);
	while (hold_back(&work))
		;
	if (!list(&work, entries, counts)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions", work.count);
		goto out;
	}
	if (work.count)
		qsort(work.pairs, work.count, sizeof(*work.pairs), by_group);
	counts->calls = patch(&work);
out:
	free(work.pairs);
	return rc;
}
