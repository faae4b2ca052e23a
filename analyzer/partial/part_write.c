/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "part_numbers.h"
#include "partial.h"
#include "stack_order.h"

/* Rows as they stand in the file: those with calls or in a stack, by module and address. */
struct order {
	const struct csa_report *report;
	uint32_t *rows;
	uint32_t count;
	uint32_t *places;      /* by number of the row */
	uint32_t *nodes;       /* the tree's, children after their parents and sorted */
	uint32_t *node_places; /* by number of the node */
	uint32_t *names;       /* of the program's own, by kind and text */
	uint32_t name_count;
};

static int by_place(const void *left, const void *right, void *rows)
{
	const struct csa_row_name *names = rows;

	return csa_row_order(&names[*(const uint32_t *)left], &names[*(const uint32_t *)right]);
}

static bool sort_rows(struct order *order)
{
	const struct csa_report *report = order->report;

	order->rows = malloc((report->table.count + 1ull) * sizeof(*order->rows));
	order->places = malloc((report->table.count + 1ull) * sizeof(*order->places));
	if (!order->rows || !order->places)
		return false;
	for (uint32_t i = 0; i < report->table.count; i++) {
		const struct csa_row_stats *stats = csa_stats_borrow(&report->stats, i);

		order->places[i] = stats && stats->calls ? 0 : CSA_NO_ROW;
	}
	/* One that was entered before the capture is in stacks without a call. */
	for (uint32_t i = CSA_TREE_REST + 1; i < report->tree.count; i++)
		order->places[report->tree.nodes[i].row] = 0;
	for (size_t i = 0; i < report->site_count; i++) {
		order->places[report->sites[i].row] = 0;
		if (report->sites[i].caller != CSA_NO_ROW)
			order->places[report->sites[i].caller] = 0;
	}
	for (uint32_t i = 0; i < report->table.count; i++) {
		if (order->places[i] == 0)
			order->rows[order->count++] = i;
	}
	qsort_r(order->rows, order->count, sizeof(*order->rows), by_place, report->table.rows);
	for (uint32_t i = 0; i < order->count; i++)
		order->places[order->rows[i]] = i;
	return true;
}

static bool sort_nodes(struct order *order)
{
	const struct csa_tree *tree = &order->report->tree;

	order->nodes = csa_stack_order(order->report);
	order->node_places = calloc(tree->count + 1ull, sizeof(*order->node_places));
	return order->nodes && order->node_places;
}

static void put_notes(struct csa_part_writer *w, const struct csa_notes *notes)
{
	csa_part_put(w, notes->count);
	for (size_t i = 0; i < notes->count; i++) {
		csa_part_put(w, notes->items[i].kind);
		csa_part_put_text(w, notes->items[i].text);
	}
	for (unsigned kind = 0; kind < CSA_NOTE_KINDS; kind++)
		csa_part_put(w, notes->total[kind]);
}

static void put_sums(struct csa_part_writer *w, const struct csa_report *report)
{
	const struct csa_report_summary *s = &report->summary;
	const struct csa_call_filtered *f = &report->filtered;
	const uint64_t sums[] = { s->events,
				  s->shared_threads,
				  s->unmatched,
				  s->clock_steps,
				  s->clock_changes,
				  s->clock_left_out,
				  s->clock_drift_ns,
				  s->lost,
				  report->stackless,
				  f->threads,
				  f->cut,
				  f->outside,
				  f->too_short,
				  f->too_deep,
				  report->probe_weight,
				  report->overhead_ns };

	for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
		csa_part_put(w, sums[i]);
	csa_part_put_sum(w, report->probe_sum);
}

static void put_modules(struct csa_part_writer *w, const struct csa_report *report)
{
	unsigned count = report->symbols ? csa_symbols_module_count(report->symbols) : 0;

	csa_part_put(w, count);
	for (unsigned i = 0; i < count; i++) {
		struct csa_module_info m;

		csa_symbols_module(report->symbols, i, &m);
		csa_part_put_text(w, m.path);
		csa_part_put_text(w, m.build_id);
		csa_part_put_text(w, m.names_from);
		csa_part_put_text(w, m.warning);
		csa_part_put(w, m.has_names);
		csa_part_put(w, m.is_missing);
		csa_part_put(w, m.start_addr);
		csa_part_put(w, m.end_addr);
	}
}

