/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "report_sites.h"

#include <stdlib.h>
#include <string.h>

#include "stack_order.h"

/* What the order of sites depends on. */
struct order {
	const struct csa_report *report;
	uint32_t *place; /* of a row in the report's rows */
};

/* Never by numbers of rows, which depend on the pass. */
static int compare_sites(const void *left, const void *right, void *argument)
{
	const struct order *order = argument;
	const struct csa_report_site *a = left;
	const struct csa_report_site *b = right;
	int callers;

	if (order->place[a->row] != order->place[b->row])
		return order->place[a->row] < order->place[b->row] ? -1 : 1;
	if (a->row != b->row)
		return csa_caller_order(order->report, a->row, b->row);
	if (a->total_ns != b->total_ns)
		return a->total_ns > b->total_ns ? -1 : 1;
	callers = csa_caller_order(order->report, a->caller, b->caller);
	if (callers)
		return callers;
	if (a->module != b->module)
		return a->module < b->module ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->is_inlined != b->is_inlined)
		return a->is_inlined ? 1 : -1;
	return a->calls > b->calls ? -1 : a->calls < b->calls;
}

int csa_report_fill_sites(struct csa_report *report)
{
	struct order order = { .report = report };

	if (!report->sites)
		return 0;
	order.place = malloc((report->table.count + 1ull) * sizeof(*order.place));
	if (!order.place)
		return CSA_E_NOMEM;
	/* Rows without calls, which only a part that lies has sites of, stand behind all others. */
	for (uint32_t i = 0; i < report->table.count; i++)
		order.place[i] = UINT32_MAX;
	for (size_t i = 0; i < report->row_count; i++)
		order.place[report->rows[i].row] = (uint32_t)i;
	report->site_count = csa_sites_join(report->sites, report->site_count);
	if (report->site_count)
		qsort_r(report->sites, report->site_count, sizeof(*report->sites), compare_sites,
			&order);
	free(order.place);
	return 0;
}

static int compare_modules(const void *left, const void *right)
{
	const struct csa_report_module *a = left;
	const struct csa_report_module *b = right;

	if (a->self_ns != b->self_ns)
		return a->self_ns > b->self_ns ? -1 : 1;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return a->module < b->module ? -1 : a->module > b->module;
}

int csa_report_fill_modules(struct csa_report *report)
{
	unsigned count = report->symbols ? csa_symbols_module_count(report->symbols) : 0;
	struct csa_report_module *modules = calloc(count + 1ull, sizeof(*modules));
	size_t kept = 0;

	if (!modules)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < report->row_count; i++) {
		const struct csa_report_row *row = &report->rows[i];
		unsigned module = row->name->module < count ? row->name->module : count;

		modules[module].functions++;
		modules[module].calls += row->calls;
		modules[module].self_ns += row->self_ns;
	}
	for (unsigned i = 0; i <= count; i++) {
		struct csa_module_info info = { 0 };

		if (!modules[i].functions)
			continue;
		if (i < count)
			csa_symbols_module(report->symbols, i, &info);
		modules[kept] = modules[i];
		modules[kept].module = i < count ? i : CSA_NO_MODULE;
		modules[kept].path = info.path;
		modules[kept++].build_id = info.build_id;
	}
	if (kept)
		qsort(modules, kept, sizeof(*modules), compare_modules);
	report->modules = modules;
	report->module_count = kept;
	return 0;
}
