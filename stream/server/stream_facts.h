/* SPDX-License-Identifier: MIT */
/* stream.json of a received process: where it came from, how far it came, how it ended. */
#ifndef CSS_STREAM_FACTS_H
#define CSS_STREAM_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSS_STREAM_FACTS_SCHEMA 1
#define CSS_STREAM_KEY_BYTES    50u /* with NUL: 32 digits, "-", 16 digits */

enum css_stream_state {
	CSS_STREAM_OPEN,        /* it is being received; or the server was killed */
	CSS_STREAM_INTERRUPTED, /* the connection ended before everything was there */
	CSS_STREAM_ENDED,       /* everything is there */
	CSS_STREAM_STOPPED,     /* a limit of the server was reached */
};

struct css_stream_facts {
	char key[CSS_STREAM_KEY_BYTES]; /* tells apart captures of the same name */
	const char *name;               /* of the folder */
	const char *peer;
	enum css_stream_state state;
	const char *stopped_by; /* the limit; NULL: none was reached */
	bool is_big_endian;
	unsigned pointer_bytes;
	uint64_t blocks; /* in files */
	uint64_t block_bytes;
	uint64_t repeated_blocks; /* that were sent again, and left out */
	uint64_t
		dropped_blocks; /* for which the ring had no room; their events are counted in the blocks */
};

/** css_stream_key() - from the ring, the byte order, and the name that the client gives the process. */
void css_stream_key(char *key, const uint64_t *ring_id, bool is_foreign, const void *name,
		    size_t name_bytes);

/** css_stream_facts_write() - replace stream.json in @dir_fd. Return: 0 or -errno. */
int css_stream_facts_write(const struct css_stream_facts *facts, int dir_fd);

/** css_stream_facts_key() - the key in stream.json. Return: 0, or -errno; -ENOENT: no such file. */
int css_stream_facts_key(int dir_fd, char *key);

#endif
