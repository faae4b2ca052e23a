/* SPDX-License-Identifier: MIT */
/* The protocol of callsight-stream: docs/format/wire-v1.md. */
#include "protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "byte_order.h"
#include "session.h"
#include "wire_reader.h"

struct wire {
	struct css_talk talk;
	struct css_wire_reader reader;
	struct css_session session;
	bool has_session;
	uint32_t done; /* the last number whose message is in files */
	uint32_t acknowledged;
};

static void *open_wire(const struct css_talk *talk)
{
	struct wire *wire = calloc(1, sizeof(*wire));

	if (!wire)
		return NULL;
	wire->talk = *talk;
	css_wire_reader_init(&wire->reader, &talk->store->buffers, &talk->store->inflater);
	return wire;
}

static void close_wire(void *state)
{
	struct wire *wire = state;

	if (wire->has_session)
		css_session_end(&wire->session);
	css_wire_reader_release(&wire->reader);
	free(wire);
}

static size_t want(void *state, void **to)
{
	struct wire *wire = state;

	return css_wire_reader_want(&wire->reader, to);
}

/* Return: false: there is no room now. */
static bool reply(struct wire *wire, struct csf_wire_reply reply, const char *text)
{
	bool is_foreign = wire->reader.is_foreign;
	struct {
		struct csf_wire_reply reply;
		char text[CSF_WIRE_TEXT_MAX + 1];
	} sent;

	snprintf(sent.text, sizeof(sent.text), "%s", text);
	reply.type = css_order32(is_foreign, reply.type);
	reply.number = css_order32(is_foreign, reply.number);
	reply.bytes = css_order32(is_foreign, (uint32_t)strlen(sent.text));
	reply.final = css_order32(is_foreign, reply.final);
	sent.reply = reply;
	return css_outbox_add(wire->talk.outbox, &sent, sizeof(reply) + strlen(sent.text));
}

/* With ACK of what is in files before: a client that stops for good frees that. */
static int refuse(struct wire *wire, int rc, const struct csa_err *err)
{
	/* What can be damaged on the way, or be over soon, is worth another try. */
	bool is_final = rc == CSA_E_FORMAT || rc == CSA_E_UNSUPPORTED ||
			(wire->has_session && wire->session.stop.marker);

	if (!wire->reader.is_greeted)
		return rc;
	css_wire_protocol.settle(wire);
	(void)reply(wire, (struct csf_wire_reply){ .type = CSF_WIRE_REFUSED, .final = is_final },
		    err->msg);
	return rc;
}

static void greet(struct wire *wire)
{
	css_session_begin(&wire->session, wire->talk.store, wire->talk.who, wire->talk.peer,
			  &wire->reader.hello, wire->reader.is_foreign);
	wire->has_session = true;
	(void)reply(wire,
		    (struct csf_wire_reply){ .type = CSF_WIRE_WELCOME,
					     .number = CSF_WIRE_MESSAGE_MAX },
		    "");
}

static int took(void *state, size_t bytes, struct csa_err *err)
{
	struct wire *wire = state;
	int rc = 0;

	switch (css_wire_reader_took(&wire->reader, bytes, err)) {
	case CSS_WIRE_MORE:
		return 0;
	case CSS_WIRE_HELLO:
		greet(wire);
		return 0;
	case CSS_WIRE_MESSAGE:
		rc = css_session_message(&wire->session, &wire->reader.message, wire->reader.raw,
					 err);
		css_wire_reader_next(&wire->reader);
		if (rc == 0) {
			wire->done = wire->reader.last_number;
			return 0;
		}
		return refuse(wire, rc, err);
	default:
		return refuse(wire, err->code, err);
	}
}

static void settle(void *state)
{
	struct wire *wire = state;

	if (wire->acknowledged != wire->done &&
	    reply(wire, (struct csf_wire_reply){ .type = CSF_WIRE_ACK, .number = wire->done }, ""))
		wire->acknowledged = wire->done;
}

static bool is_greeted(const void *state)
{
	const struct wire *wire = state;

	return wire->has_session;
}

static bool is_done(const void *state)
{
	const struct wire *wire = state;

	return wire->has_session && css_session_is_done(&wire->session);
}

static bool is_over(const void *state, struct csa_err *err)
{
	const struct wire *wire = state;

	if (!wire->has_session || !wire->session.is_replaced)
		return false;
	(void)csa_fail(err, CSA_E_IO, "the same client has connected again");
	return true;
}

const struct css_protocol css_wire_protocol = {
	.name = "wire",
	.magic = CSF_WIRE_MAGIC,
	.open = open_wire,
	.want = want,
	.took = took,
	.settle = settle,
	.is_greeted = is_greeted,
	.is_done = is_done,
	.is_over = is_over,
	.close = close_wire,
};
