/* SPDX-License-Identifier: MIT */
/*
 * A protocol that clients speak. The first eight bytes of a connection choose it; a connection feeds it with what
 * the client sends, and sends what it puts into its outbox. All connections run in one thread.
 */
#ifndef CSS_PROTOCOL_H
#define CSS_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "store.h"

#define CSS_MAGIC_BYTES  8u
#define CSS_OUTBOX_BYTES 2048u

/** What is to be sent. Holds the longest reply and what an earlier one left. */
struct css_outbox {
	unsigned char bytes[CSS_OUTBOX_BYTES];
	size_t count;
};

/** css_outbox_add() - Return: false: there is no room. */
bool css_outbox_add(struct css_outbox *outbox, const void *bytes, size_t count);

/** Of a connection; all of it lives longer than the protocol's object. */
struct css_talk {
	struct css_store *store;
	const char *who;  /* for lines: address and port */
	const char *peer; /* safe name of the address, without port: a folder */
	struct css_outbox *outbox;
};

struct css_protocol {
	const char *name;
	char magic[CSS_MAGIC_BYTES + 1];

	/** open() - an object for a connection that said magic. Return: NULL: no memory. */
	void *(*open)(const struct css_talk *talk);

	/** want() - *@to: where the next bytes go. Return: how many at most, never 0. The first are magic. */
	size_t (*want)(void *state, void **to);

	/**
	 * took() - @bytes were put there.
	 * Return: 0, or a negative enum csa_errcode with @err, one line: the connection ends. What is in the outbox is
	 * sent before.
	 */
	int (*took)(void *state, size_t bytes, struct csa_err *err);

	/** settle() - nothing more is there to be read now: the time for replies. */
	void (*settle)(void *state);

	/** is_greeted() - the handshake is complete. */
	bool (*is_greeted)(const void *state);

	/** is_done() - everything that the client had to say was said: the end of the connection is no loss. */
	bool (*is_done)(const void *state);

	/** is_over() - something else ended it; @err says what. */
	bool (*is_over)(const void *state, struct csa_err *err);

	/** cut() - the server ends the connection: more may have been to come. NULL: nothing to do. */
	void (*cut)(void *state);

	void (*close)(void *state);
};

extern const struct css_protocol css_wire_protocol;
extern const struct css_protocol css_old_protocol;

/** css_protocol_find() - the one with this magic, or NULL. */
const struct css_protocol *css_protocol_find(const void *magic);

/** css_protocol_push() - @count bytes that lie somewhere else. Return: as took(). */
int css_protocol_push(const struct css_protocol *protocol, void *state, const void *bytes,
		      size_t count, struct csa_err *err);

#endif
