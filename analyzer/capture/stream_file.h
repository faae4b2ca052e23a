/* SPDX-License-Identifier: MIT */
/*
 * stream.json: what `callsight serve` knows of a capture that it received, in the folder of the process or of an
 * earlier client. As text only: nothing is opened by what stands in it.
 */
#ifndef CSA_STREAM_FILE_H
#define CSA_STREAM_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct csa_stream_file {
	bool known;  /* the file is there and says so */
	bool is_old; /* of an earlier client: events, not blocks, are counted */
	char *peer;  /* may be NULL, as the next */
	char *state; /* "ended": everything is there */
	char *byte_order;
	char *stopped_by; /* the limit of the server; may be NULL */
	uint64_t blocks;  /* in files */
	uint64_t repeated_blocks;
	uint64_t dropped_blocks; /* for which there was no room on the device */
	uint64_t events;
	uint64_t dropped_events;
};

/** csa_stream_file_read() - of the folder @dir; anything else than such a file is not known. */
void csa_stream_file_read(struct csa_stream_file *stream, const char *dir);
void csa_stream_file_release(struct csa_stream_file *stream);

/** csa_stream_file_is_whole() - nothing is to come, or is known to be missing. */
bool csa_stream_file_is_whole(const struct csa_stream_file *stream);

/** csa_stream_file_is_open() - it is not whole because it goes on, as far as anybody said. */
bool csa_stream_file_is_open(const struct csa_stream_file *stream);

/** csa_stream_file_why() - why it is not, one clause. */
const char *csa_stream_file_why(const struct csa_stream_file *stream);

#endif
