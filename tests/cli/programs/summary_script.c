/* SPDX-License-Identifier: MIT */
#include "summary_script.h"

#include <stdlib.h>
#include <string.h>

/* Of the slot and of the row that came last. */
static struct csf_table *table;
static struct csf_summary_row *row;

static void add_row(struct t_summary *summary, uint64_t function, const uint64_t *n)
{
	row = t_summary_row(summary, function);
	row->entered = n[2];
	row->leaving = row->ended = n[3];
	row->total = n[4];
	row->self = n[5];
	if (n[3])
		row->min = n[6];
	row->max = n[7];
}

static bool change(struct t_summary *summary, const char *command, const uint64_t *n)
{
	if (strcmp(command, "more") == 0) {
		row->nested = n[1];
		row->unwound = n[2];
		row->left_open = n[3];
		row->flags = n[4];
	} else if (strcmp(command, "octave") == 0) {
		t_summary_octave(summary, (unsigned)n[1])[n[2]] = n[3];
	} else if (strcmp(command, "root") == 0) {
		t_summary_root(summary)->child_ticks = n[1];
	} else if (strcmp(command, "last") == 0) {
		table->last_ticks = n[1];
	} else if (strcmp(command, "lost_hooks") == 0) {
		table->lost_events = n[1];
	} else if (strcmp(command, "unmatched_exits") == 0) {
		table->unmatched = n[1];
	} else if (strcmp(command, "refused") == 0) {
		summary->header.windows_refused = 3;
		summary->header.error = (uint32_t)n[1];
	} else {
		return false;
	}
	return true;
}

bool t_summary_command(struct t_summary *summary, char words[T_SCRIPT_WORDS][50], uint64_t function)
{
	uint64_t n[T_SCRIPT_WORDS];

	for (unsigned i = 0; i < T_SCRIPT_WORDS; i++)
		n[i] = strtoull(words[i], NULL, 10);
	if (strcmp(words[0], "slot") == 0) {
		table = t_summary_slot(summary);
		table->threads = (uint32_t)n[1];
	} else if (strcmp(words[0], "row") == 0) {
		add_row(summary, function, n);
	} else if (strcmp(words[0], "count") == 0) {
		t_summary_count(summary, function)->calls = n[2];
	} else if (strcmp(words[0], "rest") == 0) {
		char *cell = (char *)table + CSF_TABLE_HEADER_BYTES;

		((struct csf_count_row *)(void *)cell)->calls = n[1];
	} else if (strcmp(words[0], "frame") == 0) {
		t_summary_open(summary, function, n[2], n[3]);
	} else {
		return change(summary, words[0], n);
	}
	return true;
}
