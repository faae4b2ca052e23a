/* SPDX-License-Identifier: MIT */
/* The tracks of a Perfetto trace while it is read: each is described once, before it is used. */
#ifndef T_PERFETTO_TRACKS_H
#define T_PERFETTO_TRACKS_H

#include "export_spans.h"
#include "proto_reader.h"

enum t_track_kind { T_TRACK_PROCESS, T_TRACK_THREAD, T_TRACK_COUNTER };

struct t_track {
	uint64_t uuid;
	uint64_t parent;
	enum t_track_kind kind;
	uint64_t pid;
	uint64_t tid;
	char *name;
	size_t thread; /* of the spans */
};

struct t_tracks {
	struct t_spans *spans; /* gets the threads, and what is wrong */
	struct t_track *items;
	size_t count;
};

/** t_tracks_read() - a TrackDescriptor. Return: false: against the rules. */
bool t_tracks_read(struct t_tracks *tracks, struct t_proto body);

/** t_tracks_find() - NULL: not described. */
const struct t_track *t_tracks_find(const struct t_tracks *tracks, uint64_t uuid);

/** t_tracks_name_threads() - give the threads the names that the tracks have now. */
void t_tracks_name_threads(const struct t_tracks *tracks);

void t_tracks_release(struct t_tracks *tracks);

/** t_proto_text() - a field's bytes as a string that the caller frees. */
char *t_proto_text(struct t_proto body);

#endif
