/* SPDX-License-Identifier: MIT */
#include "site_sums.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "vec.h"

#define NO_ITEM UINT32_MAX

void csa_site_sums_release(struct csa_site_sums *s)
{
	free(s->items);
	free(s->slots);
	free(s->frames);
	free(s->epoch_ns);
	free(s->sites);
	*s = (struct csa_site_sums){ 0 };
}

int csa_site_sums_begin(struct csa_site_sums *s, const struct csa_capture *capture,
			int64_t shift_ns)
{
	const struct csa_tick_rate *rate = &capture->clock.rate;
	unsigned count = capture->modules.epoch_count;

	s->capture = capture;
	s->count = 0;
	free(s->epoch_ns);
	s->epoch_ns = calloc(count, sizeof(*s->epoch_ns));
	if (!s->epoch_ns)
		return CSA_E_NOMEM;
	for (unsigned i = 0; i + 1 < count; i++) {
		uint64_t ticks = capture->modules.epoch_ticks[i];
		int64_t ns;

		ticks = ticks < rate->base_ticks ? rate->base_ticks : ticks;
		ticks = ticks > rate->max_ticks ? rate->max_ticks : ticks;
		ns = (int64_t)csa_clock_ns(&capture->clock, ticks) + shift_ns;
		s->epoch_ns[i] = ns > 0 ? (uint64_t)ns : 0;
	}
	s->epoch_ns[count - 1] = UINT64_MAX;
	if (s->slots)
		memset(s->slots, 0, (s->slot_mask + 1ull) * sizeof(*s->slots));
	return 0;
}

void csa_site_sums_thread(struct csa_site_sums *s)
{
	s->epoch = 0;
	s->depth = 0;
}

static uint32_t hash(const struct csa_site_sum *key)
{
	uint64_t value = key->call_site ^ (uint64_t)key->row << 40 ^ (uint64_t)key->caller << 20 ^
			 (uint64_t)key->epoch << 56;

	return (uint32_t)((value * 0x9e3779b97f4a7c15ull) >> 32);
}

static bool is_same(const struct csa_site_sum *a, const struct csa_site_sum *b)
{
	return a->call_site == b->call_site && a->row == b->row && a->caller == b->caller &&
	       a->epoch == b->epoch;
}

static bool grow(struct csa_site_sums *s)
{
	uint32_t size = s->slots ? 2 * (s->slot_mask + 1) : 1024;
	uint32_t *slots = calloc(size, sizeof(*slots));

	if (!slots)
		return false;
	free(s->slots);
	s->slots = slots;
	s->slot_mask = size - 1;
	for (uint32_t i = 0; i < s->count; i++) {
		uint32_t slot = hash(&s->items[i]) & s->slot_mask;

		while (slots[slot])
			slot = (slot + 1) & s->slot_mask;
		slots[slot] = i + 1;
	}
	return true;
}

/* The item of @key, made when it is not there; NO_ITEM: no memory. */
static uint32_t find(struct csa_site_sums *s, struct csa_site_sum key)
{
	struct csa_site_sum *items;
	uint32_t slot;

	if (key.call_site == 0)
		key.epoch = 0;
	if ((!s->slots || 2 * (s->count + 1) > s->slot_mask) && !grow(s))
		return NO_ITEM;
	for (slot = hash(&key) & s->slot_mask; s->slots[slot]; slot = (slot + 1) & s->slot_mask) {
		if (is_same(&s->items[s->slots[slot] - 1], &key))
			return s->slots[slot] - 1;
	}
	if (s->count >= CSA_SITES_MAX && key.call_site)
		return find(s, (struct csa_site_sum){ .row = key.row, .caller = key.caller });
	if (s->count >= 2 * CSA_SITES_MAX && key.caller != CSA_NO_ROW)
		return find(s, (struct csa_site_sum){ .row = key.row, .caller = CSA_NO_ROW });
	items = csa_vec_grow(s->items, s->count, &s->capacity, 1, sizeof(*items));
	if (!items)
		return NO_ITEM;
	s->items = items;
	items[s->count] = key;
	s->slots[slot] = s->count + 1;
	return s->count++;
}

static int enter(struct csa_site_sums *s, const struct csa_call *call)
{
	struct csa_site_frame *frames =
		csa_vec_grow(s->frames, s->depth, &s->frame_capacity, 1, sizeof(*frames));
	uint32_t item = NO_ITEM;

	if (!frames)
		return CSA_E_NOMEM;
	s->frames = frames;
	while (call->ns >= s->epoch_ns[s->epoch] && s->epoch_ns[s->epoch] != UINT64_MAX)
		s->epoch++;
	if (!(call->flags & CSA_CALL_FOREIGN)) {
		item = find(s, (struct csa_site_sum){ .call_site = call->enter.call_site,
						      .row = call->row,
						      .caller = s->depth ? frames[s->depth - 1].row
									 : CSA_NO_ROW,
						      .epoch = s->epoch });
		if (item == NO_ITEM)
			return CSA_E_NOMEM;
	}
	frames[s->depth++] = (struct csa_site_frame){ call->row, item };
	return 0;
}