static void put_process(struct csa_part_writer *w, const struct csa_report_process *p)
{
	csa_part_put_text(w, p->dir);
	csa_part_put_text(w, p->exe);
	csa_part_put_text(w, p->command);
	csa_part_put_text(w, p->clock_source);
	csa_part_put_text(w, p->arch);
	csa_part_put_text(w, p->mode);
	csa_part_put_text(w, p->selection);
	csa_part_put(w, p->pid);
	csa_part_put(w, p->ppid);
	csa_part_put(w, p->order_ns);
	csa_part_put(w, p->start_realtime_ns);
	csa_part_put(w, p->start_monotonic_ns);
	csa_part_put(w, p->last_monotonic_ns);
	csa_part_put(w, p->has_ended);
	csa_part_put(w, p->drift_ns);
	csa_part_put(w, p->cpus);
	csa_part_put(w, p->events);
	csa_part_put(w, p->block_bytes);
	csa_part_put_real(w, p->tick_hz);
	csa_part_put_real(w, p->hook_ns);
	csa_part_put_real(w, p->events_hook_ns);
	csa_part_put(w, p->module_count);
	for (uint32_t i = 0; i < p->module_count; i++)
		csa_part_put(w, p->modules[i]);
	put_notes(w, &p->notes);
}

static void put_processes(struct csa_part_writer *w, const struct csa_report *report)
{
	csa_part_put(w, report->process_count);
	for (size_t i = 0; i < report->process_count; i++)
		put_process(w, &report->processes[i]);
	csa_part_put(w, report->folder_count);
	for (size_t i = 0; i < report->folder_count; i++) {
		csa_part_put_text(w, report->folders[i].dir);
		put_notes(w, &report->folders[i].notes);
	}
}

static void put_threads(struct csa_part_writer *w, const struct csa_report *report)
{
	csa_part_put(w, report->thread_count);
	for (size_t i = 0; i < report->thread_count; i++) {
		const struct csa_report_thread *t = &report->threads[i];

		csa_part_put(w, t->process);
		csa_part_put(w, t->serial);
		csa_part_put(w, t->tid);
		csa_part_put_text(w, t->name);
		csa_part_put(w, t->events);
		csa_part_put(w, t->unmatched);
		csa_part_put(w, t->lost);
		csa_part_put(w, t->root_ns);
		csa_part_put(w, t->first_ns);
		csa_part_put(w, t->last_ns);
	}
	csa_part_put(w, report->marker_count);
	for (size_t i = 0; i < report->marker_count; i++) {
		const struct csa_report_marker *m = &report->markers[i];

		csa_part_put(w, m->process);
		csa_part_put(w, m->thread_serial);
		csa_part_put(w, m->marker);
		csa_part_put(w, m->count);
		csa_part_put(w, m->argument);
	}
}

static uint64_t place_of(unsigned module)
{
	return module == CSA_NO_MODULE ? 0 : module + 1ull;
}

static void put_rows(struct csa_part_writer *w, const struct order *order)
{
	static const struct csa_row_stats none = { .min_ns = UINT64_MAX,
						   .open_min_ns = UINT64_MAX };

	csa_part_put(w, order->count);
	for (uint32_t i = 0; i < order->count; i++) {
		const struct csa_row_name *name = &order->report->table.rows[order->rows[i]];
		const struct csa_row_stats *stats =
			csa_stats_borrow(&order->report->stats, order->rows[i]);

		csa_part_put(w, place_of(name->module));
		csa_part_put(w, name->addr);
		csa_part_put(w, name->size);
		csa_part_put(w, name->kind);
		csa_part_put(w, name->has_name);
		csa_part_put_text(w, name->function);
		csa_part_put_text(w, name->config_name);
		csa_part_put_text(w, name->file);
		csa_part_put(w, name->line);
		csa_part_put_stats(w, stats ? stats : &none);
	}
}

