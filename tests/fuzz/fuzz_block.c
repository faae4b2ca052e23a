/* SPDX-License-Identifier: MIT */
/*
 * Blocks of a process, in a block file and in windows. The input: a choice of the report, flags (1: the
 * process keeps the newest windows only), two bytes with the length of what the block file holds; the rest
 * are the windows.
 */
#include <string.h>

#include <callsight/trace_format.h>

#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "fuzz_reports.h"

#define PREFIX 4u

static const char stop_facts[] =
	"{\"schema\":1,\"pid\":7,\"start\":{\"ticks\":1000,\"monotonic_ns\":1000},"
	"\"clock\":{\"tick_hz\":1e9,\"exact\":false},\"settings\":{\"full\":\"stop\"}}";
static const char wrap_facts[] =
	"{\"schema\":1,\"pid\":7,\"start\":{\"ticks\":1000,\"monotonic_ns\":1000},"
	"\"clock\":{\"tick_hz\":1e9,\"exact\":true},\"settings\":{\"full\":\"wrap\"}}";

static void write_live(const char *dir, const uint8_t *data, size_t size)
{
	static unsigned char page[CSF_LIVE_HEADER_BYTES + 2 * CSF_BLOCK_BYTES];
	const struct csf_live live = {
		.magic = CSF_LIVE_MAGIC,
		.version = CSF_VERSION,
		.window_bytes = CSF_BLOCK_BYTES,
		.window_count = (uint32_t)((size + CSF_BLOCK_BYTES - 1) / CSF_BLOCK_BYTES),
		.pid = 7,
	};

	if (size > 2 * (size_t)CSF_BLOCK_BYTES)
		size = 2 * (size_t)CSF_BLOCK_BYTES;
	memcpy(page, &live, sizeof(live));
	memcpy(page + CSF_LIVE_HEADER_BYTES, data, size);
	fuzz_folder_write(dir, "live.cst", page, CSF_LIVE_HEADER_BYTES + size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *dir = fuzz_capture();
	size_t in_file;

	if (size < PREFIX)
		return 0;
	in_file = (size_t)data[2] | (size_t)data[3] << 8;
	if (in_file > size - PREFIX)
		in_file = size - PREFIX;
	if (data[1] & 1)
		fuzz_folder_write(dir, "process.json", wrap_facts, sizeof(wrap_facts) - 1);
	else
		fuzz_folder_write(dir, "process.json", stop_facts, sizeof(stop_facts) - 1);
	fuzz_folder_write(dir, "blocks-0.0.cst", data + PREFIX, in_file);
	write_live(dir, data + PREFIX + in_file, size - PREFIX - in_file);
	fuzz_report(dir, data[0], NULL);
	return 0;
}
