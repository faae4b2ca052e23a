/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "report_sources.h"

#include <stdlib.h>
#include <string.h>

#include "report_notes.h"

static const char *name_of(const char *dir)
{
	const char *slash = strrchr(dir, '/');

	return slash && slash[1] ? slash + 1 : dir;
}

int csa_report_order(uint64_t a_ns, const char *a_dir, uint64_t b_ns, const char *b_dir)
{
	int order;

	if (a_ns != b_ns)
		return a_ns < b_ns ? -1 : 1;
	order = strcmp(name_of(a_dir), name_of(b_dir));
	return order ? order : strcmp(a_dir, b_dir);
}

static int by_start(const void *left, const void *right)
{
	const struct csa_report_source *a = left;
	const struct csa_report_source *b = right;

	return csa_report_order(a->order_ns, a->dir, b->order_ns, b->dir);
}

static int add(struct csa_report_sources *sources, const struct csa_run_process *process)
{
	struct csa_report_source *items = sources->items;

	if ((sources->count & (sources->count - 1)) == 0) /* capacities are powers of two */
		items = realloc(items, (sources->count ? 2 * sources->count : 1) * sizeof(*items));
	if (!items)
		return CSA_E_NOMEM;
	sources->items = items;
	/* Older formats do not say the time of day. */
	items[sources->count] =
		(struct csa_report_source){ .dir = strdup(process->dir),
					    .order_ns = process->start_realtime_ns
								? process->start_realtime_ns
								: process->start_monotonic_ns,
					    .start_monotonic_ns = process->start_monotonic_ns };
	return items[sources->count++].dir ? 0 : CSA_E_NOMEM;
}

/* The newest run of a folder, or all. */
static int add_folder(struct csa_report_sources *sources, struct csa_report *report,
		      const char *dir, bool all, struct csa_err *err)
{
	struct csa_runs runs;
	int rc = csa_runs_find(&runs, dir, err);

	for (size_t i = 0; i < runs.count && rc == 0; i++) {
		if (all || runs.items[i].root == runs.newest)
			rc = add(sources, &runs.items[i]);
	}
	if (rc == 0)
		rc = csa_note_older_runs(report, dir, &runs, all);
	if (rc == CSA_E_NOMEM)
		csa_fail(err, rc, "no memory for the report");
	csa_runs_release(&runs);
	return rc;
}

int csa_report_sources_find(struct csa_report_sources *sources, struct csa_report *report,
			    const char *dir, const struct csa_report_options *options,
			    struct csa_err *err)
{
	int rc = 0;

	*sources = (struct csa_report_sources){ 0 };
	for (size_t i = 0; i < options->process_dir_count && rc == 0; i++)
		rc = add_folder(sources, report, options->process_dirs[i], true, err);
	for (size_t i = 0; i < options->dir_count && rc == 0; i++)
		rc = add_folder(sources, report, options->dirs[i], options->all, err);
	if (!options->process_dirs && !options->dir_count)
		rc = add_folder(sources, report, dir, options->all, err);
	if (sources->count)
		qsort(sources->items, sources->count, sizeof(*sources->items), by_start);
	return rc;
}

void csa_report_sources_release(struct csa_report_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		free(sources->items[i].dir);
	free(sources->items);
	*sources = (struct csa_report_sources){ 0 };
}
