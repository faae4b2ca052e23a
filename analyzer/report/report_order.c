/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "report_order.h"

#include <stdlib.h>
#include <string.h>

#include "report_sources.h"

static int by_start(const void *left, const void *right, void *processes)
{
	const struct csa_report_process *a =
		(struct csa_report_process *)processes + *(const size_t *)left;
	const struct csa_report_process *b =
		(struct csa_report_process *)processes + *(const size_t *)right;

	return csa_report_order(a->order_ns, a->dir, b->order_ns, b->dir);
}

/* The same folder by its own name, of the same start: whatever path leads to it. */
static bool is_same(const struct csa_report_process *a, const struct csa_report_process *b)
{
	const char *a_name = strrchr(a->dir, '/');
	const char *b_name = strrchr(b->dir, '/');

	return a->order_ns == b->order_ns && a->pid == b->pid &&
	       a->start_monotonic_ns == b->start_monotonic_ns &&
	       strcmp(a_name ? a_name : a->dir, b_name ? b_name : b->dir) == 0;
}

static int check_twice(const struct csa_report *report, struct csa_err *err)
{
	for (size_t i = 1; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];

		if (is_same(&p[-1], p))
			return csa_fail(err, CSA_E_FORMAT,
					"process %llu would count twice: it is in %s and in %s",
					(unsigned long long)p->pid, p[-1].dir, p->dir);
	}
	return 0;
}

/* Two parts can be of one folder, of which there was more to say at another time. */
static int by_folder(const void *left, const void *right)
{
	const struct csa_report_folder *a = left;
	const struct csa_report_folder *b = right;
	int order = strcmp(a->dir, b->dir);

	if (!order)
		order = (a->notes.count > b->notes.count) - (a->notes.count < b->notes.count);
	for (size_t i = 0; !order && i < a->notes.count; i++)
		order = strcmp(a->notes.items[i].text, b->notes.items[i].text);
	return order;
}

static size_t *process_of(void *items, size_t size, size_t offset, size_t i)
{
	return (size_t *)((char *)items + i * size + offset);
}

/*
 * Moves what belongs to processes behind one another as these stand now; within a process the order
 * stays. @size: of an item, @offset: of its number of a process. Return: false: no memory.
 */
static bool move_items(void *items, size_t count, size_t size, size_t offset, const size_t *places,
		       size_t processes)
{
	size_t *next = calloc(processes + 1, sizeof(*next));
	char *sorted = malloc(count * size + 1);
	bool ok = next && sorted;

	for (size_t i = 0; ok && i < count; i++) {
		size_t *process = process_of(items, size, offset, i);

		*process = places[*process];
		next[*process + 1]++;
	}
	for (size_t i = 1; ok && i <= processes; i++)
		next[i] += next[i - 1];
	for (size_t i = 0; ok && i < count; i++) {
		size_t process = *process_of(items, size, offset, i);

		memcpy(sorted + next[process]++ * size, (char *)items + i * size, size);
	}
	if (ok && count)
		memcpy(items, sorted, count * size);
	free(sorted);
	free(next);
	return ok;
}

static bool move_all(struct csa_report *report, const size_t *places)
{
	return move_items(report->threads, report->thread_count, sizeof(*report->threads),
			  offsetof(struct csa_report_thread, process), places,
			  report->process_count) &&
	       move_items(report->markers, report->marker_count, sizeof(*report->markers),
			  offsetof(struct csa_report_marker, process), places,
			  report->process_count);
}

int csa_report_put_in_order(struct csa_report *report, struct csa_err *err)
{
	size_t count = report->process_count;
	size_t *order = malloc((count + 1) * sizeof(*order));
	size_t *places = malloc((count + 1) * sizeof(*places));
	struct csa_report_process *sorted = malloc((count + 1) * sizeof(*sorted));
	bool ok = order && places && sorted;

	for (size_t i = 0; ok && i < count; i++)
		order[i] = i;
	if (ok && count)
		qsort_r(order, count, sizeof(*order), by_start, report->processes);
	for (size_t i = 0; ok && i < count; i++) {
		places[order[i]] = i;
		sorted[i] = report->processes[order[i]];
	}
	if (ok) {
		if (count)
			memcpy(report->processes, sorted, count * sizeof(*sorted));
		ok = move_all(report, places);
	}
	if (ok && report->folder_count)
		qsort(report->folders, report->folder_count, sizeof(*report->folders), by_folder);
	free(order);
	free(places);
	free(sorted);
	if (!ok)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the report");
	return check_twice(report, err);
}

void csa_report_keep_notes(struct csa_notes *to, struct csa_notes *from)
{
	struct csa_note *items = from->items;

	if (from->count)
		items = realloc(from->items, from->count * sizeof(*items));
	else
		free(from->items);
	*to = *from;
	to->items = from->count ? (items ? items : from->items) : NULL;
	csa_notes_init(from);
}

static void add_notes(struct csa_notes *to, const struct csa_notes *from)
{
	uint64_t left[CSA_NOTE_KINDS];

	memcpy(left, from->total, sizeof(left));
	for (size_t i = 0; i < from->count; i++) {
		csa_notes_add(to, from->items[i].kind, "%s", from->items[i].text);
		left[from->items[i].kind]--;
	}
	/* Those that were not kept. */
	for (unsigned kind = 0; kind < CSA_NOTE_KINDS; kind++)
		to->total[kind] += left[kind];
}

void csa_report_compose_notes(struct csa_report *report)
{
	for (size_t i = 0; i < report->process_count; i++)
		add_notes(&report->notes, &report->processes[i].notes);
	for (size_t i = 0; i < report->folder_count; i++)
		add_notes(&report->notes, &report->folders[i].notes);
}
