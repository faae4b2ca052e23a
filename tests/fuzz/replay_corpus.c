/* SPDX-License-Identifier: MIT */
/*
 * replay_corpus FOLDER: runs the target that it is linked with on every file of a corpus and on 64
 * beginnings of each: a cut file is what damage looks like most often. Takes the place of libFuzzer
 * where that is not there; passes when nothing crashes.
 */
#define _GNU_SOURCE /* scandir, asprintf */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"

#define CUTS 64u

/* A copy of exactly @size bytes: a sanitizer sees what is read behind it. */
static void run_once(const unsigned char *data, size_t size)
{
	unsigned char *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static int replay(const char *folder, const char *name)
{
	static unsigned char data[1 << 16];
	char *path;
	FILE *file;
	size_t size;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	file = fopen(path, "rb");
	if (!file) {
		perror(path);
		free(path);
		return 1;
	}
	size = fread(data, 1, sizeof(data), file);
	fclose(file);
	/* Said before it runs: the last line names the input that crashed. */
	printf("%s\n", path);
	fflush(stdout);
	free(path);
	run_once(data, size);
	for (unsigned i = 0; i < CUTS; i++)
		run_once(data, size * i / CUTS);
	return 0;
}

int main(int argc, char **argv)
{
	struct dirent **entries;
	int status = 0;
	int files = 0;
	int count;

	if (argc != 2) {
		fputs("usage: replay_corpus FOLDER\n", stderr);
		return 2;
	}
	count = scandir(argv[1], &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		if (entries[i]->d_name[0] != '.') {
			files++;
			status |= replay(argv[1], entries[i]->d_name);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (files == 0) {
		fprintf(stderr, "%s: no file to replay\n", argv[1]);
		return 1;
	}
	printf("%d inputs, each whole and cut %u times\n", files, CUTS);
	return status;
}