static void put_tree(struct csa_part_writer *w, const struct order *order)
{
	const struct csa_tree *tree = &order->report->tree;

	csa_part_put(w, tree->count);
	for (uint32_t i = 0; order->node_places && i < tree->count; i++) {
		const struct csa_tree_node *node = &tree->nodes[order->nodes[i]];

		order->node_places[order->nodes[i]] = i;
		if (i > CSA_TREE_REST) {
			csa_part_put(w, i - order->node_places[node->parent]);
			csa_part_put(w, order->places[node->row]);
		}
		csa_part_put(w, node->calls);
		csa_part_put(w, node->self_ns);
	}
}

static void put_names(struct csa_part_writer *w, const struct order *order)
{
	const struct csa_report *report = order->report;

	csa_part_put(w, order->name_count);
	for (uint32_t i = 0; i < order->name_count; i++) {
		const struct csa_user_name *name = report->user_names.items[order->names[i]];

		csa_part_put(w, name->kind);
		csa_part_put_text(w, name->name);
		csa_part_put_text(w, name->file);
		csa_part_put(w, name->line);
		csa_part_put_user_row(w, &report->user_stats.rows[order->names[i]]);
	}
}

/* As they are sorted in the report: largest first, which does not depend on numbers of rows. */
static void put_sites(struct csa_part_writer *w, const struct order *order)
{
	const struct csa_report *report = order->report;

	csa_part_put(w, report->site_count);
	for (size_t i = 0; i < report->site_count; i++) {
		const struct csa_report_site *s = &report->sites[i];

		csa_part_put(w, order->places[s->row]);
		csa_part_put(w, s->caller == CSA_NO_ROW ? 0 : order->places[s->caller] + 1ull);
		csa_part_put(w, s->is_known);
		csa_part_put(w, s->is_inlined);
		csa_part_put(w, place_of(s->module));
		csa_part_put(w, s->address);
		csa_part_put_text(w, s->function);
		csa_part_put_text(w, s->file);
		csa_part_put(w, s->line);
		csa_part_put(w, s->calls);
		csa_part_put(w, s->total_ns);
		csa_part_put(w, s->incl_ns);
		csa_part_put(w, s->self_ns);
		csa_part_put(w, s->max_ns);
	}
}

static int by_text(const void *left, const void *right, void *items)
{
	const struct csa_user_name *a = ((struct csa_user_name **)items)[*(const uint32_t *)left];
	const struct csa_user_name *b = ((struct csa_user_name **)items)[*(const uint32_t *)right];

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return strcmp(a->name, b->name);
}

static bool sort_names(struct order *order)
{
	const struct csa_report *report = order->report;

	order->names = malloc((report->user_stats.count + 1ull) * sizeof(*order->names));
	if (!order->names)
		return false;
	for (uint32_t i = 0; i < report->user_stats.count; i++) {
		if (report->user_stats.rows[i].records.count)
			order->names[order->name_count++] = i;
	}
	qsort_r(order->names, order->name_count, sizeof(*order->names), by_text,
		report->user_names.items);
	return true;
}

static void put_all(struct csa_part_writer *w, const struct order *order)
{
	const struct csa_report *report = order->report;

	csa_part_put_bytes(w, CSA_PARTIAL_MAGIC, sizeof(CSA_PARTIAL_MAGIC) - 1);
	csa_part_put(w, CSA_PARTIAL_VERSION);
	csa_part_put(w, report->tree.nodes != NULL);
	csa_part_put(w, report->has_sites);
	csa_part_put(w, report->has_no_overhead);
	csa_part_put_text(w, report->filter_words);
	put_sums(w, report);
	put_modules(w, report);
	put_processes(w, report);
	put_threads(w, report);
	put_rows(w, order);
	if (report->tree.nodes)
		put_tree(w, order);
	if (report->has_sites)
		put_sites(w, order);
	put_names(w, order);
}

int csa_partial_write(const struct csa_report *report, int fd, struct csa_err *err)
{
	struct order order = { .report = report };
	struct csa_part_writer w;
	bool ok = sort_rows(&order) && (!report->tree.nodes || sort_nodes(&order)) &&
		  sort_names(&order);
	int rc = ok ? csa_part_writer_open(&w, fd, err)
		    : csa_fail(err, CSA_E_NOMEM, "no memory to write a partial report");

	if (rc == 0) {
		put_all(&w, &order);
		rc = csa_part_writer_close(&w, err);
	}
	free(order.rows);
	free(order.places);
	free(order.nodes);
	free(order.node_places);
	free(order.names);
	return rc;
}
