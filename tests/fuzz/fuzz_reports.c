/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "fuzz_reports.h"

#include <stdlib.h>

#include "any_report.h"
#include "call_checker.h"

void fuzz_report(const char *dir, uint8_t choice, const struct csa_legacy *legacy)
{
	struct t_any_report choices = { .format = choice & 0x3f, .is_filtered = choice & 0x40 };
	struct csa_report_options options = { .filter = { .to_ns = UINT64_MAX }, .workers = 1 };
	struct csa_report report;
	struct csa_err err = { 0 };

	if (legacy) {
		choices.process_dirs = options.process_dirs =
			(const char *const *)legacy->process_dirs;
		choices.process_dir_count = options.process_dir_count = legacy->process_count;
	}
	if (choice == 0xff) {
		/* What it asserts is a crash here. */
		setenv("CMOCKA_TEST_ABORT", "1", 1);
		t_check_calls(dir, &options, true);
		return;
	}
	if (t_any_report(&report, dir, &choices, &err) < 0 && !err.msg[0])
		abort(); /* a failure says what it is */
	csa_report_release(&report);
}
