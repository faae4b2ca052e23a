/* SPDX-License-Identifier: MIT */
/* An event or summary file of an earlier producer, behind a choice of the report. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "fuzz_reports.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_legacy legacy;
	struct csa_err err = { 0 };
	char made[250];
	int rc;

	if (size == 0)
		return 0;
	snprintf(made, sizeof(made), "%s/made", fuzz_folder());
	mkdir(made, 0700);
	rc = csa_legacy_import(&legacy, made, fuzz_input_file(0, data + 1, size - 1), NULL, &err);
	if (rc < 0 && !err.msg[0])
		abort(); /* a failure says what it is */
	if (rc == 0 && legacy.dir)
		fuzz_report(made, data[0], &legacy);
	csa_legacy_close(&legacy);
	fuzz_folder_clear(made);
	return 0;
}
