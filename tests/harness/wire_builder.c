/* SPDX-License-Identifier: MIT */
#include "wire_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "wire_checksum.h"

static void *must(void *memory)
{
	if (!memory) {
		fprintf(stderr, "wire_builder: no memory\n");
		abort();
	}
	return memory;
}

uint32_t t_wire_u32(const struct t_wire *wire, uint32_t value)
{
	return wire->is_foreign ? __builtin_bswap32(value) : value;
}

uint64_t t_wire_u64(const struct t_wire *wire, uint64_t value)
{
	return wire->is_foreign ? __builtin_bswap64(value) : value;
}

static uint16_t u16(const struct t_wire *wire, uint16_t value)
{
	return wire->is_foreign ? __builtin_bswap16(value) : value;
}

void t_wire_init(struct t_wire *wire, bool is_foreign)
{
	*wire = (struct t_wire){ .is_foreign = is_foreign };
}

void t_wire_release(struct t_wire *wire)
{
	free(wire->bytes);
	*wire = (struct t_wire){ 0 };
}

void t_wire_add(struct t_wire *wire, const void *bytes, size_t count)
{
	if (wire->count + count > wire->capacity) {
		wire->capacity = 2 * (wire->count + count);
		wire->bytes = must(realloc(wire->bytes, wire->capacity));
	}
	if (count)
		memcpy(wire->bytes + wire->count, bytes, count);
	wire->count += count;
}

void t_wire_hello(struct t_wire *wire, uint64_t ring)
{
	struct csf_wire_hello hello = { .version = t_wire_u32(wire, CSF_WIRE_VERSION),
					.byte_order = t_wire_u32(wire, CSF_WIRE_ORDER),
					.ring_id = { t_wire_u64(wire, ring), t_wire_u64(wire, 2) },
					.pointer_bytes = t_wire_u32(wire, 8) };

	memcpy(hello.magic, CSF_WIRE_MAGIC, sizeof(hello.magic));
	wire->number = 0;
	t_wire_add(wire, &hello, sizeof(hello));
}

static struct csf_wire_message as_sent(const struct t_wire *wire, struct csf_wire_message m)
{
	return (struct csf_wire_message){ .type = t_wire_u32(wire, m.type),
					  .number = t_wire_u32(wire, m.number),
					  .process = t_wire_u32(wire, m.process),
					  .raw_bytes = t_wire_u32(wire, m.raw_bytes),
					  .stored_bytes = t_wire_u32(wire, m.stored_bytes),
					  .checksum = t_wire_u32(wire, m.checksum) };
}

void t_wire_said(struct t_wire *wire, struct csf_wire_message message, const void *bytes,
		 size_t count)
{
	struct csf_wire_message sent = as_sent(wire, message);

	t_wire_add(wire, &sent, sizeof(sent));
	t_wire_add(wire, bytes, count);
}

void t_wire_message(struct t_wire *wire, uint32_t type, uint32_t process, const void *raw,
		    size_t raw_bytes)
{
	struct csf_wire_message message = { .type = type,
					    .number = ++wire->number,
					    .process = process,
					    .raw_bytes = (uint32_t)raw_bytes,
					    .stored_bytes = (uint32_t)raw_bytes };
	const void *stored = raw;
	size_t bound = ZSTD_compressBound(raw_bytes);
	void *packed = must(malloc(bound));
	struct csf_wire_message sent;

	if (wire->level && raw_bytes) {
		size_t count = ZSTD_compress(packed, bound, raw, raw_bytes, wire->level);

		if (!ZSTD_isError(count) && count < raw_bytes) {
			message.stored_bytes = (uint32_t)count;
			stored = packed;
		}
	}
	sent = as_sent(wire, message);
	message.checksum = css_wire_checksum(&sent, stored, message.stored_bytes, wire->is_foreign);
	t_wire_said(wire, message, stored, message.stored_bytes);
	free(packed);
}

void t_wire_process(struct t_wire *wire, uint32_t process, const char *name, const char *facts)
{
	size_t name_bytes = strlen(name);
	size_t facts_bytes = strlen(facts);
	struct csf_wire_process said = { t_wire_u32(wire, (uint32_t)name_bytes),
					 t_wire_u32(wire, (uint32_t)facts_bytes) };
	char *raw = must(malloc(sizeof(said) + name_bytes + facts_bytes));

	memcpy(raw, &said, sizeof(said));
	memcpy(raw + sizeof(said), name, name_bytes);
	memcpy(raw + sizeof(said) + name_bytes, facts, facts_bytes);
	t_wire_message(wire, CSF_WIRE_PROCESS, process, raw,
		       sizeof(said) + name_bytes + facts_bytes);
	free(raw);
}

