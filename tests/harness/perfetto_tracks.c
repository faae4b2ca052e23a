/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strndup */
#include "perfetto_tracks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char *t_proto_text(struct t_proto body)
{
	return strndup((const char *)body.at, (size_t)(body.end - body.at));
}

static bool bad(struct t_tracks *tracks, const char *what, uint64_t number)
{
	return t_spans_fail(tracks->spans, "%s (%" PRIu64 ")", what, number);
}

const struct t_track *t_tracks_find(const struct t_tracks *tracks, uint64_t uuid)
{
	for (size_t i = tracks->count; i > 0; i--) {
		if (tracks->items[i - 1].uuid == uuid)
			return &tracks->items[i - 1];
	}
	return NULL;
}

static void read_owner(struct t_track *track, struct t_proto body, unsigned name_field)
{
	struct t_proto_field f;

	while (t_proto_next(&body, &f)) {
		if (f.number == 1)
			track->pid = f.value;
		else if (f.number == 2 && track->kind == T_TRACK_THREAD)
			track->tid = f.value;
		else if (f.number == name_field) {
			free(track->name);
			track->name = t_proto_text(f.body);
		}
	}
}

/* The same track again: only its name may be another. */
static bool rename_track(struct t_tracks *tracks, struct t_track *known, struct t_track *again)
{
	if (known->kind != T_TRACK_THREAD || again->kind != known->kind ||
	    again->pid != known->pid || again->tid != known->tid)
		return bad(tracks, "two tracks of one uuid", known->uuid);
	free(known->name);
	known->name = again->name;
	return true;
}

static bool is_other_track(struct t_tracks *tracks, const struct t_track *track)
{
	for (size_t i = 0; i < tracks->count; i++) {
		const struct t_track *t = &tracks->items[i];

		if (track->kind == T_TRACK_PROCESS && t->kind == T_TRACK_PROCESS &&
		    t->pid == track->pid)
			return bad(tracks, "two processes of one pid", t->pid);
		if (track->kind == T_TRACK_THREAD && t->kind == T_TRACK_THREAD &&
		    t->tid == track->tid)
			return bad(tracks, "two threads of one tid", t->tid);
		if (track->kind == T_TRACK_THREAD && t->kind == T_TRACK_PROCESS &&
		    t->pid == track->tid && t->pid != track->pid)
			return bad(tracks, "a thread is the main thread of another process",
				   t->pid);
	}
	return true;
}

static bool parse_track(struct t_tracks *tracks, struct t_track *track, struct t_proto body)
{
	struct t_proto_field f;

	while (t_proto_next(&body, &f)) {
		if (f.number == 1) {
			track->uuid = f.value;
		} else if (f.number == 5) {
			track->parent = f.value;
		} else if (f.number == 2) {
			track->name = t_proto_text(f.body);
		} else if (f.number == 3) {
			track->kind = T_TRACK_PROCESS;
			read_owner(track, f.body, 6);
		} else if (f.number == 4) {
			track->kind = T_TRACK_THREAD;
			read_owner(track, f.body, 5);
		} else if (f.number == 8) {
			track->kind = T_TRACK_COUNTER;
		} else {
			return bad(tracks, "unknown field of a track", f.number);
		}
	}
	if (!track->uuid || !track->name)
		return bad(tracks, "a track without uuid or name", track->uuid);
	if (track->parent && !t_tracks_find(tracks, track->parent))
		return bad(tracks, "a parent that is not known", track->parent);
	return true;
}

static void add_track(struct t_tracks *tracks, struct t_track *track)
{
	if (track->kind == T_TRACK_THREAD)
		track->thread = t_spans_add_thread(tracks->spans, "", "");
	tracks->items = realloc(tracks->items, (tracks->count + 1) * sizeof(*tracks->items));
	if (!tracks->items)
		abort();
	tracks->items[tracks->count++] = *track;
}

bool t_tracks_read(struct t_tracks *tracks, struct t_proto body)
{
	struct t_track track = { 0 };
	bool is_good = parse_track(tracks, &track, body);
	struct t_track *known = (struct t_track *)t_tracks_find(tracks, track.uuid);

	if (is_good && known)
		is_good = rename_track(tracks, known, &track);
	else if (is_good)
		is_good = is_other_track(tracks, &track);
	if (is_good && !known)
		add_track(tracks, &track);
	if (!is_good)
		free(track.name);
	return is_good;
}

void t_tracks_name_threads(const struct t_tracks *tracks)
{
	for (size_t i = 0; i < tracks->count; i++) {
		struct t_span_thread *thread = &tracks->spans->threads[tracks->items[i].thread];

		if (tracks->items[i].kind != T_TRACK_THREAD)
			continue;
		free(thread->name);
		thread->name = strdup(tracks->items[i].name);
		thread->pid = tracks->items[i].pid;
		thread->tid = tracks->items[i].tid;
	}
}

void t_tracks_release(struct t_tracks *tracks)
{
	for (size_t i = 0; i < tracks->count; i++)
		free(tracks->items[i].name);
	free(tracks->items);
}
