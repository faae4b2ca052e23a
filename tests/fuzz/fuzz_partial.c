/* SPDX-License-Identifier: MIT */
/*
 * The content of a partial report (gzip's checksum would refuse everything else): merged, printed, written
 * again, and merged once more, which must give the same.
 */
#define _GNU_SOURCE /* open_memstream, open */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "fuzz_input.h"
#include "out/out_format.h"
#include "partial/partial.h"

/* As a file of stored blocks. Return: its path, NULL: too large. */
static const char *pack(const uint8_t *data, size_t size)
{
	static unsigned char room[1 << 20];
	z_stream z = { .next_in = (unsigned char *)(uintptr_t)data,
		       .avail_in = (unsigned)size,
		       .next_out = room,
		       .avail_out = sizeof(room) };

	if (size > sizeof(room) / 2 || deflateInit2(&z, 0, Z_DEFLATED, 15 + 16, 8, 0) != Z_OK)
		return NULL;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	deflateEnd(&z);
	return fuzz_input_file(0, room, z.total_out);
}

static char *print(const struct csa_report *report, size_t *length)
{
	static const char *const formats[] = { "text", "json",    "csv",       "folded",
					       "tree", "callers", "callgrind", "pprof" };
	const struct csa_call_filter filter = { .to_ns = UINT64_MAX };
	const struct csa_out_options options = { .filter = &filter };
	char *text = NULL;
	FILE *out = open_memstream(&text, length);
	struct csa_err err = { 0 };

	if (!out)
		abort();
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		const struct csa_out_format *format = csa_out_find(formats[i]);

		if (format && format->write)
			(void)format->write(report, &options, out, &err);
	}
	fclose(out);
	return text;
}

static void write_again(const struct csa_report *report)
{
	struct csa_err err = { 0 };
	int fd = open(fuzz_input_file(1, "", 0), O_WRONLY | O_TRUNC);

	if (fd < 0 || csa_partial_write(report, fd, &err) != 0)
		abort();
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct csa_report_options options = { .wants_tree = true, .wants_sites = true };
	const char *path = pack(data, size);
	const char *again = "/proc/self/fd/41";
	struct csa_report report;
	struct csa_err err = { 0 };
	size_t length = 0;
	size_t other_length = 0;
	char *text;
	char *other;

	if (!path)
		return 0;
	if (csa_partial_merge(&report, &path, 1, &options, &err) != 0) {
		if (err.code != CSA_E_FORMAT && err.code != CSA_E_UNSUPPORTED)
			abort();
		csa_report_release(&report);
		return 0;
	}
	text = print(&report, &length);
	write_again(&report);
	csa_report_release(&report);
	if (csa_partial_merge(&report, &again, 1, &options, &err) != 0)
		abort();
	other = print(&report, &other_length);
	if (length != other_length || memcmp(text, other, length) != 0)
		abort();
	free(text);
	free(other);
	csa_report_release(&report);
	return 0;
}
