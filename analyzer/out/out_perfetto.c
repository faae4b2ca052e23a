/* SPDX-License-Identifier: MIT */
/*
 * Perfetto's native trace: messages TracePacket of its protobuf schema (perfetto_fields.h names its
 * files). What its reader makes of them was looked up in google/perfetto, src/trace_processor/importers/
 * proto: proto_trace_reader.cc, track_event_tokenizer.cc, track_event_tracker.cc.
 *
 * A thread is one packet sequence with one track. Its first packet clears the sequence's state, says
 * the default track and starts a clock that counts from packet to packet, so that an event's time has
 * one to three bytes. Names and places are interned in the packet that uses them first. A slice begins
 * and ends in the order in which that happened, and importers keep the order of equal times, so
 * slices are nested as the calls were.
 */
#include "out_format.h"

#include <stdlib.h>

#include "export_facts.h"
#include "perfetto_events.h"
#include "perfetto_fields.h"
#include "protobuf_writer.h"
#include "vec.h"

static void put_clock(struct csa_perfetto *p, enum clock_id id, uint64_t ns)
{
	size_t clock = csa_proto_begin(&p->bytes, SNAPSHOT_CLOCKS);

	csa_proto_uint(&p->bytes, CLOCK_ID, id);
	csa_proto_uint(&p->bytes, CLOCK_TIMESTAMP, ns);
	if (id == CLOCK_OF_SEQUENCE)
		csa_proto_uint(&p->bytes, CLOCK_IS_INCREMENTAL, 1);
	csa_proto_end(&p->bytes, clock);
}

/* Times are since the first process began; this is when that was. */
static void put_start(struct csa_perfetto *p)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t snapshot = csa_proto_begin(&p->bytes, PACKET_CLOCK_SNAPSHOT);

	put_clock(p, CLOCK_REALTIME_ID, p->report->processes[0].start_realtime_ns);
	put_clock(p, CLOCK_MONOTONIC_ID, p->report->processes[0].start_monotonic_ns);
	put_clock(p, CLOCK_BOOTTIME_ID, 0);
	csa_proto_end(&p->bytes, snapshot);
	csa_perfetto_end_packet(p, packet);
}

static int begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct csa_perfetto *p = state;
	const struct csa_report_process *facts = &report->processes[process];
	const struct csa_viewer_process *added;
	size_t packet;
	size_t track;
	size_t descriptor;

	p->report = report;
	p->process = process;
	added = csa_viewer_ids_process(&p->ids, report, process);
	if (!added)
		return CSA_E_NOMEM;
	if (p->ids.processes.count == 1)
		put_start(p);
	p->process_uuid = ++p->last_uuid;
	packet = csa_perfetto_begin_packet(p);
	track = csa_proto_begin(&p->bytes, PACKET_TRACK_DESCRIPTOR);
	csa_proto_uint(&p->bytes, TRACK_UUID, p->process_uuid);
	descriptor = csa_proto_begin(&p->bytes, TRACK_PROCESS);
	csa_proto_uint(&p->bytes, PROCESS_PID, added->pid);
	csa_proto_string(&p->bytes, PROCESS_COMMAND, facts->command);
	csa_proto_string(&p->bytes, PROCESS_NAME, csa_viewer_process_label(facts));
	csa_proto_end(&p->bytes, descriptor);
	csa_proto_end(&p->bytes, track);
	csa_perfetto_end_packet(p, packet);
	return 0;
}

static int put_thread_track(struct csa_perfetto *p, const struct csa_viewer_thread *thread,
			    uint64_t uuid)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t track = csa_proto_begin(&p->bytes, PACKET_TRACK_DESCRIPTOR);
	size_t descriptor;
	struct csa_buf label;
	bool has_failed;

	csa_buf_init(&label);
	csa_viewer_thread_label(&label, thread);
	csa_proto_uint(&p->bytes, TRACK_UUID, uuid);
	descriptor = csa_proto_begin(&p->bytes, TRACK_THREAD);
	csa_proto_uint(&p->bytes, THREAD_PID, thread->pid);
	csa_proto_uint(&p->bytes, THREAD_TID, thread->tid);
	csa_proto_string(&p->bytes, THREAD_NAME, label.data);
	csa_proto_end(&p->bytes, descriptor);
	csa_proto_end(&p->bytes, track);
	csa_perfetto_end_packet(p, packet);
	has_failed = label.failed;
	csa_buf_release(&label);
	return has_failed ? CSA_E_NOMEM : 0;
}