void t_wire_modules(struct t_wire *wire, uint32_t process, uint64_t offset, const char *text)
{
	struct csf_wire_modules said = { t_wire_u64(wire, offset) };
	char *raw = must(malloc(sizeof(said) + strlen(text) + 1));

	memcpy(raw, &said, sizeof(said));
	memcpy(raw + sizeof(said), text, strlen(text));
	t_wire_message(wire, CSF_WIRE_MODULES, process, raw, sizeof(said) + strlen(text));
	free(raw);
}

void t_wire_status(struct t_wire *wire, uint32_t process, const struct csf_live *live,
		   uint64_t dropped_blocks)
{
	struct csf_wire_status said = {
		.live = { .magic = t_wire_u32(wire, CSF_LIVE_MAGIC),
			  .version = u16(wire, CSF_VERSION),
			  .ended = u16(wire, live->ended),
			  .window_bytes = t_wire_u32(wire, CSF_BLOCK_BYTES),
			  .window_count = t_wire_u32(wire, live->window_count),
			  .pid = t_wire_u32(wire, live->pid),
			  .lost_threads = t_wire_u32(wire, live->lost_threads),
			  .lost_events = t_wire_u64(wire, live->lost_events),
			  .end_pair_ticks = t_wire_u64(wire, live->end_pair_ticks),
			  .end_pair_ns = t_wire_u64(wire, live->end_pair_ns),
			  .control = t_wire_u32(wire, live->control),
			  .stop_marker = t_wire_u32(wire, live->stop_marker),
			  .stop_argument = t_wire_u64(wire, live->stop_argument) },
		.dropped_blocks = t_wire_u64(wire, dropped_blocks)
	};

	t_wire_message(wire, CSF_WIRE_STATUS, process, &said, sizeof(said));
}

size_t t_wire_make_block(const struct t_wire *wire, void *to, const struct t_wire_block *block)
{
	uint32_t used = block->used_bytes ? block->used_bytes : 1024;
	uint32_t state = block->sequence << 1 | block->is_open;
	const struct csf_block header = {
		.magic = t_wire_u32(wire, CSF_BLOCK_MAGIC),
		.version = u16(wire, CSF_VERSION),
		.lane = block->lane,
		.used_bytes = t_wire_u32(wire, used),
		.state = t_wire_u32(wire, state),
		.thread_serial = t_wire_u32(wire, block->serial),
		.tid = t_wire_u32(wire, block->serial + 100),
		.sequence = t_wire_u32(wire, block->sequence),
		.lane0_sequence = t_wire_u32(wire, block->sequence),
		.first_ticks = t_wire_u64(wire, block->first_ticks),
	};
	uint64_t last = t_wire_u64(wire, block->sequence);

	memset(to, 0, used);
	memcpy(to, &header, sizeof(header));
	if (used > sizeof(header))
		memcpy((char *)to + used - 8, &last, 8);
	return used;
}

void t_wire_blocks(struct t_wire *wire, uint32_t process, const struct t_wire_block *blocks,
		   size_t count)
{
	char *raw = must(malloc(count * CSF_BLOCK_BYTES));
	size_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		bytes += t_wire_make_block(wire, raw + bytes, &blocks[i]);
	t_wire_message(wire, CSF_WIRE_BLOCKS, process, raw, bytes);
	free(raw);
}

void t_wire_partial(struct t_wire *wire, uint32_t process, uint32_t window, uint32_t from,
		    const struct t_wire_block *block)
{
	char *raw = must(malloc(sizeof(struct csf_wire_partial) + CSF_BLOCK_BYTES));
	char *body = raw + sizeof(struct csf_wire_partial);
	size_t used = t_wire_make_block(wire, body, block);
	struct csf_wire_partial said = {
		.window = t_wire_u32(wire, window),
		.from = t_wire_u32(wire, from),
		.used = t_wire_u32(wire, (uint32_t)used),
		.state = t_wire_u32(wire, block->sequence << 1 | block->is_open),
		.first_ticks = t_wire_u64(wire, block->first_ticks),
	};

	memcpy(raw, &said, sizeof(said));
	memmove(body, body + from, used - from);
	t_wire_message(wire, CSF_WIRE_PARTIAL, process, raw, sizeof(said) + used - from);
	free(raw);
}
