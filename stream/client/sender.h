/* SPDX-License-Identifier: MIT */
/*
 * Messages on their way: one is written at a time, as far as the link takes it; what was written and has to be remembered
 * until its acknowledgement lies in a fixed table. Specified in docs/format/wire-v1.md.
 */
#ifndef CSS_SENDER_H
#define CSS_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/wire_format.h>

#include "cell_queue.h"
#include "link.h"
#include "packer.h"

#define CSS_UNACKNOWLEDGED_MAX 1024u

/* A message that something is to be done for when it is acknowledged. */
struct css_sent {
	uint32_t number;
	uint32_t process; /* number of its entry */
	uint32_t cells[CSS_GROUP_MAX];
	uint32_t cell_count; /* 0: it says that the process has ended */
};

struct css_sender {
	struct css_packer *packer;
	unsigned char *stored;    /* header and raw bytes of a message */
	unsigned char *packed;    /* header and its frame */
	const unsigned char *out; /* what is written of these */
	size_t left;
	uint32_t number;       /* of the last message */
	uint32_t acknowledged; /* all up to it */
	uint32_t message_max;  /* that the server takes */
	struct css_sent sent[CSS_UNACKNOWLEDGED_MAX];
	uint32_t sent_first; /* free-running */
	uint32_t sent_end;
};

/** css_sender_new() - Return: NULL without memory. css_sender_free() frees; NULL is allowed. */
struct css_sender *css_sender_new(void);
void css_sender_free(struct css_sender *sender);

/** css_sender_restart() - a new connection: numbers begin again. @message_max: as the server's WELCOME says. */
void css_sender_restart(struct css_sender *sender, uint32_t message_max);

/** css_sender_is_idle() - the last message was written: the next one may be made. */
bool css_sender_is_idle(const struct css_sender *sender);

/** css_sender_has_room() - can one more message be remembered? */
bool css_sender_has_room(const struct css_sender *sender);

/** css_sender_body() - where the raw bytes of the next message go, CSF_WIRE_MESSAGE_MAX of them. */
unsigned char *css_sender_body(struct css_sender *sender);

/**
 * css_sender_post() - make a message of the @raw_bytes in the body.
 * @level: of zstd; 0: as they are
 *
 * Return: its number.
 */
uint32_t css_sender_post(struct css_sender *sender, enum csf_wire_type type, uint32_t process,
			 uint32_t raw_bytes, int level);

/** css_sender_remember() - @sent.number was posted. There has to be room. */
void css_sender_remember(struct css_sender *sender, const struct css_sent *sent);

/** css_sender_flush() - write. Return: 0 = all of it is written, or an enum css_link_result. */
int css_sender_flush(struct css_sender *sender, struct css_link *link);

/**
 * css_sender_acknowledge() - all messages up to @number are in files.
 *
 * Return: false when no such message was written.
 */
bool css_sender_acknowledge(struct css_sender *sender, uint32_t number);

/** css_sender_next() - one that was acknowledged. Return: 1 and @sent, or 0. */
int css_sender_next(struct css_sender *sender, struct css_sent *sent);

#endif
