/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "compare_side.h"

/* The numbers of the side's rows, by those of the report's table. NULL: no memory. */
static uint32_t *number_rows(const struct csa_report *report)
{
	uint32_t *numbers = malloc((report->table.count + 1ull) * sizeof(*numbers));

	if (!numbers)
		return NULL;
	for (uint32_t i = 0; i < report->table.count; i++)
		numbers[i] = CSA_SIDE_NONE;
	for (size_t i = 0; i < report->row_count; i++)
		numbers[report->rows[i].row] = (uint32_t)i;
	return numbers;
}

static void fill_values(struct csa_value_set *set, const struct csa_report_row *row)
{
	csa_value_put(set, CSA_VALUE_CALLS, row->calls);
	if (row->has_times) {
		csa_value_put(set, CSA_VALUE_SELF, row->self_ns);
		csa_value_put(set, CSA_VALUE_INCL, row->incl_ns);
		csa_value_put(set, CSA_VALUE_AVG, row->avg_ns);
		csa_value_put(set, CSA_VALUE_MIN, row->min_ns);
		csa_value_put(set, CSA_VALUE_MAX, row->max_ns);
	}
	if (row->has_quantiles && row->has_times) {
		csa_value_put(set, CSA_VALUE_P50, row->p50_ns);
		csa_value_put(set, CSA_VALUE_P90, row->p90_ns);
		csa_value_put(set, CSA_VALUE_P95, row->p95_ns);
		csa_value_put(set, CSA_VALUE_P99, row->p99_ns);
		csa_value_put(set, CSA_VALUE_P999, row->p999_ns);
	}
}

/* A function without a name is "module+0xaddress": its address is not its name in another build. */
static bool add_row(struct csa_side *side, const struct csa_report *report,
		    const struct csa_report_row *from)
{
	const struct csa_row_name *name = from->name;
	const struct csa_row_stats *stats = csa_stats_borrow(&report->stats, from->row);
	struct csa_module_info module = { 0 };
	struct csa_side_row row = { .line = name->line,
				    .is_scope = name->kind == CSA_SYMBOL_NAME,
				    .is_unnamed =
					    !name->has_name && name->kind == CSA_SYMBOL_FUNCTION,
				    .address = name->addr,
				    .size = name->size };

	bool ok = true;

	if (name->module != CSA_NO_MODULE)
		csa_symbols_module(report->symbols, name->module, &module);
	row.function = csa_side_text(side, name->function, &ok);
	row.module = csa_side_text(side, module.path ? module.path : "", &ok);
	row.file = csa_side_text(side, name->file ? name->file : "", &ok);
	fill_values(&row.values, from);
	if (from->has_times && stats)
		row.hooks = stats->calls - stats->untimed + stats->children;
	return ok && csa_side_add(side, &row);
}

/* Callers are those on the stack; of what has no room in the tree nothing is known. */
static bool add_callers(struct csa_side *side, const struct csa_report *report,
			const uint32_t *numbers)
{
	const struct csa_tree *tree = &report->tree;

	for (uint32_t i = CSA_TREE_REST + 1; i < tree->count; i++) {
		const struct csa_tree_node *node = &tree->nodes[i];
		uint32_t caller = tree->nodes[node->parent].row;

		caller = node->parent == CSA_TREE_ROOT ? CSA_SIDE_ROOT : numbers[caller];
		if (numbers[node->row] != CSA_SIDE_NONE && caller != CSA_SIDE_NONE &&
		    !csa_side_add_caller(side, numbers[node->row], caller))
			return false;
	}
	side->has_callers = tree->nodes && !report->stackless && !tree->nodes[CSA_TREE_REST].calls;
	return true;
}

static bool add_facts(struct csa_side *side, const struct csa_report *report)
{
	struct csa_side_facts *facts = &side->facts;
	bool ok = true;

	facts->has_processes = report->process_count != 0;
	facts->processes = report->process_count;
	facts->events = report->summary.events;
	facts->calls = report->summary.calls;
	facts->lost = report->summary.lost;
	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];
		const char *mode = csa_side_text(side, p->mode, &ok);

		if (i && facts->mode && (!mode || strcmp(facts->mode, mode) != 0))
			facts->has_many_modes = true;
		csa_side_add_fact(&facts->exe, csa_side_text(side, p->exe, &ok), i == 0);
		csa_side_add_fact(&facts->command, csa_side_text(side, p->command, &ok), i == 0);
		csa_side_add_fact(&facts->arch, csa_side_text(side, p->arch, &ok), i == 0);
		csa_side_add_fact(&facts->mode, mode, i == 0);
		csa_side_add_fact(&facts->clock, csa_side_text(side, p->clock_source, &ok), i == 0);
		csa_side_add_fact(&facts->selection, csa_side_text(side, p->selection, &ok),
				  i == 0);
		facts->has_selection = facts->has_selection || p->selection;
	}
	if (report->process_count) {
		facts->cpus = report->processes[0].cpus;
		facts->tick_hz = report->processes[0].tick_hz;
		facts->hook_ns = report->processes[0].hook_ns;
	}
	return ok;
}

static void add_notes(struct csa_side *side, const struct csa_notes *notes)
{
	for (size_t i = 0; i < notes->count; i++) {
		if (notes->items[i].kind != CSA_NOTE_INFO)
			csa_notes_add(&side->notes, notes->items[i].kind, "%s",
				      notes->items[i].text);
	}
}

int csa_side_from_report(struct csa_side *side, const struct csa_report *report,
			 struct csa_err *err)
{
	uint32_t *numbers = number_rows(report);
	bool ok = numbers != NULL;

	for (size_t i = 0; ok && i < report->row_count; i++)
		ok = add_row(side, report, &report->rows[i]);
	ok = ok && add_callers(side, report, numbers) && add_facts(side, report);
	free(numbers);
	if (!ok)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a comparison");
	add_notes(side, &report->notes);
	return csa_side_finish(side, err);
}
