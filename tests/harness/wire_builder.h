/* SPDX-License-Identifier: MIT */
/*
 * Builds what a client says on the wire, in either byte order: hello, messages, blocks. What cannot be done ends
 * the program.
 */
#ifndef T_WIRE_BUILDER_H
#define T_WIRE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/wire_format.h>

struct t_wire {
	bool is_foreign; /* the client's byte order is the other one */
	int level;       /* of zstd; 0: messages are stored as they are */
	uint32_t number; /* of the last message */
	unsigned char *bytes;
	size_t count;
	size_t capacity;
};

/** t_wire_init() - nothing was said. t_wire_release() frees. */
void t_wire_init(struct t_wire *wire, bool is_foreign);
void t_wire_release(struct t_wire *wire);

/** t_wire_add() - bytes as they are. */
void t_wire_add(struct t_wire *wire, const void *bytes, size_t count);

void t_wire_hello(struct t_wire *wire, uint64_t ring);

/** t_wire_message() - the next number, and a right checksum. */
void t_wire_message(struct t_wire *wire, uint32_t type, uint32_t process, const void *raw,
		    size_t raw_bytes);

/** t_wire_said() - the header as given, its numbers in this machine's order, and @count bytes behind it. */
void t_wire_said(struct t_wire *wire, struct csf_wire_message message, const void *bytes,
		 size_t count);

void t_wire_process(struct t_wire *wire, uint32_t process, const char *name, const char *facts);
void t_wire_modules(struct t_wire *wire, uint32_t process, uint64_t offset, const char *text);
void t_wire_status(struct t_wire *wire, uint32_t process, const struct csf_live *live,
		   uint64_t dropped_blocks);

/** One block of a lane; its words are holes but for the last, which says its sequence. */
struct t_wire_block {
	uint32_t serial;
	uint8_t lane;
	uint32_t sequence;
	uint32_t used_bytes; /* 0: 1024 */
	uint64_t first_ticks;
	bool is_open;
};

/** t_wire_make_block() - @to of CSF_BLOCK_BYTES. Return: its used bytes. */
size_t t_wire_make_block(const struct t_wire *wire, void *to, const struct t_wire_block *block);

/** t_wire_blocks() - a message with @count blocks. */
void t_wire_blocks(struct t_wire *wire, uint32_t process, const struct t_wire_block *blocks,
		   size_t count);

/** t_wire_partial() - bytes @from up to block->used_bytes of @window. */
void t_wire_partial(struct t_wire *wire, uint32_t process, uint32_t window, uint32_t from,
		    const struct t_wire_block *block);

/** In the order of the client. */
uint32_t t_wire_u32(const struct t_wire *wire, uint32_t value);
uint64_t t_wire_u64(const struct t_wire *wire, uint64_t value);

#endif
