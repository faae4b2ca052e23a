/* SPDX-License-Identifier: MIT */
/*
 * What callsight-stream and `callsight serve` say to each other, version 1. Specified in
 * docs/format/wire-v1.md; the two change together. Types and constants only: no functions, no state.
 *
 *     client                                server
 *     struct csf_wire_hello      ------>
 *                                <------    struct csf_wire_reply: WELCOME, or REFUSED and why
 *     messages: struct csf_wire_message
 *     and stored_bytes           ------>
 *                                <------    struct csf_wire_reply: ACK, of each message when what it
 *                                           said is in files; or REFUSED and why, then it closes
 *
 * All integers are in the client's byte order: devices are small, servers can swap. A client that was
 * interrupted connects again and says from the start what was not acknowledged: PROCESS of each
 * process, MODULES from the offset of its choice, blocks again; the server knows what it has.
 */
#ifndef CALLSIGHT_WIRE_FORMAT_H
#define CALLSIGHT_WIRE_FORMAT_H

#include "trace_format.h"

#define CSF_WIRE_MAGIC        "CSSTREAM" /* 8 bytes, no NUL */
#define CSF_WIRE_VERSION      1u
#define CSF_WIRE_ORDER        0x01020304u
#define CSF_WIRE_MESSAGE_MAX  262144u /* raw bytes of a message; four blocks */
#define CSF_WIRE_PORT         9001u
#define CSF_WIRE_TEXT_MAX     1024u  /* of a reply */
#define CSF_WIRE_PROCESSES    65536u /* numbers that a client may give processes in a connection */
#define CSF_WIRE_IDLE_SECONDS 10u    /* a client says PING when it has said nothing for so long */

struct csf_wire_hello {
	uint8_t magic[8];
	uint32_t version;
	uint32_t byte_order; /* CSF_WIRE_ORDER */
	uint64_t ring_id[2]; /* csf_ring.id: the same after a reconnect */
	uint32_t pointer_bytes;
	uint32_t reserved;
	uint64_t monotonic_ns; /* the device's clocks now */
	uint64_t realtime_ns;
	uint64_t reserved_2;
};

enum csf_wire_type {
	CSF_WIRE_PROCESS =
		1, /* struct csf_wire_process, name, process.json; once a connection before
				 anything else of the process */
	CSF_WIRE_MODULES = 2, /* struct csf_wire_modules, bytes of the file modules */
	CSF_WIRE_BLOCKS = 3,  /* whole blocks, one after the other */
	CSF_WIRE_PARTIAL = 4, /* struct csf_wire_partial, bytes of a block that is still open */
	CSF_WIRE_STATUS = 5,  /* struct csf_wire_status; when it has changed */
	CSF_WIRE_END = 6,     /* empty: the process is gone, and everything of it was said */
	CSF_WIRE_PING = 7,    /* empty, process 0: nothing to say */
};

struct csf_wire_message {
	uint32_t type;      /* enum csf_wire_type */
	uint32_t number;    /* from 1 in this connection, each one more than the last */
	uint32_t process;   /* the client's number of it in this connection, < CSF_WIRE_PROCESSES */
	uint32_t raw_bytes; /* at most CSF_WIRE_MESSAGE_MAX */
	uint32_t
		stored_bytes; /* that follow. raw_bytes: as they are; less: one zstd frame; never more */
	uint32_t checksum; /* Fletcher's, over 32-bit words: see the page */
};

struct csf_wire_process {
	uint32_t name_bytes; /* csf_ring_process.name without NUL: a hint, never a path */
	uint32_t facts_bytes;
};

struct csf_wire_modules {
	uint64_t offset; /* in the file */
};

struct csf_wire_partial {
	uint32_t window; /* the client's number of it in this process */
	uint32_t from;   /* first byte, multiple of 8; 0: the block from its beginning */
	uint32_t used;   /* as csf_block.used_bytes; bytes from..used follow */
	uint32_t state;  /* as csf_block.state; with from > 0 both replace what the server has */
	uint64_t first_ticks; /* as csf_block.first_ticks: says which block it is */
};

struct csf_wire_status {
	struct csf_live live; /* of the process */
	uint64_t dropped_blocks;
};

enum csf_wire_reply_type {
	CSF_WIRE_WELCOME = 1, /* number: the largest that the server takes as stored_bytes */
	CSF_WIRE_ACK = 2,     /* number: all messages up to it are in files */
	CSF_WIRE_REFUSED = 3, /* bytes of text: why; it closes the connection then */
};

struct csf_wire_reply {
	uint32_t type; /* enum csf_wire_reply_type */
	uint32_t number;
	uint32_t bytes; /* of text that follow, at most CSF_WIRE_TEXT_MAX; only with REFUSED */
	uint32_t final; /* REFUSED: 1 = trying again is of no use */
};

#ifndef __cplusplus
static_assert(sizeof(struct csf_wire_hello) == 64, "csf_wire_hello is wire layout");
static_assert(sizeof(struct csf_wire_message) == 24, "csf_wire_message is wire layout");
static_assert(sizeof(struct csf_wire_process) == 8, "csf_wire_process is wire layout");
static_assert(sizeof(struct csf_wire_modules) == 8, "csf_wire_modules is wire layout");
static_assert(sizeof(struct csf_wire_partial) == 24, "csf_wire_partial is wire layout");
static_assert(sizeof(struct csf_wire_status) == 88, "csf_wire_status is wire layout");
static_assert(sizeof(struct csf_wire_reply) == 16, "csf_wire_reply is wire layout");
#endif

#endif
