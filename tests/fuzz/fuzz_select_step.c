/* SPDX-License-Identifier: MIT */
/*
 * The selection step of a build over a source that is C in one target and C++ in another: with a cache
 * of the source as it was before, without one, and with one of the source as it is. It decides the
 * same each time.
 */
#define _GNU_SOURCE /* mkdtemp, asprintf, nftw */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file_text.h"
#include "fuzz_input.h"
#include "select/build.h"

static char *folder;

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *place)
{
	(void)st;
	(void)type;
	(void)place;
	return remove(path);
}

static void remove_folder(void)
{
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(folder);
}

static char *path_of(const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	return path;
}

static void write_file(const char *name, const void *data, size_t size)
{
	char *path = path_of(name);
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
		abort();
	free(path);
}

static void make_folder(void)
{
	static const char config[] = "include-func main 3\ninclude-func *::run\nexclude-func get*\n"
				     "exclude-small 3\nexclude b/*\n";
	const char *base = getenv("TMPDIR");
	char *plan;

	if (asprintf(&folder, "%s/fuzz-XXXXXX", base ? base : "/tmp") < 0 || !mkdtemp(folder) ||
	    atexit(remove_folder) != 0)
		abort();
	write_file("trace.config", config, sizeof(config) - 1);
	if (asprintf(&plan,
		     "callsight-plan\t2\nfolder\t%s\nsystem\t/usr/include\nctags\t\ncache\t%s/"
		     "cache\n"
		     "compiler\tGNU\ntarget\tone\t%s/trace.config\t%s/one\n"
		     "source\t%s/a.c\t%s/a.rsp\tC\n"
		     "compiler\tClang\ntarget\ttwo\t\t%s/two\nsource\t%s/a.cpp\t%s/b.rsp\tCXX\n",
		     folder, folder, folder, folder, folder, folder, folder, folder, folder) < 0)
		abort();
	write_file("plan", plan, strlen(plan));
	free(plan);
}

/* Runs the step; @text gets what was written that decides over functions. */
static void run_step(struct csa_buf *text)
{
	static const char *const written[] = { "one", "two", "a.rsp", "b.rsp" };
	char *plan = path_of("plan");
	struct csa_buf notes;
	struct csa_err err = { 0 };

	csa_buf_init(&notes);
	if (csa_build_select(plan, &(struct csa_emit_files){ 0 }, &notes, &err) != 0)
		abort();
	csa_buf_add(text, notes.data, notes.length);
	for (size_t i = 0; i < sizeof(written) / sizeof(*written); i++) {
		char *path = path_of(written[i]);

		if (csa_file_text_read(text, path, &err) != 0)
			abort();
		free(path);
	}
	csa_buf_release(&notes);
	free(plan);
}

static void forget(void)
{
	char *cache = path_of("cache");

	nftw(cache, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(cache);
}

static void expect_same(const struct csa_buf *first, const struct csa_buf *second, const char *how)
{
	if (first->length == second->length &&
	    memcmp(first->data, second->data, first->length) == 0)
		return;
	fprintf(stderr, "without a cache:\n%s\n%s:\n%s\n", first->data, how, second->data);
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_buf stale;
	struct csa_buf cold;
	struct csa_buf warm;

	if (!folder)
		make_folder();
	write_file("a.c", data, size);
	write_file("a.cpp", data, size);
	csa_buf_init(&stale);
	csa_buf_init(&cold);
	csa_buf_init(&warm);
	run_step(&stale);
	forget();
	run_step(&cold);
	run_step(&warm);
	expect_same(&cold, &stale, "with the cache of another source");
	expect_same(&cold, &warm, "with its cache");
	csa_buf_release(&stale);
	csa_buf_release(&cold);
	csa_buf_release(&warm);
	return 0;
}
