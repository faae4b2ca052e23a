/* SPDX-License-Identifier: MIT */
#include "part_reading.h"

#include <stdlib.h>

#include "part_numbers.h"
#include "report_names.h"

/* 0 stands for no module, others are one more. */
static unsigned get_module(struct csa_part *p)
{
	uint64_t module = csa_part_get_below(p->r, p->module_count + 1ull, "a module that is none");

	return module ? p->modules[module - 1] : CSA_NO_MODULE;
}

static void read_name(struct csa_part *p, struct csa_row_name *name)
{
	name->module = get_module(p);
	name->addr = csa_part_get(p->r);
	name->size = csa_part_get(p->r);
	name->kind = (enum csa_symbol_kind)csa_part_get_below(p->r, CSA_SYMBOL_NAME + 1,
							      "a kind of function");
	name->has_name = csa_part_get_flag(p->r);
	name->function = csa_part_text(p);
	name->config_name = csa_part_text(p);
	name->file = csa_part_text(p);
	name->line = csa_part_word(p);
	if (!name->function)
		csa_part_wrong(p->r, "a function without a name");
}

static void read_row(struct csa_part *p, struct csa_stats *all)
{
	struct csa_row_name name = { 0 };
	struct csa_row_stats *stats = NULL;
	int64_t row = -1;

	read_name(p, &name);
	if (!p->r->has_failed) {
		row = csa_rows_add(&p->report->table, &name);
		stats = row < 0 ? NULL : csa_stats_row(all, (uint32_t)row);
		if (!stats)
			csa_part_no_memory(p->r);
	}
	if (!stats)
		return;
	/* Two rows with one place are no file of ours, and would leak the first one's histogram. */
	if (stats->is_special)
		csa_part_wrong(p->r, "the same function twice");
	else
		csa_part_get_stats(p->r, stats);
	stats->is_special = true;
	p->report->table.rows[row].is_transparent = stats->is_transparent;
	p->rows = csa_part_room(p, p->rows, p->row_count, sizeof(*p->rows));
	if (!p->r->has_failed)
		p->rows[p->row_count++] = (uint32_t)row;
}

void csa_part_read_rows(struct csa_part *p)
{
	uint64_t count = csa_part_get(p->r);
	struct csa_stats all;

	csa_stats_init(&all);
	for (uint64_t i = 0; i < count && !p->r->has_failed; i++)
		read_row(p, &all);
	if (p->r->has_failed)
		csa_stats_release(&all);
	else if (!csa_stats_take(&p->report->stats, &all))
		csa_part_no_memory(p->r);
}

void csa_part_read_tree(struct csa_part *p)
{
	struct csa_part_reader *r = p->r;
	struct csa_tree *tree = &p->report->tree;
	uint64_t count =
		csa_part_get_below(r, CSA_TREE_NODES_MAX + 1ull, "a tree that is too large");

	for (uint64_t i = 0; i < count && !r->has_failed; i++) {
		uint32_t node = (uint32_t)i;

		if (i > CSA_TREE_REST) {
			uint64_t back = csa_part_get_below(r, i + 1, "a stack without a caller");
			uint64_t row = csa_part_get_below(r, p->row_count, "a function of no row");

			if (back == 0 || i - back == CSA_TREE_REST)
				csa_part_wrong(r, "a stack without a caller");
			if (!r->has_failed)
				node = csa_tree_child(tree, p->nodes[i - back], p->rows[row]);
		}
		p->nodes = csa_part_room(p, p->nodes, i, sizeof(*p->nodes));
		if (r->has_failed)
			return;
		p->nodes[i] = node;
		tree->nodes[node].calls += csa_part_get(r);
		tree->nodes[node].self_ns += csa_part_get(r);
	}
}

static void read_site(struct csa_part *p, struct csa_report_site *site)
{
	struct csa_part_reader *r = p->r;
	uint64_t row = csa_part_get_below(r, p->row_count, "a function of no row");
	uint64_t caller = csa_part_get_below(r, p->row_count + 1ull, "a caller of no row");

	site->is_known = csa_part_get_flag(r);
	site->is_inlined = csa_part_get_flag(r);
	site->module = get_module(p);
	site->address = csa_part_get(r);
	site->function = csa_part_text(p);
	site->file = csa_part_text(p);
	site->line = csa_part_word(p);
	site->calls = csa_part_get(r);
	site->total_ns = csa_part_get(r);
	site->incl_ns = csa_part_get(r);
	site->self_ns = csa_part_get(r);
	site->max_ns = csa_part_get(r);
	if (r->has_failed)
		return;
	site->row = p->rows[row];
	site->caller = caller ? p->rows[caller - 1] : CSA_NO_ROW;
}

void csa_part_read_sites(struct csa_part *p)
{
	struct csa_report *report = p->report;
	uint64_t count = csa_part_get(p->r);

	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		struct csa_report_site site = { .row = 0 };

		read_site(p, &site);
		report->sites =
			csa_part_room(p, report->sites, report->site_count, sizeof(*report->sites));
		if (!p->r->has_failed)
			report->sites[report->site_count++] = site;
	}
}

void csa_part_read_user_names(struct csa_part *p)
{
	uint64_t count = csa_part_get(p->r);

	for (uint64_t i = 0; i < count && !p->r->has_failed; i++) {
		struct csa_user_row from = { .min_ns = UINT64_MAX };
		struct csa_user_name name = { .kind = csa_part_word(p) };

		name.name = csa_part_text(p);
		name.file = csa_part_text(p);
		name.line = csa_part_word(p);
		csa_part_get_user_row(p->r, &from);
		if (!name.name)
			csa_part_wrong(p->r, "a name without text");
		if (!p->r->has_failed && !csa_report_add_name(p->report, &name, &from, 0))
			csa_part_no_memory(p->r);
		if (from.durations)
			csa_histogram_release(from.durations);
		free(from.durations);
	}
}
