/* SPDX-License-Identifier: MIT */
/* What tests ask of a report: rows by address, notes by text, and the sums that must agree. */
#ifndef T_REPORT_READER_H
#define T_REPORT_READER_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "call_checker.h"
#include "report.h"
#include "test.h"

/** A report of @dir with @workers workers and the call tree; it must be possible. Its calls are read, too. */
static inline void t_report(struct csa_report *report, const char *dir, unsigned workers)
{
	const struct csa_report_options options = { .workers = workers, .wants_tree = true };
	struct csa_err err = { 0 };

	if (csa_report_make(report, dir, &options, &err) != 0)
		fail_msg("%s", err.msg);
	t_check_calls(dir, &options, false);
}

/** The row of the function at @address; NULL when there is none. No module: addr is run-time. */
static inline const struct csa_report_row *t_row(const struct csa_report *report, uint64_t address)
{
	for (size_t i = 0; i < report->row_count; i++) {
		if (report->rows[i].name->addr == address)
			return &report->rows[i];
	}
	return NULL;
}

static inline void t_check_row(const struct csa_report *report, uint64_t address, uint64_t calls,
			       uint64_t incl_ns, uint64_t self_ns)
{
	const struct csa_report_row *row = t_row(report, address);

	if (!row) {
		fail_msg("no row for 0x%" PRIx64, address);
		return;
	}
	if (row->calls != calls || row->incl_ns != incl_ns || row->self_ns != self_ns)
		fail_msg("row 0x%" PRIx64 ": calls %" PRIu64 ", incl %" PRIu64 ", self %" PRIu64
			 "; expected %" PRIu64 ", %" PRIu64 ", %" PRIu64,
			 address, row->calls, row->incl_ns, row->self_ns, calls, incl_ns, self_ns);
}

/** How many notes of @kind have @text in them. */
static inline unsigned t_notes(const struct csa_report *report, enum csa_note_kind kind,
			       const char *text)
{
	unsigned count = 0;

	for (size_t i = 0; i < report->notes.count; i++)
		count += report->notes.items[i].kind == kind &&
			 strstr(report->notes.items[i].text, text) != NULL;
	return count;
}

static inline void t_check_no_damage(const struct csa_report *report)
{
	for (size_t i = 0; i < report->notes.count; i++) {
		if (report->notes.items[i].kind == CSA_NOTE_DAMAGE)
			fail_msg("damage: %s", report->notes.items[i].text);
	}
}

/** Self times of rows, tree and threads' roots are one sum, to the ns. */
static inline void t_check_sums(const struct csa_report *report)
{
	uint64_t rows = 0;
	uint64_t roots = 0;
	uint64_t nodes = 0;
	uint64_t row_calls = 0;
	uint64_t node_calls = 0;

	for (size_t i = 0; i < report->row_count; i++) {
		rows += report->rows[i].self_ns;
		row_calls += report->rows[i].calls;
	}
	for (size_t i = 0; i < report->thread_count; i++)
		roots += report->threads[i].root_ns;
	for (uint32_t i = 0; i < report->tree.count; i++) {
		nodes += report->tree.nodes[i].self_ns;
		node_calls += report->tree.nodes[i].calls;
	}
	assert_int_equal(rows, roots);
	assert_int_equal(rows, nodes);
	assert_int_equal(row_calls, node_calls);
	assert_int_equal(row_calls, report->summary.calls);
	assert_int_equal(rows, report->summary.self_ns);
}

#endif