/* Clears what the sequence knew, so that names are interned anew, and starts its clock at 0. */
static void begin_sequence(struct csa_perfetto *p, uint64_t track_uuid)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t part;
	size_t defaults;

	csa_proto_uint(&p->bytes, PACKET_SEQUENCE_ID, ++p->sequence);
	csa_proto_uint(&p->bytes, PACKET_SEQUENCE_FLAGS, SEQ_CLEARED);
	csa_proto_uint(&p->bytes, PACKET_FIRST_ON_SEQUENCE, 1);
	part = csa_proto_begin(&p->bytes, PACKET_CLOCK_SNAPSHOT);
	put_clock(p, CLOCK_OF_SEQUENCE, 0);
	put_clock(p, CLOCK_BOOTTIME_ID, 0);
	csa_proto_end(&p->bytes, part);
	part = csa_proto_begin(&p->bytes, PACKET_DEFAULTS);
	csa_proto_uint(&p->bytes, DEFAULTS_CLOCK_ID, CLOCK_OF_SEQUENCE);
	defaults = csa_proto_begin(&p->bytes, DEFAULTS_TRACK_EVENT);
	csa_proto_uint(&p->bytes, EVENT_TRACK_UUID, track_uuid);
	csa_proto_end(&p->bytes, defaults);
	csa_proto_end(&p->bytes, part);
	csa_perfetto_end_packet(p, packet);
	p->last_ns = 0;
	p->names.last_iid = 0;
}

/* The tracks of the threads, in the order in which those came. */
static bool add_track(struct csa_perfetto *p, uint64_t uuid)
{
	if (!CSA_VEC_ROOM(&p->tracks, 1))
		return false;
	p->tracks.items[p->tracks.count++] = uuid;
	return true;
}

static int begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct csa_perfetto *p = state;
	const struct csa_viewer_thread *added = csa_viewer_ids_thread(&p->ids, thread);
	uint64_t uuid = ++p->last_uuid;
	int rc;

	if (!added || !add_track(p, uuid))
		return CSA_E_NOMEM;
	rc = put_thread_track(p, added, uuid);
	begin_sequence(p, uuid);
	return rc;
}

static int write_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct csa_perfetto *p = state;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = csa_perfetto_call(p, &calls[i]);
	return rc == 0 && p->bytes.failed ? CSA_E_NOMEM : rc;
}

static void put_attribute(struct csa_perfetto *p, const char *key, const char *text)
{
	size_t attribute = csa_proto_begin(&p->bytes, ATTRIBUTES_ATTRIBUTE);

	csa_proto_string(&p->bytes, ATTRIBUTE_KEY, key);
	csa_proto_string(&p->bytes, ATTRIBUTE_STRING, text);
	csa_proto_end(&p->bytes, attribute);
}

/* Of two attributes of one key the later wins: they are numbered. */
static void put_fact(void *state, const char *sentence)
{
	struct csa_perfetto *p = state;
	char key[32];

	snprintf(key, sizeof(key), "callsight.fact.%u", ++p->fact_count);
	put_attribute(p, key, sentence);
}

static int put_facts(struct csa_perfetto *p, const struct csa_report *report)
{
	size_t packet = csa_perfetto_begin_packet(p);
	size_t attributes = csa_proto_begin(&p->bytes, PACKET_ATTRIBUTES);
	struct csa_buf start;
	int rc;

	csa_buf_init(&start);
	csa_add_export_start(&start, report);
	put_attribute(p, "callsight.exporter", CSA_EXPORTER);
	put_attribute(p, "callsight.start", start.data);
	rc = csa_export_facts(report, put_fact, p);
	csa_proto_end(&p->bytes, attributes);
	csa_perfetto_end_packet(p, packet);
	if (start.failed)
		rc = CSA_E_NOMEM;
	csa_buf_release(&start);
	return rc;
}

/* A name that a thread was given later: the last descriptor counts. */
static int put_last_names(struct csa_perfetto *p, const struct csa_report *report)
{
	int rc = csa_viewer_ids_finish(&p->ids, report) ? 0 : CSA_E_NOMEM;

	for (uint32_t i = 0; rc == 0 && i < p->ids.threads.count; i++)
		rc = put_thread_track(p, &p->ids.threads.items[i], p->tracks.items[i]);
	return rc;
}

static int open_perfetto(void **state, const struct csa_out_options *options, FILE *out,
			 struct csa_err *err)
{
	struct csa_perfetto *p = calloc(1, sizeof(*p));

	(void)options;
	*state = p;
	if (!p || !csa_viewer_ids_init(&p->ids)) {
		free(p);
		*state = NULL;
		return csa_fail(err, CSA_E_NOMEM, "no memory for an export");
	}
	p->out = out;
	csa_buf_init(&p->bytes);
	return 0;
}

static int close_perfetto(void *state, const struct csa_report *report, struct csa_err *err)
{
	struct csa_perfetto *p = state;
	int rc = 0;

	if (report) {
		rc = put_last_names(p, report);
		if (rc == 0)
			rc = put_facts(p, report);
		if (p->bytes.failed)
			rc = CSA_E_NOMEM;
		csa_perfetto_flush(p);
		if (rc < 0)
			csa_fail(err, rc, "no memory for an export");
	}
	csa_buf_release(&p->bytes);
	csa_perfetto_ids_release(&p->names);
	csa_viewer_ids_release(&p->ids);
	free(p->tracks.items);
	free(p);
	return rc;
}

const struct csa_out_format csa_out_perfetto = {
	.name = "perfetto",
	.is_binary = true,
	.wants = CSA_OUT_WANTS_CALLS,
	.bytes_per_call = 32,
	.open = open_perfetto,
	.calls = {
		.begin_process = begin_process,
		.begin_thread = begin_thread,
		.calls = write_calls,
	},
	.close = close_perfetto,
};
