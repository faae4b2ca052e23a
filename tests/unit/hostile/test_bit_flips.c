/* SPDX-License-Identifier: MIT */
/*
 * test_bit_flips SAMPLE: a bit of one file of a capture is wrong, or up to eight, wherever; a report in a
 * format in turn ends all the same, and says why when it fails. The same places every time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "hostile_samples.h"
#include "test_files.h"

#define FLIPS 800u /* of each of 14 samples: more than 10 000 in all */
#define SEED  0x2545f4914f6cdd1dull

/* xorshift64 */
static uint64_t next_number(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void write_damaged(const struct t_sample *sample, unsigned char *bytes, uint64_t *state)
{
	uint64_t count = next_number(state) % 4 ? 1 : 1 + next_number(state) % 8;

	memcpy(bytes, sample->bytes, sample->count);
	while (count--) {
		uint64_t bit = next_number(state) % (8 * sample->count);

		/* Half of them where headers are. */
		if (next_number(state) % 2)
			bit %= 8 * 4096;
		bit %= 8 * sample->count;
		bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
	}
	t_write_file(sample->file, bytes, sample->count);
}

int main(int argc, char **argv)
{
	struct t_sample sample;
	uint64_t state = SEED;
	unsigned failures = 0;
	unsigned damaged = 0;
	unsigned refused = 0;
	unsigned char *bytes;

	if (argc != 2 || !t_sample_make(&sample, argv[1])) {
		fputs("usage: test_bit_flips SAMPLE\n", stderr);
		return 2;
	}
	bytes = malloc(sample.count + 1);
	if (!bytes)
		return 1;
	for (unsigned i = 0; i < FLIPS; i++) {
		struct t_reading r;

		write_damaged(&sample, bytes, &state);
		t_sample_read(&sample, i, &r);
		damaged += r.damage != 0;
		refused += r.rc < 0;
		if (r.rc != CSA_E_NOMEM && (r.rc == 0 || r.text[0]))
			continue;
		failures++;
		printf("flip %u: status %d, \"%s\"\n", i, r.rc, r.text);
	}
	printf("%s: %u times damaged, %u of them seen, %u refused\n", argv[1], FLIPS, damaged,
	       refused);
	free(bytes);
	t_sample_free(&sample);
	return failures != 0;
}
