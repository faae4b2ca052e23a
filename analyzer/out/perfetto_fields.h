/* SPDX-License-Identifier: MIT */
/*
 * The fields of Perfetto's trace schema that are written here, by number. Source: google/perfetto,
 * protos/perfetto/trace: trace_packet.proto, trace_packet_defaults.proto, clock_snapshot.proto,
 * interned_data/interned_data.proto, track_event/ track_event.proto, track_descriptor.proto,
 * process_descriptor.proto, thread_descriptor.proto, source_location.proto, debug_annotation.proto,
 * and protos/perfetto/common/trace_attributes.proto. tests/unit/out/perfetto_trace.proto has the same
 * numbers as a schema that protoc reads.
 */
#ifndef CSA_PERFETTO_FIELDS_H
#define CSA_PERFETTO_FIELDS_H

enum trace_field { TRACE_PACKET = 1 };

enum packet_field {
	PACKET_CLOCK_SNAPSHOT = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE_ID = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_INTERNED_DATA = 12,
	PACKET_SEQUENCE_FLAGS = 13,
	PACKET_DEFAULTS = 59,
	PACKET_TRACK_DESCRIPTOR = 60,
	PACKET_FIRST_ON_SEQUENCE = 87,
	PACKET_ATTRIBUTES = 126,
};

enum sequence_flags { SEQ_CLEARED = 1, SEQ_NEEDS_STATE = 2 };

enum defaults_field { DEFAULTS_TRACK_EVENT = 11, DEFAULTS_CLOCK_ID = 58 };

enum snapshot_field { SNAPSHOT_CLOCKS = 1 };

enum clock_field { CLOCK_ID = 1, CLOCK_TIMESTAMP = 2, CLOCK_IS_INCREMENTAL = 3 };

/* 64 to 127 belong to one sequence. */
enum clock_id {
	CLOCK_REALTIME_ID = 1,
	CLOCK_MONOTONIC_ID = 3,
	CLOCK_BOOTTIME_ID = 6,
	CLOCK_OF_SEQUENCE = 64,
};

enum event_field {
	EVENT_ANNOTATIONS = 4,
	EVENT_TYPE = 9,
	EVENT_NAME_IID = 10,
	EVENT_TRACK_UUID = 11,
	EVENT_CATEGORIES = 22,
	EVENT_NAME = 23,
	EVENT_COUNTER_VALUE = 30,
	EVENT_PLACE_IID = 34,
};

enum event_type { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };

enum annotation_field {
	ANNOTATION_BOOL = 2,
	ANNOTATION_UINT = 3,
	ANNOTATION_STRING = 6,
	ANNOTATION_NAME = 10,
};

enum interned_field { INTERNED_EVENT_NAMES = 2, INTERNED_PLACES = 4 };

/* EventName has the first two, SourceLocation all. */
enum interned_entry_field {
	ENTRY_IID = 1,
	ENTRY_NAME = 2, /* a place: its file */
	ENTRY_FUNCTION = 3,
	ENTRY_LINE = 4,
};

enum track_field {
	TRACK_UUID = 1,
	TRACK_NAME = 2,
	TRACK_PROCESS = 3,
	TRACK_THREAD = 4,
	TRACK_PARENT = 5,
	TRACK_COUNTER = 8,
};

enum process_field { PROCESS_PID = 1, PROCESS_COMMAND = 2, PROCESS_NAME = 6 };

enum thread_field { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

enum attributes_field { ATTRIBUTES_ATTRIBUTE = 1 };

enum attribute_field { ATTRIBUTE_KEY = 1, ATTRIBUTE_STRING = 3 };

#endif
