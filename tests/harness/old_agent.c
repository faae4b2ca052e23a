/* SPDX-License-Identifier: MIT */
#include "old_agent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define HEADER_BYTES 80u
#define EVENT_BYTES  32u
#define FILES_MAX    16u

static void must(bool is_well, const char *what)
{
	if (is_well)
		return;
	fprintf(stderr, "old_agent: %s\n", what);
	exit(1);
}

void t_old_agent_init(struct t_old_agent *agent, bool is_big_endian)
{
	*agent = (struct t_old_agent){ .is_big_endian = is_big_endian };
}

void t_old_agent_release(struct t_old_agent *agent)
{
	free(agent->bytes);
	*agent = (struct t_old_agent){ 0 };
}

void t_old_agent_add(struct t_old_agent *agent, const void *bytes, size_t count)
{
	if (agent->count + count > agent->capacity) {
		agent->capacity = 2 * agent->capacity + count;
		agent->bytes = realloc(agent->bytes, agent->capacity);
		must(agent->bytes, "no memory");
	}
	memcpy(agent->bytes + agent->count, bytes, count);
	agent->count += count;
}

static void put(const struct t_old_agent *agent, unsigned char *to, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[agent->is_big_endian ? bytes - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

void t_old_agent_hello(struct t_old_agent *agent, const struct t_old_hello *hello)
{
	unsigned char bytes[64] = "TKSTREAM";

	put(agent, bytes + 8, hello->version ? hello->version : 2, 4);
	put(agent, bytes + 12, hello->event_bytes ? hello->event_bytes : EVENT_BYTES, 4);
	put(agent, bytes + (hello->has_late_flags ? 20 : 16), hello->flags, 4);
	put(agent, bytes + 24, hello->bias, 8);
	put(agent, bytes + 32, hello->tick_hz, 8);
	put(agent, bytes + 40, hello->first_ticks, 8);
	put(agent, bytes + 48, hello->first_ns, 8);
	put(agent, bytes + 56, hello->hook_ns, 8);
	t_old_agent_add(agent, bytes, sizeof(bytes));
}

void t_old_agent_header(struct t_old_agent *agent, uint32_t type, uint32_t raw_bytes,
			uint32_t stored_bytes)
{
	unsigned char bytes[12];

	put(agent, bytes, type, 4);
	put(agent, bytes + 4, raw_bytes, 4);
	put(agent, bytes + 8, stored_bytes, 4);
	t_old_agent_add(agent, bytes, sizeof(bytes));
}

void t_old_agent_chunk(struct t_old_agent *agent, uint32_t type, const void *raw, size_t raw_bytes,
		       size_t said_bytes)
{
	size_t room = ZSTD_compressBound(raw_bytes);
	void *stored = calloc(1, room);
	size_t stored_bytes;

	must(stored, "no memory");
	stored_bytes = ZSTD_compress(stored, room, raw, raw_bytes, 1);
	must(!ZSTD_isError(stored_bytes), "zstd");
	t_old_agent_header(agent, type, (uint32_t)said_bytes, (uint32_t)stored_bytes);
	t_old_agent_add(agent, stored, stored_bytes);
	free(stored);
}

void t_old_agent_event(struct t_old_agent *agent, uint64_t time, uint64_t function, uint32_t tid,
		       unsigned kind)
{
	unsigned char event[EVENT_BYTES] = { 0 };

	put(agent, event, time, 8);
	put(agent, event + 8, function, 8);
	put(agent, event + 24, tid, 4);
	event[28] = (unsigned char)kind;
	t_old_agent_chunk(agent, 0, event, sizeof(event), sizeof(event));
}

void t_old_agent_notice(struct t_old_agent *agent, uint64_t dropped)
{
	unsigned char bytes[8];

	put(agent, bytes, dropped, 8);
	t_old_agent_chunk(agent, 1, bytes, sizeof(bytes), sizeof(bytes));
}

/* A handshake as a file's header has it: the clock stands at the same place in both. */
static void hello_of_file(struct t_old_agent *agent, const unsigned char *header)
{
	unsigned char bytes[64] = "TKSTREAM";

	agent->is_big_endian = header[8] == 0;
	memcpy(bytes + 8, header + 8, 8);
	memcpy(bytes + 16, header + 20, 4);
	/* What the file's flags say of the byte order is not the ring's to say. */
	bytes[agent->is_big_endian ? 19 : 16] &= 3;
	memcpy(bytes + 24, header + 24, 40);
	t_old_agent_add(agent, bytes, sizeof(bytes));
}

void t_old_agent_files(struct t_old_agent *agent, const char *const *paths, unsigned count,
		       unsigned events)
{
	unsigned char *batch = malloc((size_t)events * EVENT_BYTES);
	FILE *files[FILES_MAX];
	unsigned char header[HEADER_BYTES];
	size_t got = 1;

	must(batch && count <= FILES_MAX, "too many files");
	for (unsigned i = 0; i < count; i++) {
		files[i] = fopen(paths[i], "rb");
		must(files[i] && fread(header, 1, sizeof(header), files[i]) == sizeof(header),
		     paths[i]);
		if (i == 0)
			hello_of_file(agent, header);
	}
	while (got) {
		got = 0;
		for (unsigned i = 0; i < count; i++) {
			size_t n = fread(batch, EVENT_BYTES, events, files[i]);

			if (n)
				t_old_agent_chunk(agent, 0, batch, n * EVENT_BYTES,
						  n * EVENT_BYTES);
			got += n;
		}
	}
	for (unsigned i = 0; i < count; i++)
		fclose(files[i]);
	free(batch);
}
