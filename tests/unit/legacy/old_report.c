/* SPDX-License-Identifier: MIT */
#include "old_report.h"

#include "legacy.h"
#include "report_reader.h"
#include "test_files.h"

void t_old_report(struct t_old_report *r, const char *dir, bool is_damaged)
{
	struct csa_legacy legacy;
	struct csa_err err = { 0 };
	struct csa_report_options options = { .workers = 1, .wants_tree = true };

	r->dir = t_temp_dir();
	if (csa_legacy_import(&legacy, r->dir, dir, NULL, &err) != 0)
		fail_msg("%s", err.msg);
	if (!legacy.dir)
		fail_msg("%s: no old files", dir);
	options.process_dirs = (const char *const *)legacy.process_dirs + legacy.newest;
	options.process_dir_count = legacy.process_count - legacy.newest;
	if (csa_report_make(&r->report, dir, &options, &err) != 0)
		fail_msg("%s", err.msg);
	csa_legacy_close(&legacy);
	if (!is_damaged)
		t_check_no_damage(&r->report);
	if (r->report.notes.total[CSA_NOTE_DAMAGE] == 0 && is_damaged)
		fail_msg("no damage was said");
}

void t_old_report_release(struct t_old_report *r)
{
	csa_report_release(&r->report);
	t_remove(r->dir);
}
