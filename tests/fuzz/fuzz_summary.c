/* SPDX-License-Identifier: MIT */
/*
 * The numbers that TRACE_MODE=summary and count leave. A whole file is 68 KiB at least and mostly zeros:
 * the input is a choice of the report, the header of summary.cst, and then windows: what stands before the
 * tags, a count of cells, and each cell with its place and its tag.
 */
#include <string.h>

#include <callsight/summary_format.h>

#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "fuzz_reports.h"

#define WINDOWS 3u

struct input {
	const uint8_t *at;
	size_t left;
};

static void take(struct input *in, void *out, size_t count)
{
	if (count > in->left)
		count = in->left;
	memcpy(out, in->at, count);
	in->at += count;
	in->left -= count;
}

static void take_window(struct input *in, unsigned char *window)
{
	uint8_t count = 0;

	take(in, window, CSF_TABLE_TAGS_OFFSET);
	take(in, &count, 1);
	for (unsigned i = 0; i < count && in->left; i++) {
		uint8_t place = 0;
		size_t cell;

		take(in, &place, 1);
		cell = place % CSF_TABLE_CELLS;
		take(in, window + CSF_TABLE_TAGS_OFFSET + 8 * cell, 8);
		take(in, window + CSF_TABLE_HEADER_BYTES + CSF_CELL_BYTES * cell, CSF_CELL_BYTES);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static unsigned char file[CSF_SUMMARY_HEADER_BYTES + WINDOWS * CSF_WINDOW_BYTES];
	const char *dir = fuzz_capture();
	struct input in = { .at = data, .left = size };
	unsigned windows = 0;
	uint8_t choice = 0;

	memset(file, 0, sizeof(file));
	take(&in, &choice, 1);
	take(&in, file, sizeof(struct csf_summary));
	while (in.left && windows < WINDOWS)
		take_window(&in, file + CSF_SUMMARY_HEADER_BYTES + CSF_WINDOW_BYTES * windows++);
	fuzz_folder_write(dir, "summary.cst", file,
			  CSF_SUMMARY_HEADER_BYTES + (size_t)windows * CSF_WINDOW_BYTES);
	/* A summary has no calls that could be checked. */
	fuzz_report(dir, choice & 0x7f, NULL);
	return 0;
}
