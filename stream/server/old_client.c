/* SPDX-License-Identifier: MIT */
/* The protocol of earlier clients (TKSTREAM): docs/format/old-formats.md. They are told nothing, and do not come again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "byte_order.h"
#include "old_capture.h"
#include "old_reader.h"
#include "protocol.h"

struct old_client {
	struct css_talk talk;
	struct css_old_reader reader;
	struct css_old_capture capture;
	bool has_capture;
	bool has_failed;
};

static void *open_old(const struct css_talk *talk)
{
	struct old_client *client = calloc(1, sizeof(*client));

	if (!client)
		return NULL;
	client->talk = *talk;
	css_old_reader_init(&client->reader, &talk->store->budget);
	return client;
}

/* They say nothing at the end; between two chunks everything is there. */
static bool is_done(const void *state)
{
	const struct old_client *client = state;

	return client->has_capture && !client->has_failed &&
	       css_old_reader_is_between(&client->reader);
}

static void close_old(void *state)
{
	struct old_client *client = state;
	bool is_complete = is_done(state);

	if (client->has_capture) {
		css_old_capture_close(&client->capture,
				      is_complete ? CSS_STREAM_ENDED : CSS_STREAM_INTERRUPTED);
		client->talk.store->processes--;
	}
	css_old_reader_release(&client->reader);
	free(client);
}

static size_t want(void *state, void **to)
{
	struct old_client *client = state;

	return css_old_reader_want(&client->reader, to);
}

static int begin(struct old_client *client, struct csa_err *err)
{
	struct css_store *store = client->talk.store;
	int rc;

	if (store->processes >= CSS_STORE_PROCESSES_MAX)
		return csa_fail(err, CSA_E_NOMEM, "the server receives %u processes already",
				store->processes);
	rc = css_old_capture_open(&client->capture, store, client->talk.peer, client->reader.hello,
				  client->reader.is_foreign, err);
	client->has_capture = true;
	store->processes++;
	if (rc < 0)
		return rc;
	store->totals.captures++;
	css_store_say(store, "%s: receives %s/%s of an earlier client", client->talk.who,
		      client->talk.peer, client->capture.name);
	return 0;
}

/* A css_old_sink_fn. */
static int take_notice(void *data, const void *bytes, size_t count, struct csa_err *err)
{
	struct old_client *client = data;
	struct css_old_capture *capture = &client->capture;
	uint64_t before = capture->dropped;
	uint64_t dropped;
	int rc;

	if (count != sizeof(dropped))
		return csa_fail(err, CSA_E_FORMAT, "a notice of %zu bytes", count);
	memcpy(&dropped, bytes, sizeof(dropped));
	rc = css_old_capture_lose(capture, css_order64(client->reader.is_foreign, dropped), err);
	if (rc == 0 && capture->dropped != before)
		css_store_say(client->talk.store, "%s: events dropped by %s/%s: %" PRIu64,
			      client->talk.who, capture->peer, capture->name, capture->dropped);
	return rc;
}

static int take_events(struct old_client *client, struct csa_err *err)
{
	int rc = css_old_capture_begin(&client->capture, client->reader.raw_bytes, err);

	if (rc == 0)
		rc = css_old_reader_inflate(&client->reader, css_old_capture_add, &client->capture,
					    err);
	if (rc == 0)
		css_old_capture_commit(&client->capture);
	return rc;
}

static int take_chunk(struct old_client *client, struct csa_err *err)
{
	int rc;

	client->talk.store->totals.stored_bytes += client->reader.stored_bytes;
	if (client->reader.type == CSS_OLD_EVENTS)
		rc = take_events(client, err);
	else
		rc = css_old_reader_inflate(&client->reader, take_notice, client, err);
	css_old_reader_next(&client->reader);
	return rc;
}

static int took(void *state, size_t bytes, struct csa_err *err)
{
	struct old_client *client = state;
	int rc = 0;

	switch (css_old_reader_took(&client->reader, bytes, err)) {
	case CSS_OLD_MORE:
		break;
	case CSS_OLD_HELLO:
		rc = begin(client, err);
		break;
	case CSS_OLD_CHUNK:
		rc = take_chunk(client, err);
		break;
	default:
		rc = err->code;
	}
	client->has_failed = rc < 0;
	return rc;
}

static void settle(void *state)
{
	(void)state; /* nothing is said to them */
}

static bool is_greeted(const void *state)
{
	const struct old_client *client = state;

	return client->has_capture;
}

/* It does not come again, and there is no end that it could have said. */
static void cut_old(void *state)
{
	struct old_client *client = state;

	client->has_failed = true;
}

static bool is_over(const void *state, struct csa_err *err)
{
	(void)state;
	(void)err;
	return false;
}

const struct css_protocol css_old_protocol = {
	.name = "old",
	.magic = CSS_OLD_MAGIC,
	.open = open_old,
	.want = want,
	.took = took,
	.settle = settle,
	.is_greeted = is_greeted,
	.is_done = is_done,
	.is_over = is_over,
	.cut = cut_old,
	.close = close_old,
};
