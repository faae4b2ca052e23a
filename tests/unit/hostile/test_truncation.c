/* SPDX-License-Identifier: MIT */
/*
 * test_truncation SAMPLE: one file of a capture is cut at every byte of its last 4 KiB, and read. The
 * fewer bytes are left, the fewer events, and what was cut within is named by file and offset.
 */
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "hostile_samples.h"
#include "test_files.h"

#define LAST 4096u

static unsigned failures;

static void fail(const struct t_sample *sample, size_t cut, const struct t_reading *r,
		 const char *what)
{
	if (failures++ < 10)
		printf("%s cut to %zu of %zu bytes: %s; status %d, %llu events, \"%s\"\n",
		       strrchr(sample->file, '/') + 1, cut, sample->count, what, r->rc,
		       (unsigned long long)r->events, r->text);
}

/* Is the end of the file then the end of a record? */
static bool is_between(const struct t_sample *sample, size_t cut)
{
	size_t at = 0;

	if (sample->record_bytes)
		return cut >= sample->first_cut_bytes &&
		       (cut - sample->first_cut_bytes) % sample->record_bytes == 0;
	while (at < cut) {
		struct csf_block header;

		if (cut - at < sizeof(header))
			return false;
		memcpy(&header, sample->bytes + at, sizeof(header));
		at += header.used_bytes;
	}
	return at == cut;
}

static void check_named(const struct t_sample *sample, size_t cut, const struct t_reading *r)
{
	if (sample->is_old && cut < 8)
		return; /* what it was cannot be seen any more */
	if (!strstr(r->text, sample->file))
		fail(sample, cut, r, "the file is not named");
	if (!strstr(r->text, "offset "))
		fail(sample, cut, r, "no offset is named");
}

/* Return: events after the last cut. */
static uint64_t cut_down(const struct t_sample *sample, uint64_t events, size_t from)
{
	size_t first = from > LAST ? from - LAST : 0;

	for (size_t cut = from; cut-- > first;) {
		struct t_reading r;

		t_truncate(sample->file, cut);
		t_sample_read(sample, (unsigned)(cut % 2), &r);
		if (r.events > events)
			fail(sample, cut, &r, "more events than with a byte more");
		if (r.rc == CSA_E_NOMEM)
			fail(sample, cut, &r, "out of memory");
		if (r.rc < 0 && !r.text[0])
			fail(sample, cut, &r, "a failure without a word");
		if (sample->says_cuts && !is_between(sample, cut))
			check_named(sample, cut, &r);
		events = r.events;
	}
	return events;
}

int main(int argc, char **argv)
{
	struct t_sample sample;
	struct t_reading whole;
	uint64_t events;
	size_t used;

	if (argc != 2 || !t_sample_make(&sample, argv[1])) {
		fputs("usage: test_truncation SAMPLE\n", stderr);
		return 2;
	}
	t_sample_read(&sample, 0, &whole);
	if (whole.rc < 0 || whole.events == 0)
		fail(&sample, sample.count, &whole, "the whole file");
	events = cut_down(&sample, whole.events, sample.count);
	/* What is there ends before: files of windows are mostly zeros. */
	for (used = sample.count; used && !sample.bytes[used - 1];)
		used--;
	if (used + LAST < sample.count) {
		t_write_file(sample.file, sample.bytes, sample.count);
		events = cut_down(&sample, whole.events, used);
	}
	printf("%s: %llu events before, %llu after the last cut\n", argv[1],
	       (unsigned long long)whole.events, (unsigned long long)events);
	t_sample_free(&sample);
	return failures != 0;
}
