/* SPDX-License-Identifier: MIT */
/* callsight ctl: asks a running process to pause or resume, and says or copies what it has recorded. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture_dir.h"
#include "cmd.h"
#include "cmd_notes.h"
#include "json_string.h"
#include "snapshot_copy.h"
#include "terminal_text.h"
#include "traced_process.h"
#include "word_reader.h"

enum action {
	PAUSE,
	RESUME,
	STATUS,
	SNAPSHOT,
	ACTIONS,
};

static const char *const words[ACTIONS] = {
	[PAUSE] = "pause", [RESUME] = "resume", [STATUS] = "status", [SNAPSHOT] = "snapshot"
};

/* What a process has recorded up to now. */
struct status {
	const char *mode;
	const char *state;
	uint32_t stop_marker; /* 0: it has not stopped */
	uint64_t events;      /* enters and exits; with TRACE_MODE=count enters */
	uint64_t threads;
	uint64_t blocks;
	uint64_t windows;
	uint64_t bytes; /* of all files */
	uint64_t markers;
	uint64_t snapshots;
	uint64_t lost;
};

static const char *state_of(const struct csa_traced_process *process, uint32_t stop_marker)
{
	if (stop_marker)
		return "stopped";
	if (process->live->ended)
		return "ending";
	return csa_traced_is_pausing(process) ? "paused" : "recording";
}

static void count_block(const struct csa_capture *c, const struct csa_block_ref *ref, void *block,
			struct status *status)
{
	struct csa_word_reader reader;
	struct csa_record record = { 0 };
	int bytes = csa_capture_read_block(c, ref, block, NULL);

	if (bytes < 0)
		return; /* its window holds the next block already */
	status->blocks++;
	csa_word_reader_init(&reader, block, (uint32_t)bytes);
	while (csa_word_reader_next(&reader, &record, NULL) > 0) {
		status->events +=
			record.kind != CSF_KIND_EXTENDED || record.type == CSF_EXT_UNMATCHED;
		status->markers +=
			record.kind == CSF_KIND_EXTENDED && record.type == CSF_EXT_MARKER;
	}
}

static void count_slots(const struct csa_summary *summary, struct status *status)
{
	for (size_t i = 0; i < summary->slot_count; i++) {
		const struct csa_summary_slot *slot = &summary->slots[i];

		if (!slot->is_known)
			continue;
		status->threads += slot->table.threads;
		status->markers += slot->table.pauses + slot->table.resumes;
		for (size_t j = 0; j < slot->row_count; j++) {
			const struct csf_summary_row *n = &slot->rows[j].numbers;

			status->events += n->entered;
			if (summary->header.mode != CSF_MODE_COUNT)
				status->events += n->leaving - n->unwound - n->left_open;
		}
	}
	status->windows = summary->window_count;
}

static int count_threads(const struct csa_capture *c, struct status *status, struct csa_err *err)
{
	void *block = malloc(CSF_BLOCK_BYTES);

	if (!block)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a block");
	for (size_t i = 0; i < c->block_count; i++)
		count_block(c, &c->blocks[i], block, status);
	for (size_t i = 0; i < c->lane_count; i++)
		status->threads += c->lanes[i].lane == 0;
	status->windows = c->live.window_count;
	free(block);
	return 0;
}

static int count_snapshots(const char *dir, struct status *status, struct csa_err *err)
{
	struct csa_snapshot_list list;
	int rc = csa_snapshots_find(&list, dir);

	status->snapshots = list.count;
	csa_snapshots_release(&list);
	return rc < 0 ? csa_fail(err, rc, "no memory for the snapshots of %s", dir) : 0;
}

static int read_status(const struct csa_traced_process *process, struct status *status,
		       struct csa_err *err)
{
	struct csa_capture capture;
	struct csa_notes notes;
	int rc;

