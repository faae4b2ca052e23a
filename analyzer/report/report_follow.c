/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "report_follow.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "stream_file.h"

/* Reports after which a capture that does not change, of a process that is not there, is at its end. */
#define IDLE_REPORTS 4u

struct csa_process_source *csa_follow_source(struct csa_report_follow *follow, const char *dir)
{
	struct csa_process_source **items;
	struct csa_process_source *source;

	for (size_t i = 0; i < follow->count; i++) {
		if (strcmp(follow->items[i]->dir, dir) == 0)
			return follow->items[i];
	}
	items = realloc(follow->items, (follow->count + 1) * sizeof(struct csa_process_source *));
	if (!items)
		return NULL;
	follow->items = items;
	source = calloc(1, sizeof(*source));
	if (source && !(source->dir = strdup(dir))) {
		free(source);
		source = NULL;
	}
	if (source)
		items[follow->count++] = source;
	return source;
}

/* Of a device: its number means nothing here, and it may record nothing for a long time. */
static bool is_stream_over(const struct csa_process_source *source)
{
	struct csa_stream_file stream;
	bool is_over;

	csa_stream_file_read(&stream, source->dir);
	is_over = !csa_stream_file_is_open(&stream);
	csa_stream_file_release(&stream);
	return is_over;
}

/* Of one that has just begun there may be no more than its folder, <exe>-<pid>-<start>. */
static pid_t pid_of(const struct csa_process_source *source)
{
	const char *at = strrchr(source->dir, '-');

	if (source->capture.facts.known)
		return (pid_t)source->capture.facts.pid;
	while (at && at > source->dir && at[-1] != '-')
		at--;
	return at ? (pid_t)strtol(at, NULL, 10) : 0;
}

/* Another process may have its number, but then it is one that this user cannot follow by it either. */
static bool is_gone(const struct csa_process_source *source)
{
	pid_t pid = pid_of(source);

	if (source->capture.is_received)
		return is_stream_over(source);
	return pid <= 0 || (kill(pid, 0) != 0 && errno == ESRCH);
}

bool csa_follow_is_over(const struct csa_report_follow *follow)
{
	for (size_t i = 0; i < follow->count; i++) {
		const struct csa_process_source *source = follow->items[i];

		if (source->capture.has_live && source->capture.live.ended)
			continue;
		if (source->idle_reports < IDLE_REPORTS || !is_gone(source))
			return false;
	}
	return true;
}

void csa_process_source_close(struct csa_process_source *source, const struct csa_symbols *symbols)
{
	if (source->names)
		csa_user_names_release(source->names);
	free(source->names);
	csa_selection_release(&source->selection);
	if (source->symbols != symbols)
		csa_symbols_free(source->symbols);
	csa_capture_close(&source->capture);
	csa_match_grown_release(&source->grown);
	free(source->dir);
	*source = (struct csa_process_source){ 0 };
}

void csa_follow_look_again(struct csa_process_source *source, const struct csa_symbols *symbols)
{
	char *dir = source->dir;
	uint64_t idle_reports = source->idle_reports;

	if (!source->is_open || source->capture.facts.known || source->capture.block_count)
		return;
	source->dir = NULL;
	csa_process_source_close(source, symbols);
	source->dir = dir;
	source->idle_reports = idle_reports;
}

void csa_follow_release(struct csa_report_follow *follow, const struct csa_symbols *symbols)
{
	for (size_t i = 0; i < follow->count; i++) {
		csa_process_source_close(follow->items[i], symbols);
		free(follow->items[i]);
	}
	free(follow->items);
	*follow = (struct csa_report_follow){ 0 };
}
