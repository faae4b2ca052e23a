/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "byte_order.h"

static void close_received(struct css_session *session, struct css_received *received,
			   enum css_stream_state state)
{
	struct css_totals *totals = &session->store->totals;

	css_received_close(received, state);
	totals->dropped_blocks += received->facts.dropped_blocks;
	session->store->processes--;
	free(received);
}

static void close_all(struct css_session *session)
{
	while (session->count)
		close_received(session, session->processes[--session->count].received,
			       CSS_STREAM_INTERRUPTED);
	free(session->processes);
	session->processes = NULL;
	session->capacity = 0;
}

void css_session_begin(struct css_session *session, struct css_store *store, const char *who,
		       const char *peer, const struct csf_wire_hello *hello, bool is_foreign)
{
	*session = (struct css_session){
		.store = store,
		.who = who,
		.peer = peer,
		.is_foreign = is_foreign,
		.pointer_bytes = hello->pointer_bytes,
		.ring_id = { hello->ring_id[0], hello->ring_id[1] },
		.next = store->sessions,
	};
	for (struct css_session *other = store->sessions; other; other = other->next) {
		if (other->is_replaced || strcmp(other->peer, peer) != 0 ||
		    memcmp(other->ring_id, session->ring_id, sizeof(session->ring_id)) != 0)
			continue;
		close_all(other);
		other->is_replaced = true;
	}
	store->sessions = session;
}

void css_session_end(struct css_session *session)
{
	struct css_session **at = &session->store->sessions;

	close_all(session);
	while (*at && *at != session)
		at = &(*at)->next;
	if (*at)
		*at = session->next;
}

bool css_session_is_done(const struct css_session *session)
{
	return session->had_process && session->count == 0 && !session->is_replaced;
}

static struct css_session_process *find(const struct css_session *session, uint32_t number)
{
	for (size_t i = 0; i < session->count; i++)
		if (session->processes[i].number == number)
			return &session->processes[i];
	return NULL;
}

static int make_room(struct css_session *session, struct csa_err *err)
{
	struct css_session_process *processes;
	size_t capacity = session->capacity ? 2 * session->capacity : 4;

	if (session->count >= CSS_SESSION_PROCESSES_MAX)
		return csa_fail(err, CSA_E_FORMAT, "more than %u processes at once",
				CSS_SESSION_PROCESSES_MAX);
	if (session->store->processes >= CSS_STORE_PROCESSES_MAX)
		return csa_fail(err, CSA_E_NOMEM, "the server receives %u processes already",
				CSS_STORE_PROCESSES_MAX);
	if (session->count < session->capacity)
		return 0;
	processes = realloc(session->processes, capacity * sizeof(*processes));
	if (!processes)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a process");
	session->processes = processes;
	session->capacity = capacity;
	return 0;
}

static bool is_open(const struct css_session *session, const char *key)
{
	for (size_t i = 0; i < session->count; i++)
		if (strcmp(session->processes[i].received->facts.key, key) == 0)
			return true;
	return false;
}

static void say_begun(const struct css_session *session, const struct css_received *received)
{
	if (received->cut_bytes)
		css_store_say(session->store,
			      "%s: %s/%s: %" PRIu64 " bytes of a block that is not whole were cut",
			      session->who, session->peer, received->folder.name,
			      received->cut_bytes);
	if (received->folder.is_new)
		css_store_say(session->store, "%s: receives %s/%s", session->who, session->peer,
			      received->folder.name);
	else
		css_store_say(session->store, "%s: goes on with %s/%s, %" PRIu64 " blocks",
			      session->who, session->peer, received->folder.name,
			      received->blocks.blocks);
}

static int open_received(struct css_session *session, uint32_t number, const void *name,
			 size_t name_bytes, struct csa_err *err)
{
	const struct css_received_origin origin = {
		.dir_fd = session->store->dir_fd,
		.peer = session->peer,
		.ring_id = { session->ring_id[0], session->ring_id[1] },
		.is_foreign = session->is_foreign,
		.pointer_bytes = session->pointer_bytes,
		.segment_bytes = session->store->segment_bytes,
		.name = name,
		.name_bytes = name_bytes,
	};
	const struct css_account account = { &session->store->budget, &session->used_bytes,
					     &session->stop };
	struct css_received *received;
	char key[CSS_STREAM_KEY_BYTES];
	int rc = make_room(session, err);

	if (rc < 0)
		return rc;
	css_stream_key(key, origin.ring_id, origin.is_foreign, name, name_bytes);
	if (is_open(session, key))
		return csa_fail(err, CSA_E_FORMAT, "process %u has the name of another one",
				number);
	received = malloc(sizeof(*received));
	if (!received)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a process");
	rc = css_received_open(received, &origin, &account, err);
	session->store->processes++;
	if (rc < 0) {
		close_received(session, received, CSS_STREAM_INTERRUPTED);
		return rc;
	}
	session->processes[session->count++] = (struct css_session_process){ number, received };
	session->store->totals.captures += received->folder.is_new;
	say_begun(session, received);
	return 0;
}

