/* SPDX-License-Identifier: MIT */
/*
 * The capture of an earlier client: <dir>/<peer>/old-<time>-<n>/ with event files of version 2 in the agent's
 * byte order, trace.0.0.<segment>.bin, and stream.json.
 */
#ifndef CSS_OLD_CAPTURE_H
#define CSS_OLD_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "store.h"
#include "stream_facts.h"

struct css_old_capture {
	struct css_store *store;
	const char *peer;
	int dir_fd;
	int fd;
	bool is_foreign;
	unsigned char header[80]; /* of the files */
	unsigned segment;
	uint64_t end;  /* of the file: whole chunks */
	uint64_t next; /* of what is being written */
	uint64_t event_bytes;
	uint64_t notice; /* the last one */
	uint64_t dropped;
	uint64_t used_bytes; /* of the budget */
	struct css_stop stop;
	unsigned char last[32]; /* event */
	char name[64];
};

/**
 * css_old_capture_open() - make the folder and the first file.
 * @hello: CSS_OLD_HELLO_BYTES as they came
 * @peer: borrowed
 * @capture: css_old_capture_close() after success and failure
 *
 * Return: 0; CSA_E_SYSTEM, CSA_E_IO.
 */
int css_old_capture_open(struct css_old_capture *capture, struct css_store *store, const char *peer,
			 const unsigned char *hello, bool is_foreign, struct csa_err *err);

/** css_old_capture_close() - say in the file why it stopped, and in stream.json how it ended. */
void css_old_capture_close(struct css_old_capture *capture, enum css_stream_state state);

/** css_old_capture_begin() - a chunk of @bytes comes. Return: 0; CSA_E_IO: a limit does not allow it. */
int css_old_capture_begin(struct css_old_capture *capture, uint64_t bytes, struct csa_err *err);

/** css_old_capture_add() - a piece of it, whole events: a css_old_sink_fn. */
int css_old_capture_add(void *capture, const void *bytes, size_t count, struct csa_err *err);

/** css_old_capture_commit() - it is complete. */
void css_old_capture_commit(struct css_old_capture *capture);

/**
 * css_old_capture_lose() - the agent's ring has had no room for so many events.
 * @dropped: its counter, in this machine's order
 */
int css_old_capture_lose(struct css_old_capture *capture, uint64_t dropped, struct csa_err *err);

#endif
