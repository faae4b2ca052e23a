/* SPDX-License-Identifier: MIT */
/*
 * What an earlier client (TKSTREAM, version 2) sends, in either byte order: handshake and chunks, also those that
 * lie. What cannot be done ends the program.
 */
#ifndef T_OLD_AGENT_H
#define T_OLD_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct t_old_agent {
	bool is_big_endian;
	unsigned char *bytes;
	size_t count;
	size_t capacity;
};

void t_old_agent_init(struct t_old_agent *agent, bool is_big_endian);
void t_old_agent_release(struct t_old_agent *agent);

/** t_old_agent_add() - bytes as they are. */
void t_old_agent_add(struct t_old_agent *agent, const void *bytes, size_t count);

struct t_old_hello {
	uint32_t version;     /* 0: 2 */
	uint32_t event_bytes; /* 0: 32 */
	uint32_t flags;
	bool has_late_flags; /* at offset 20, not 16 */
	uint64_t bias;
	uint64_t tick_hz;
	uint64_t first_ticks;
	uint64_t first_ns;
	uint64_t hook_ns;
};

void t_old_agent_hello(struct t_old_agent *agent, const struct t_old_hello *hello);

/** t_old_agent_chunk() - compressed; of @raw_bytes the header says @said_bytes. */
void t_old_agent_chunk(struct t_old_agent *agent, uint32_t type, const void *raw, size_t raw_bytes,
		       size_t said_bytes);

/** t_old_agent_header() - of a chunk, as given. */
void t_old_agent_header(struct t_old_agent *agent, uint32_t type, uint32_t raw_bytes,
			uint32_t stored_bytes);

/** t_old_agent_event() - a chunk with one event; as t_old_record(). */
void t_old_agent_event(struct t_old_agent *agent, uint64_t time, uint64_t function, uint32_t tid,
		       unsigned kind);

void t_old_agent_notice(struct t_old_agent *agent, uint64_t dropped);

/**
 * t_old_agent_files() - handshake and events of event files of one process, in chunks of at most @events events, by
 * turns from each file. The agent gets their byte order.
 */
void t_old_agent_files(struct t_old_agent *agent, const char *const *paths, unsigned count,
		       unsigned events);

#endif
