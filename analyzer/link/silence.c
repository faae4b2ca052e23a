/* SPDX-License-Identifier: MIT */
#include "silence.h"

#include <stdlib.h>
#include <string.h>

#include "link_values.h"

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
	uint32_t (*pairs_of)[CSA_HOOK_FUNCTIONS]; /* by site: of its functions, in pairs */
	struct pair *pairs;                       /* by group */
	size_t count;
	struct pair **by_value;
};

/* Of function @number of a site. Return: its index. */
static uint32_t add_pair(struct work *work, const struct csa_hook_site *site, unsigned number)
{
	size_t first = work->count;

	/* The sites of a group follow each other, and a group holds few functions. */
	while (first > 0 && work->pairs[first - 1].group == site->group) {
		first--;
		if (work->pairs[first].value == site->functions[number])
			return (uint32_t)first;
	}
	work->pairs[work->count] =
		(struct pair){ .value = site->functions[number], .group = site->group };
	return (uint32_t)work->count++;
}

static int by_value(const void *left, const void *right)
{
	const struct pair *const *a = left;
	const struct pair *const *b = right;

	return (*a)->value < (*b)->value ? -1 : (*a)->value > (*b)->value;
}

static bool collect_pairs(struct work *work)
{
	size_t most = 1;

	for (size_t i = 0; i < work->sites->count; i++)
		most += work->sites->items[i].function_count;
	work->pairs = calloc(most, sizeof(*work->pairs));
	work->by_value = calloc(most, sizeof(*work->by_value));
	work->pairs_of = calloc(work->sites->count + 1, sizeof(*work->pairs_of));
	if (!work->pairs || !work->by_value || !work->pairs_of)
		return false;
	for (size_t i = 0; i < work->sites->count; i++) {
		const struct csa_hook_site *site = &work->sites->items[i];

		for (unsigned k = 0; k < site->function_count; k++)
			work->pairs_of[i][k] = add_pair(work, site, k);
	}
	for (size_t i = 0; i < work->count; i++)
		work->by_value[i] = &work->pairs[i];
	qsort(work->by_value, work->count, sizeof(*work->by_value), by_value);
	return true;
}

/* Each function is asked for once, in however many groups it is. */
static void ask_all(struct work *work, csa_silence_ask_fn ask, void *data)
{
	for (size_t i = 0; i < work->count; i++) {
		struct pair *pair = work->by_value[i];

		if (i > 0 && work->by_value[i - 1]->value == pair->value)
			pair->is_selected = work->by_value[i - 1]->is_selected;
		else
			pair->is_selected = ask(data, work->image, pair->value);
	}
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
			const struct pair *pair = &work->pairs[work->pairs_of[i][k]];

			stays = stays || pair->is_selected || pair->stays;
		}
		for (unsigned k = 0; k < site->function_count && stays; k++) {
			struct pair *pair = &work->pairs[work->pairs_of[i][k]];

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

		if (!code || !can_silence(work, site) || work->pairs[work->pairs_of[i][0]].stays)
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
	for (size_t i = 0, end; i < work->count; i = end) {
		enum csa_hook_mark mark = CSA_HOOK_SILENCED;
		uint64_t value = work->by_value[i]->value;

		for (end = i; end < work->count && work->by_value[end]->value == value; end++) {
			if (work->by_value[end]->is_selected)
				mark = CSA_HOOK_TRACED;
			else if (work->by_value[end]->stays)
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
	if (!collect_pairs(&work)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu hook calls", sites->count);
		goto out;
	}
	ask_all(&work, ask, data);
	hold_back_groups(&work);
	while (hold_back(&work))
		;
	if (!list(&work, entries, counts)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions", work.count);
		goto out;
	}
	counts->calls = patch(&work);
out:
	free(work.pairs);
	free(work.by_value);
	free(work.pairs_of);
	return rc;
}