static int begin_process(struct css_session *session, const struct csf_wire_message *message,
			 const void *raw, struct csa_err *err)
{
	struct csf_wire_process said;
	const char *name = (const char *)raw + sizeof(said);
	int rc;

	if (message->raw_bytes < sizeof(said))
		return csa_fail(err, CSA_E_FORMAT, "message %u is too short", message->number);
	memcpy(&said, raw, sizeof(said));
	said.name_bytes = css_order32(session->is_foreign, said.name_bytes);
	said.facts_bytes = css_order32(session->is_foreign, said.facts_bytes);
	if ((uint64_t)sizeof(said) + said.name_bytes + said.facts_bytes != message->raw_bytes)
		return csa_fail(err, CSA_E_FORMAT, "process %u: lengths do not add up",
				message->process);
	rc = css_store_begin(session->store, err);
	if (rc == 0)
		rc = open_received(session, message->process, name, said.name_bytes, err);
	if (rc < 0)
		return rc;
	session->had_process = true;
	return css_received_facts(session->processes[session->count - 1].received,
				  name + said.name_bytes, said.facts_bytes, err);
}

static int take_modules(const struct css_session *session, struct css_received *received,
			const struct csf_wire_message *message, const void *raw,
			struct csa_err *err)
{
	struct csf_wire_modules said;

	if (message->raw_bytes < sizeof(said))
		return csa_fail(err, CSA_E_FORMAT, "message %u is too short", message->number);
	memcpy(&said, raw, sizeof(said));
	return css_received_modules(received, css_order64(session->is_foreign, said.offset),
				    (const char *)raw + sizeof(said),
				    message->raw_bytes - sizeof(said), err);
}

static int take_partial(const struct css_session *session, struct css_received *received,
			const struct csf_wire_message *message, const void *raw,
			struct csa_err *err)
{
	bool is_foreign = session->is_foreign;
	struct csf_wire_partial said;

	if (message->raw_bytes < sizeof(said))
		return csa_fail(err, CSA_E_FORMAT, "message %u is too short", message->number);
	memcpy(&said, raw, sizeof(said));
	said.window = css_order32(is_foreign, said.window);
	said.from = css_order32(is_foreign, said.from);
	said.used = css_order32(is_foreign, said.used);
	said.state = css_order32(is_foreign, said.state);
	said.first_ticks = css_order64(is_foreign, said.first_ticks);
	if (said.used < said.from || message->raw_bytes - sizeof(said) != said.used - said.from)
		return csa_fail(err, CSA_E_FORMAT, "window %u: %zu bytes, %u to %u were said",
				said.window, message->raw_bytes - sizeof(said), said.from,
				said.used);
	return css_received_partial(received, &said, (const char *)raw + sizeof(said), err);
}

static int take_status(struct css_received *received, const struct csf_wire_message *message,
		       const void *raw, struct csa_err *err)
{
	struct csf_wire_status said;

	if (message->raw_bytes != sizeof(said))
		return csa_fail(err, CSA_E_FORMAT, "message %u has not the length of a status",
				message->number);
	memcpy(&said, raw, sizeof(said));
	return css_received_status(received, &said, err);
}

static int take_blocks(struct css_session *session, struct css_received *received,
		       const struct csf_wire_message *message, const void *raw, struct csa_err *err)
{
	struct css_totals *totals = &session->store->totals;
	struct css_block_files *blocks = &received->blocks;
	uint64_t blocks_before = blocks->blocks;
	uint64_t bytes_before = blocks->block_bytes;
	uint64_t repeated_before = received->facts.repeated_blocks;
	int rc = css_received_blocks(received, raw, message->raw_bytes, err);

	totals->blocks += blocks->blocks - blocks_before;
	totals->block_bytes += blocks->block_bytes - bytes_before;
	totals->repeated_blocks += received->facts.repeated_blocks - repeated_before;
	return rc;
}

static void end_process(struct css_session *session, struct css_session_process *process)
{
	struct css_received *received = process->received;
	struct css_live_rest rest = css_live_rest(&received->live);

	css_store_say(session->store,
		      "%s: %s/%s is complete, %" PRIu64 " blocks, %" PRIu64 " bytes", session->who,
		      session->peer, received->folder.name, received->blocks.blocks + rest.blocks,
		      received->blocks.block_bytes + rest.bytes);
	close_received(session, received, CSS_STREAM_ENDED);
	*process = session->processes[--session->count];
}

int css_session_message(struct css_session *session, const struct csf_wire_message *message,
			const void *raw, struct csa_err *err)
{
	struct css_session_process *process;

	if (session->is_replaced)
		return csa_fail(err, CSA_E_IO, "the same client has connected again");
	session->store->totals.stored_bytes += message->stored_bytes;
	if (message->type == CSF_WIRE_PING)
		return 0;
	process = find(session, message->process);
	if (!process == (message->type != CSF_WIRE_PROCESS))
		return csa_fail(err, CSA_E_FORMAT, "message %u: process %u %s", message->number,
				message->process, process ? "again" : "was not said");
	switch (message->type) {
	case CSF_WIRE_PROCESS:
		return begin_process(session, message, raw, err);
	case CSF_WIRE_MODULES:
		return take_modules(session, process->received, message, raw, err);
	case CSF_WIRE_BLOCKS:
		return take_blocks(session, process->received, message, raw, err);
	case CSF_WIRE_PARTIAL:
		return take_partial(session, process->received, message, raw, err);
	case CSF_WIRE_STATUS:
		return take_status(process->received, message, raw, err);
	default:
		end_process(session, process);
		return 0;
	}
}
