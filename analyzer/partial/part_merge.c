/* SPDX-License-Identifier: MIT */
#include "part_merge.h"

#include <stdlib.h>

#include "partial.h"
#include "report_order.h"

static int add_part(struct csa_merge *merge, const char *path, struct csa_err *err)
{
	struct csa_part_reader r;
	int rc = csa_part_reader_open(&r, path, err);

	if (rc == 0) {
		rc = csa_part_read(merge, &r);
		if (rc < 0)
			csa_fail(err, rc, "%s", r.err.msg);
	}
	csa_part_reader_close(&r);
	if (rc < 0)
		csa_err_context(err, "%s", path);
	return rc;
}

/* Its next number, unless it has one. */
static int number_module(struct csa_merge *merge, unsigned module, struct csa_err *err)
{
	struct csa_merge_module *m = &merge->modules[module];

	if (m->number != CSA_NO_MODULE)
		return 0;
	m->number = merge->numbered++;
	return csa_symbols_add_told(merge->report->symbols, &m->info, err);
}

/*
 * The modules get the numbers that one pass over all captures gives them: process by process, in the
 * order of these. Return: 0, CSA_E_NOMEM, CSA_E_SYSTEM.
 */
static int number_modules(struct csa_merge *merge, struct csa_err *err)
{
	struct csa_report *report = merge->report;
	int rc = csa_symbols_new(&report->symbols, err);

	if (!merge->modules)
		return rc;
	for (unsigned i = 0; i < merge->module_count; i++)
		merge->modules[i].number = CSA_NO_MODULE;
	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];

		for (uint32_t j = 0; j < p->module_count && rc == 0; j++) {
			rc = number_module(merge, p->modules[j], err);
			p->modules[j] = merge->modules[p->modules[j]].number;
		}
	}
	/* What no process names, a file of ours does not have. */
	for (unsigned i = 0; i < merge->module_count && rc == 0; i++)
		rc = number_module(merge, i, err);
	return rc;
}

static void renumber(struct csa_merge *merge)
{
	struct csa_report *report = merge->report;

	for (uint32_t i = 0; i < report->table.count; i++) {
		struct csa_row_name *name = &report->table.rows[i];

		if (name->module < merge->module_count)
			name->module = merge->modules[name->module].number;
	}
	for (size_t i = 0; i < report->site_count; i++) {
		struct csa_report_site *site = &report->sites[i];

		if (site->module < merge->module_count)
			site->module = merge->modules[site->module].number;
	}
}

/* A module that only call sites were looked up in would not have been opened without them. */
static void close_modules_of_sites(struct csa_merge *merge)
{
	const struct csa_report *report = merge->report;

	if (!merge->modules)
		return;
	for (size_t i = 0; i < report->site_count; i++) {
		if (report->sites[i].module != CSA_NO_MODULE)
			merge->modules[report->sites[i].module].is_of_sites = true;
	}
	for (uint32_t i = 0; i < report->table.count; i++) {
		if (report->table.rows[i].module != CSA_NO_MODULE)
			merge->modules[report->table.rows[i].module].is_of_sites = false;
	}
	for (unsigned i = 0; i < merge->module_count; i++) {
		struct csa_module_info *info = &merge->modules[i].info;

		if (merge->modules[i].is_of_sites)
			*info = (struct csa_module_info){ .path = info->path,
							  .build_id = info->build_id,
							  .start_addr = info->start_addr,
							  .end_addr = info->end_addr };
	}
}

/* Stacks and call sites that are not wanted. */
static void leave_out(struct csa_merge *merge, const struct csa_report_options *options)
{
	struct csa_report *report = merge->report;

	if (!options->wants_tree)
		csa_tree_release(&report->tree);
	if (options->wants_sites)
		return;
	close_modules_of_sites(merge);
	free(report->sites);
	report->sites = NULL;
	report->site_count = 0;
	report->has_sites = false;
}

int csa_partial_merge(struct csa_report *report, const char *const *paths, size_t count,
		      const struct csa_report_options *options, struct csa_err *err)
{
	struct csa_merge merge = { .report = report };
	int rc = csa_report_begin(report, true, err);

	for (size_t i = 0; i < count && rc == 0; i++)
		rc = add_part(&merge, paths[i], err);
	if (rc == 0)
		leave_out(&merge, options);
	if (rc == 0)
		rc = csa_report_put_in_order(report, err);
	if (rc == 0)
		rc = number_modules(&merge, err);
	if (rc == 0) {
		renumber(&merge);
		rc = csa_report_finish(report, options->sort, err);
	}
	free(merge.modules);
	return rc;
}
