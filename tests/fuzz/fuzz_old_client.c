/* SPDX-License-Identifier: MIT */
/*
 * A connection of an earlier client, behind the length of the pieces in which it comes: no memory stays taken, what is
 * written is within the limit and whole events, and the analyzer reads it.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz_folder.h"
#include "fuzz_input.h"
#include "legacy.h"
#include "protocol.h"
#include "store.h"

#define LIMIT_BYTES (1u << 20)

static void must(int is_well)
{
	if (!is_well)
		abort();
}

static void talk_to(struct css_store *store, const uint8_t *data, size_t size, size_t piece)
{
	struct css_outbox outbox = { 0 };
	const struct css_talk talk = { store, "fuzz", "peer", &outbox };
	void *client = css_old_protocol.open(&talk);
	struct csa_err err = { 0 };
	int rc = 0;

	must(client != NULL);
	for (size_t at = 0; at < size && rc == 0; at += piece)
		rc = css_protocol_push(&css_old_protocol, client, data + at,
				       size - at < piece ? size - at : piece, &err);
	must(rc == 0 || err.msg[0]); /* a failure says what it is */
	(void)css_old_protocol.is_done(client);
	css_old_protocol.close(client);
	must(store->budget.memory_bytes == 0 && store->processes == 0 && outbox.count == 0);
	must(store->budget.used_bytes <= LIMIT_BYTES);
}

/* Of what is kept, every file is a header and whole events; the analyzer reads the folder. */
static void check_files(const char *dir)
{
	struct csa_legacy legacy;
	struct csa_err err = { 0 };
	char made[250];
	glob_t found = { 0 };
	char pattern[300];

	snprintf(made, sizeof(made), "%s/made", fuzz_folder());
	snprintf(pattern, sizeof(pattern), "%s/peer/old-*/trace.0.0.*.bin", dir);
	(void)glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat st;

		must(stat(found.gl_pathv[i], &st) == 0 && st.st_size >= 80 &&
		     (st.st_size - 80) % 32 == 0);
	}
	if (found.gl_pathc) {
		*strrchr(found.gl_pathv[0], '/') = '\0';
		mkdir(made, 0700);
		must(csa_legacy_import(&legacy, made, found.gl_pathv[0], NULL, &err) == 0 ||
		     err.msg[0]);
		csa_legacy_close(&legacy);
		fuzz_folder_clear(made);
	}
	globfree(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct css_store store;
	char dir[250];

	if (size == 0)
		return 0;
	snprintf(dir, sizeof(dir), "%s/received", fuzz_folder());
	must(css_store_open(&store, dir, NULL) == 0);
	store.budget.connection_bytes = LIMIT_BYTES;
	store.segment_bytes = 4096;
	talk_to(&store, data + 1, size - 1, data[0] ? data[0] : 4096);
	css_store_close(&store);
	check_files(dir);
	fuzz_folder_clear(dir);
	return 0;
}