	csa_notes_init(&notes);
	/* Damage is the report's to say: here it is less than what is counted. */
	rc = csa_capture_open(&capture, process->dir, &notes, err);
	if (rc == 0) {
		const char *mode = capture.facts.mode;
		uint32_t stop_marker = process->live->stop_marker;

		*status = (struct status){ .state = state_of(process, stop_marker),
					   .stop_marker = stop_marker,
					   .lost = capture.lost_events };
		status->mode = !mode || strcmp(mode, "events") == 0 ? "events"
			       : strcmp(mode, "summary") == 0       ? "summary"
								    : "count";
		for (size_t i = 0; i < capture.file_count; i++)
			status->bytes += capture.files[i].bytes;
		if (capture.summary)
			count_slots(capture.summary, status);
		else
			rc = count_threads(&capture, status, err);
	}
	if (rc == 0)
		rc = count_snapshots(process->dir, status, err);
	csa_capture_close(&capture);
	csa_notes_release(&notes);
	return rc;
}

static void print_json(const struct csa_traced_process *process, const struct status *s)
{
	printf("{\"schema\":1,\"pid\":%u,\"folder\":", process->pid);
	csa_json_string(stdout, process->dir);
	printf(",\"mode\":\"%s\",\"state\":\"%s\",\"stopped_by\":", s->mode, s->state);
	csa_json_string(stdout, s->stop_marker ? csa_marker_kind(s->stop_marker) : NULL);
	printf(",\"events\":%" PRIu64 ",\"threads\":%" PRIu64 ",\"blocks\":%" PRIu64
	       ",\"windows\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"markers\":%" PRIu64
	       ",\"lost\":%" PRIu64 ",\"snapshots\":%" PRIu64 ",\"snapshots_skipped\":%u}\n",
	       s->events, s->threads, s->blocks, s->windows, s->bytes, s->markers, s->lost,
	       s->snapshots, process->live->snapshots_skipped);
}

static void print_text(const struct csa_traced_process *process, const struct status *s)
{
	struct csa_buf dir;
	const char *reason = csa_marker_text(s->stop_marker);

	csa_buf_init(&dir);
	csa_add_terminal_text(&dir, process->dir);
	printf("process %u: %s, mode %s\n", process->pid, s->state, s->mode);
	if (s->stop_marker)
		printf("  %-10s %s\n", "reason", reason ? reason : "not known");
	printf("  %-10s %s\n", "folder", dir.data);
	printf("  %-10s %" PRIu64 " of %" PRIu64 " threads, %" PRIu64 " lost\n", "events",
	       s->events, s->threads, s->lost);
	printf("  %-10s %" PRIu64 " bytes, %" PRIu64 " blocks, %" PRIu64 " windows\n", "size",
	       s->bytes, s->blocks, s->windows);
	printf("  %-10s %" PRIu64 "\n", "markers", s->markers);
	printf("  %-10s %" PRIu64 ", skipped %u\n", "snapshots", s->snapshots,
	       process->live->snapshots_skipped);
	csa_buf_release(&dir);
}

/* What a process in a ring has recorded has gone to a server: here is how it goes. */
static void print_ring(const struct csa_traced_process *process, bool is_json)
{
	const struct csf_ring_process *entry = process->ring.entry;
	uint32_t stop_marker = process->live->stop_marker;
	const char *state = state_of(process, stop_marker);
	const char *reason = csa_marker_text(stop_marker);
	uint32_t windows = process->live->window_count;
	uint32_t dropped = __atomic_load_n(&entry->dropped_blocks, __ATOMIC_RELAXED);
	struct csa_buf name;

	if (is_json) {
		printf("{\"schema\":1,\"pid\":%u,\"ring\":", process->pid);
		csa_json_string(stdout, process->name);
		printf(",\"mode\":\"events\",\"state\":\"%s\",\"stopped_by\":", state);
		csa_json_string(stdout, stop_marker ? csa_marker_kind(stop_marker) : NULL);
		printf(",\"windows\":%u,\"dropped_blocks\":%u}\n", windows, dropped);
		return;
	}
	csa_buf_init(&name);
	csa_add_terminal_text(&name, process->name);
	printf("process %u: %s, mode events\n", process->pid, state);
	if (stop_marker)
		printf("  %-10s %s\n", "reason", reason ? reason : "not known");
	printf("  %-10s %s\n", "ring", name.data);
	printf("  %-10s %u windows, %u blocks dropped\n", "size", windows, dropped);
	csa_buf_release(&name);
}

static int say_status(const struct csa_traced_process *process, bool is_json, struct csa_err *err)
{
	struct status status = { 0 };
	int rc;

	if (process->name) {
		print_ring(process, is_json);
		return 0;
	}
	rc = read_status(process, &status, err);
	if (rc < 0)
		return rc;
	if (is_json)
		print_json(process, &status);
	else
		print_text(process, &status);
	return 0;
}

