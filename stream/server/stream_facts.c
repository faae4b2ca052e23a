/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "stream_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "folder_file.h"

#define FILE_NAME "stream.json"
#define KEY_FIELD "\"key\":\""

static const char *const states[] = {
	[CSS_STREAM_OPEN] = "open",
	[CSS_STREAM_INTERRUPTED] = "interrupted",
	[CSS_STREAM_ENDED] = "ended",
	[CSS_STREAM_STOPPED] = "stopped",
};

/* FNV-1a: names of one ring are told apart; who makes two with one sum spoils only his own captures. */
static uint64_t hash(const void *bytes, size_t count)
{
	const unsigned char *at = bytes;
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < count; i++)
		sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
	return sum;
}

void css_stream_key(char *key, const uint64_t *ring_id, bool is_foreign, const void *name,
		    size_t name_bytes)
{
	snprintf(key, CSS_STREAM_KEY_BYTES, "%016" PRIx64 "%016" PRIx64 "-%016" PRIx64, ring_id[0],
		 ring_id[1], hash(name, name_bytes) ^ is_foreign);
}

int css_stream_facts_write(const struct css_stream_facts *facts, int dir_fd)
{
	char text[2048]; /* names are safe names: nothing in them needs an escape */
	int length =
		snprintf(text, sizeof(text),
			 "{\"schema\":%d," KEY_FIELD
			 "%s\",\"name\":\"%s\",\"peer\":\"%s\",\"state\":\"%s\","
			 "\"stopped_by\":%s%s%s,\"byte_order\":\"%s\",\"pointer_bytes\":%u,"
			 "\"blocks\":%" PRIu64 ",\"block_bytes\":%" PRIu64
			 ",\"repeated_blocks\":%" PRIu64 ",\"dropped_blocks\":%" PRIu64 "}\n",
			 CSS_STREAM_FACTS_SCHEMA, facts->key, facts->name, facts->peer,
			 states[facts->state], facts->stopped_by ? "\"" : "",
			 facts->stopped_by ? facts->stopped_by : "null",
			 facts->stopped_by ? "\"" : "", facts->is_big_endian ? "big" : "little",
			 facts->pointer_bytes, facts->blocks, facts->block_bytes,
			 facts->repeated_blocks, facts->dropped_blocks);

	return css_file_replace(dir_fd, FILE_NAME, text, (size_t)length);
}

int css_stream_facts_key(int dir_fd, char *key)
{
	char text[256]; /* the key stands near the start */
	int fd = css_file_open(dir_fd, FILE_NAME, O_RDONLY);
	const char *at;
	int64_t count;

	if (fd < 0)
		return fd;
	count = css_file_read_at(fd, text, sizeof(text) - 1, 0);
	css_close(fd);
	if (count < 0)
		return (int)count;
	text[count] = '\0';
	at = strstr(text, KEY_FIELD);
	if (!at || strlen(at) < strlen(KEY_FIELD) + CSS_STREAM_KEY_BYTES - 1)
		return -EINVAL;
	memcpy(key, at + strlen(KEY_FIELD), CSS_STREAM_KEY_BYTES - 1);
	key[CSS_STREAM_KEY_BYTES - 1] = '\0';
	return 0;
}
