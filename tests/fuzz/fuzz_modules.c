/* SPDX-License-Identifier: MIT */
/* What was loaded where and when: modules of a process with a few calls, behind a choice of the report. */
#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "fuzz_reports.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *dir = fuzz_capture();

	if (size == 0)
		return 0;
	fuzz_folder_write(dir, "modules", data + 1, size - 1);
	fuzz_report(dir, data[0], NULL);
	return 0;
}