/* Return: 1: it records nothing any more. */
static int pause(const struct csa_cmd *cmd, struct csa_traced_process *process, bool wanted)
{
	uint32_t stop_marker = process->live->stop_marker;
	const char *reason = csa_marker_text(stop_marker);

	if (stop_marker) {
		csa_cmd_say(cmd, "process %u does not record any more: %s", process->pid,
			    reason ? reason : "recording stopped");
		return 1;
	}
	if (!csa_traced_pause(process, wanted))
		csa_cmd_say(cmd, "process %u was %s already", process->pid,
			    wanted ? "paused" : "recording");
	return 0;
}

static int snapshot(const struct csa_cmd *cmd, const struct csa_traced_process *process,
		    struct csa_err *err)
{
	struct csa_snapshot_made made;
	struct csa_notes notes;
	int rc;

	if (process->name)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"process %u writes into the ring %s: what it has recorded is where "
				"callsight serve receives it, and there is nothing here to copy",
				process->pid, process->name);
	csa_notes_init(&notes);
	rc = csa_snapshot_write(process->dir, &made, &notes, err);
	if (rc == 0) {
		struct csa_buf dir;

		csa_buf_init(&dir);
		csa_add_terminal_text(&dir, made.dir);
		printf("%s\n", dir.data);
		csa_buf_release(&dir);
		if (made.missed)
			csa_cmd_say(cmd,
				    "%" PRIu64 " blocks were overwritten before they were copied",
				    made.missed);
	}
	csa_snapshot_made_release(&made);
	return csa_cmd_end(cmd, &notes, rc);
}

static int act(const struct csa_cmd *cmd, struct csa_traced_process *process, enum action action,
	       bool is_json, struct csa_err *err)
{
	switch (action) {
	case PAUSE:
	case RESUME:
		return pause(cmd, process, action == PAUSE);
	case SNAPSHOT:
		return snapshot(cmd, process, err);
	default:
		return say_status(process, is_json, err);
	}
}

/* ACTIONS: none has this name. */
static enum action find_action(const char *word)
{
	enum action action = PAUSE;

	while (action < ACTIONS && strcmp(word, words[action]) != 0)
		action++;
	return action;
}

static int parse_pid(const char *text, unsigned *pid, struct csa_err *err)
{
	unsigned long number;
	char *end;

	errno = 0;
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || number == 0 || number > INT32_MAX)
		return csa_fail(err, CSA_E_USAGE, "'%s' is not the number of a process; see --help",
				text);
	*pid = (unsigned)number;
	return 0;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	const char *format = "text";
	const struct csa_opt opts[] = {
		{ CSA_OPT_CHOICE, 'f', "format", "text|json",
		  "How to say the status; default text.", &format },
		{ 0 },
	};
	struct csa_traced_process process;
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	enum action action;
	unsigned pid = 0;
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands != 2)
		return csa_fail(err, CSA_E_USAGE,
				"a process and what to do are needed; see --help");
	rc = parse_pid(argv[0], &pid, err);
	if (rc < 0)
		return rc;
	action = find_action(argv[1]);
	if (action == ACTIONS)
		return csa_fail(err, CSA_E_USAGE,
				"'%s' is none of pause, resume, status, snapshot; see --help",
				argv[1]);
	rc = csa_traced_open(&process, pid, err);
	if (rc == 0)
		rc = act(cmd, &process, action, strcmp(format, "json") == 0, err);
	csa_traced_close(&process);
	return rc;
}

const struct csa_cmd csa_cmd_ctl = {
	.name = "ctl",
	.summary = "Pauses, resumes, looks at or copies a running recording.",
	.usage = "[options] <pid> pause|resume|status|snapshot",
	.details =
		"pause     nothing is recorded from now on, in all threads of the process\n"
		"resume    and again\n"
		"status    what has been recorded, and whether it goes on\n"
		"snapshot  copies what has been recorded into the folder snapshot-<n> of the\n"
		"          process's capture and prints its path; the process goes on\n\n"
		"Exit status: 0; 1 when the process does not record any more; 3 when it is not\n"
		"there, not traced or another user's, or the capture cannot be read or written.\n",
	.run = run,
};
