/* SPDX-License-Identifier: MIT */
/*
 * Counts the words of made-up documents in four threads and prints a checksum of the results.
 *
 *   minimal [--documents N]    N documents a thread, 16 when not given
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "render.h"
#include "sort.h"
#include "table.h"

#define THREADS   4u
#define WORDS     2000u /* in a document */
#define BEST      50u   /* words that are rendered */
#define DOCUMENTS 16u

struct job {
	pthread_t thread;
	unsigned number;
	unsigned documents;
	unsigned checksum;
	int failed;
};

static int count_words(struct table *table, const char *text)
{
	struct word word;

	while (scan_word(&text, &word)) {
		if (table_count(table, &word) < 0)
			return -1;
	}
	return 0;
}

static unsigned sum_bytes(unsigned sum, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		sum = sum * 31u + (unsigned char)bytes[i];
	return sum;
}

static int process_document(struct job *job, unsigned seed)
{
	char page[BEST * 32];
	struct table table = { 0 };
	char *text = document_make(seed, WORDS);
	int rc = -1;

	if (!text || table_init(&table) < 0 || count_words(&table, text) < 0)
		goto out;
	table_pack(&table);
	sort_entries(table.entries, table.used);
	job->checksum =
		sum_bytes(job->checksum, page,
			  render_entries(table.entries, table.used < BEST ? table.used : BEST, page,
					 sizeof(page)));
	rc = 0;
out:
	table_release(&table);
	free(text);
	return rc;
}

static void *run_job(void *argument)
{
	struct job *job = argument;

	for (unsigned i = 0; i < job->documents && !job->failed; i++)
		job->failed = process_document(job, job->number * 1000 + i) < 0;
	return NULL;
}

int main(int argc, char **argv)
{
	struct job jobs[THREADS] = { 0 };
	unsigned documents = DOCUMENTS;
	unsigned checksum = 0;
	int failed = 0;

	if (argc == 3 && strcmp(argv[1], "--documents") == 0) {
		documents = (unsigned)strtoul(argv[2], NULL, 10);
	} else if (argc > 1) {
		fprintf(stderr, "usage: minimal [--documents N]\n");
		return 2;
	}
	for (unsigned i = 0; i < THREADS; i++) {
		jobs[i].number = i;
		jobs[i].documents = documents;
		if (pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) != 0)
			return 1;
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(jobs[i].thread, NULL);
		checksum ^= jobs[i].checksum;
		failed |= jobs[i].failed;
	}
	printf("checksum %08x\n", checksum);
	return failed;
}