static void leave(struct csa_site_sums *s, const struct csa_call *call)
{
	uint32_t item = s->frames[--s->depth].item;
	uint64_t duration_ns = call->exit.duration_ns;

	if (item == NO_ITEM)
		return;
	s->items[item].calls++;
	s->items[item].total_ns += duration_ns;
	if (call->flags & CSA_CALL_OUTERMOST)
		s->items[item].incl_ns += duration_ns;
	s->items[item].self_ns += call->exit.self_ns;
	if (duration_ns > s->items[item].max_ns)
		s->items[item].max_ns = duration_ns;
}

int csa_site_sums_add(struct csa_site_sums *s, const struct csa_call *calls, size_t count)
{
	int rc = 0;

	for (size_t i = 0; i < count && rc == 0; i++) {
		if (calls[i].kind == CSA_CALL_ENTER)
			rc = enter(s, &calls[i]);
		else if (calls[i].kind == CSA_CALL_EXIT)
			leave(s, &calls[i]);
	}
	return rc;
}

/*
 * The place of a call, in the innermost function that it stands in. The hook of a call that was inlined
 * is in the code of the function called: the call is where that was put.
 */
static void place_call(struct csa_report_site *site, struct csa_symbols *symbols, uint64_t ip,
		       uint64_t ticks)
{
	struct csa_frame frames[2];
	struct csa_place place;
	size_t count = csa_symbols_frames(symbols, ip, ticks, frames, 2);
	const struct csa_frame *frame =
		&frames[site->is_inlined && count > 1 && frames[0].is_inlined ? 1 : 0];

	(void)csa_symbols_place(symbols, ip, ticks, &place);
	site->module = place.module;
	site->address = place.addr;
	site->function = place.module == CSA_NO_MODULE ? NULL : frame->function;
	site->file = frame->file;
	site->line = frame->line;
}

static void resolve(struct csa_report_site *site, const struct csa_site_sum *sum,
		    const struct csa_modules *modules, struct csa_symbols *symbols)
{
	uint64_t ip = sum->call_site & ~CSF_CALLSITE_INLINED;
	uint64_t ticks = sum->epoch ? modules->epoch_ticks[sum->epoch - 1] : 0;

	if (modules->epoch_count > 1 && sum->epoch == 0)
		ticks = modules->epoch_ticks[0] - 1;
	*site = (struct csa_report_site){ .row = sum->row,
					  .caller = sum->caller,
					  .is_known = sum->call_site != 0,
					  .is_inlined = sum->call_site & CSF_CALLSITE_INLINED,
					  .module = CSA_NO_MODULE,
					  .calls = sum->calls,
					  .total_ns = sum->total_ns,
					  .incl_ns = sum->incl_ns,
					  .self_ns = sum->self_ns,
					  .max_ns = sum->max_ns };
	if (!site->is_known)
		return;
	place_call(site, symbols, ip, ticks);
}

/* By what makes a site; the same in any order of processes. */
static int compare(const void *left, const void *right)
{
	const struct csa_report_site *a = left;
	const struct csa_report_site *b = right;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	if (a->is_known != b->is_known)
		return a->is_known ? -1 : 1;
	if (a->is_inlined != b->is_inlined)
		return a->is_inlined ? 1 : -1;
	if (a->module != b->module)
		return a->module < b->module ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

size_t csa_sites_join(struct csa_report_site *sites, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(sites, count, sizeof(*sites), compare);
	for (size_t i = 0; i < count; i++) {
		struct csa_report_site *to = kept ? &sites[kept - 1] : NULL;
		const struct csa_report_site *from = &sites[i];

		if (!to || compare(to, from) != 0) {
			sites[kept++] = *from;
			continue;
		}
		to->calls += from->calls;
		to->total_ns += from->total_ns;
		to->incl_ns += from->incl_ns;
		to->self_ns += from->self_ns;
		to->max_ns = from->max_ns > to->max_ns ? from->max_ns : to->max_ns;
	}
	return kept;
}

int csa_site_sums_end(struct csa_site_sums *s, struct csa_symbols *symbols)
{
	struct csa_report_site *sites =
		csa_vec_grow(s->sites, s->site_count, &s->site_capacity, s->count, sizeof(*sites));

	if (!sites)
		return CSA_E_NOMEM;
	s->sites = sites;
	for (uint32_t i = 0; i < s->count; i++) {
		if (s->items[i].calls)
			resolve(&sites[s->site_count++], &s->items[i], &s->capture->modules,
				symbols);
	}
	s->count = 0;
	s->site_count = (uint32_t)csa_sites_join(s->sites, s->site_count);
	return 0;
}

struct csa_report_site *csa_site_sums_take(struct csa_site_sums *s, size_t *count)
{
	struct csa_report_site *sites = s->sites;

	*count = s->site_count;
	s->sites = NULL;
	s->site_count = 0;
	s->site_capacity = 0;
	return sites;
}
