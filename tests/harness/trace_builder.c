/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf, pwrite */
#include "trace_builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace_facts.h"

#define WORDS (CSF_BLOCK_BYTES / 8)

struct t_thread {
	struct t_trace *trace;
	struct t_thread *next;
	struct t_thread *lane0; /* of lane 1 */
	unsigned serial;
	unsigned tid;
	unsigned lane;
	unsigned sequence;
	unsigned lost;   /* events that the next block counts */
	unsigned events; /* of the open block */
	bool is_inherited;
	bool is_open; /* a block is being filled */
	uint64_t ticks;
	struct csf_frame *frames; /* outermost first */
	unsigned depth;
	unsigned capacity;
	uint64_t *block; /* WORDS */
	unsigned used;   /* words */
};

struct t_trace {
	uint64_t end_ns; /* of the pair at the end; 0: from the ticks */
	struct t_trace_options o;
	char *dir;
	struct t_thread *threads;
	struct t_thread **last;
	unsigned thread_count;
	int files[16];
	uint64_t offsets[16];
	FILE *modules;
	uint64_t *windows; /* WORDS each */
	unsigned window_count;
	unsigned lost_threads;
	uint64_t lost_events;
	uint64_t last_ticks;
};

static void die(const char *what)
{
	fprintf(stderr, "trace_builder: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void *must(void *pointer, const char *what)
{
	if (!pointer)
		die(what);
	return pointer;
}

static void set_defaults(struct t_trace_options *o)
{
	o->exe = o->exe ? o->exe : "/nonexistent/app";
	o->pid = o->pid ? o->pid : 7;
	o->ppid = o->ppid ? o->ppid : 1;
	o->start_ticks = o->start_ticks ? o->start_ticks : 1000;
	o->realtime_ns = o->realtime_ns ? o->realtime_ns : 1795972517000000000u;
	o->tick_hz = o->tick_hz > 0 ? o->tick_hz : 1e9;
	o->stripes = o->stripes ? o->stripes : 1;
}

struct t_trace *t_trace_new(const char *capture_dir, const struct t_trace_options *options)
{
	struct t_trace *t = must(calloc(1, sizeof(*t)), "calloc");
	char *name = NULL;
	char *path;

	if (options)
		t->o = *options;
	set_defaults(&t->o);
	if (!t->o.name &&
	    asprintf(&name, "app-%u-%llu", t->o.pid, (unsigned long long)t->o.realtime_ns) < 0)
		die("asprintf");
	t->dir = t_path(capture_dir, t->o.name ? t->o.name : name);
	free(name);
	mkdir(capture_dir, 0700);
	if (mkdir(t->dir, 0700) != 0)
		die(t->dir);
	t_write_facts(t->dir, &t->o);
	path = t_path(t->dir, "modules");
	t->modules = must(fopen(path, "w"), path);
	free(path);
	if (t->o.module)
		t_trace_module(t, t->o.start_ticks, t->o.module_start, t->o.module_start,
			       t->o.module_start + t->o.module_bytes, t->o.module);
	for (unsigned i = 0; i < t->o.stripes; i++) {
		char file[40];

		snprintf(file, sizeof(file), "blocks-%u.0.cst", i);
		path = t_path(t->dir, file);
		t->files[i] = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
		if (t->files[i] < 0)
			die(path);
		free(path);
	}
	t->last = &t->threads;
	return t;
}

const char *t_trace_dir(const struct t_trace *trace)
{
	return trace->dir;
}

void t_trace_lose(struct t_trace *trace, unsigned threads, uint64_t events)
{
	trace->lost_threads = threads;
	trace->lost_events = events;
}

void t_trace_module(struct t_trace *t, uint64_t ticks, uint64_t bias, uint64_t start, uint64_t end,
		    const char *path)
{
	if (path)
		fprintf(t->modules, "load\t%llx\t%llx\t%llx\t%llx\t%s\t%s\n",
			(unsigned long long)ticks, (unsigned long long)bias,
			(unsigned long long)start, (unsigned long long)end,
			t->o.build_id ? t->o.build_id : "-", path);
	else
		fprintf(t->modules, "unload\t%llx\t%llx\n", (unsigned long long)ticks,
			(unsigned long long)start);
}

struct t_thread *t_thread_new(struct t_trace *trace, unsigned tid)
{
	struct t_thread *th = must(calloc(1, sizeof(*th)), "calloc");

	th->trace = trace;
	th->serial = ++trace->thread_count;
	th->tid = tid;
	th->ticks = trace->o.start_ticks;
	th->block = must(malloc(CSF_BLOCK_BYTES), "malloc");
	*trace->last = th;
	trace->last = &th->next;
	return th;
}

struct t_thread *t_thread_lane1(struct t_thread *thread)
{
	struct t_thread *th = t_thread_new(thread->trace, thread->tid);

	thread->trace->thread_count--;
	th->serial = thread->serial;
	th->lane = 1;
	th->lane0 = thread;
	return th;
}

static void push(struct t_thread *th, uint64_t ticks, uint64_t function)
{
	if (th->depth == th->capacity) {
		th->capacity = th->capacity ? 2 * th->capacity : 64;
		th->frames =
			must(realloc(th->frames, th->capacity * sizeof(*th->frames)), "realloc");
	}
	th->frames[th->depth++] =
		(struct csf_frame){ .function_ip = function, .enter_ticks = ticks };
}

void t_open_frame(struct t_thread *thread, uint64_t ticks, uint64_t function)
{
	push(thread, ticks, function);
}

void t_inherited(struct t_thread *thread)
{
	thread->is_inherited = true;
}

static void add(struct t_thread *th, uint64_t word)
{
	th->block[th->used++] = word;
}

/* Frames beyond the header's, in records of at most 127 frames. */
static void add_frames(struct t_thread *th)
{
	unsigned left = th->depth > CSF_BLOCK_FRAMES ? th->depth - CSF_BLOCK_FRAMES : 0;
	unsigned next = left; /* index of the frame to write, plus 1 */

	if (left > CSF_BLOCK_FRAMES_MAX)
		left = CSF_BLOCK_FRAMES_MAX;
	while (left) {
		unsigned count = left < 127 ? left : 127;

		add(th, (th->ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT |
				(uint64_t)(2 * count) << CSF_EXT_LENGTH_SHIFT |
				CSF_EXT_FRAMES << CSF_EXT_TYPE_SHIFT | CSF_KIND_EXTENDED);
		for (unsigned i = 0; i < count; i++) {
			next--;
			add(th, th->frames[next].function_ip);
			add(th, th->frames[next].enter_ticks);
		}
		left -= count;
	}
}

/* CLOCK_MONOTONIC at @ticks of a counter that keeps its rate. */
static uint64_t ns_of(const struct t_trace *t, uint64_t ticks)
{
	return t->o.start_ticks +
	       (uint64_t)((double)(ticks - t->o.start_ticks) * 1e9 / t->o.tick_hz);
}

static void open_block(struct t_thread *th, uint64_t ticks)
{
	struct csf_block *h = (struct csf_block *)th->block;

	memset(th->block, 0, CSF_BLOCK_BYTES);
	*h = (struct csf_block){
		.magic = CSF_BLOCK_MAGIC,
		.version = CSF_VERSION,
		.lane = (uint8_t)th->lane,
		.flags = (uint8_t)((th->trace->o.is_wide ? CSF_BLOCK_WIDE : 0) |
				   (th->is_inherited ? CSF_BLOCK_INHERITED : 0)),
		.state = th->sequence << 1 | 1,
		.thread_serial = th->serial,
		.tid = th->tid,
		.sequence = th->sequence,
		.lane0_sequence = th->lane0 ? th->lane0->sequence : th->sequence,
		.depth = th->depth,
		.lost_events = th->lost,
		.first_ticks = ticks,
		.pair_ticks = ticks,
		.pair_ns = ns_of(th->trace, ticks),
	};
	for (unsigned i = 0; i < th->depth && i < CSF_BLOCK_FRAMES; i++)
		h->frames[i] = th->frames[th->depth - 1 - i];
	th->ticks = ticks;
	th->used = CSF_BLOCK_HEADER_BYTES / 8;
	th->lost = 0;
	th->events = 0;
	th->is_open = true;
	add_frames(th);
}

/* Makes room for @words and lets T reach @ticks. Return: the time bits. */
static uint64_t prepare(struct t_thread *th, uint64_t ticks, unsigned words)
{
	if (th->is_open && th->used + words + 2 > WORDS)
		t_block(th, T_BLOCK_WRITTEN);
	if (!th->is_open)
		open_block(th, ticks);
	if (ticks < th->ticks || ticks - th->ticks > CSF_TIME_MASK) {
		add(th, (uint64_t)(ticks < th->ticks) << CSF_EXT_PAYLOAD_SHIFT |
				1 << CSF_EXT_LENGTH_SHIFT |
				CSF_EXT_FULL_TIME << CSF_EXT_TYPE_SHIFT | CSF_KIND_EXTENDED);
		add(th, ticks);
	}
	th->ticks = ticks;
	if (ticks > th->trace->last_ticks)
		th->trace->last_ticks = ticks;
	return (ticks & CSF_TIME_MASK) << CSF_TIME_SHIFT;
}

static void add_event(struct t_thread *th, uint64_t ticks, uint64_t function, unsigned kind)
{
	uint64_t time = prepare(th, ticks, 3);

	add(th, time | (function & CSF_ADDRESS_MASK) << CSF_ADDRESS_SHIFT | kind);
	th->events++;
	if (th->trace->o.is_wide)
		add(th, function);
}

void t_enter(struct t_thread *th, uint64_t ticks, uint64_t function)
{
	add_event(th, ticks, function, CSF_KIND_ENTER);
	push(th, ticks, function);
}

void t_enter_at(struct t_thread *th, uint64_t ticks, uint64_t function, uint64_t callsite)
{
	add_event(th, ticks, function, CSF_KIND_ENTER_AT);
	add(th, callsite);
	push(th, ticks, function);
}

void t_exit(struct t_thread *th, uint64_t ticks)
{
	if (!th->depth)
		die("exit without an open frame");
	add_event(th, ticks, th->frames[th->depth - 1].function_ip, CSF_KIND_EXIT);
	th->depth--;
}

void t_exit_of(struct t_thread *th, uint64_t ticks, uint64_t function)
{
	add_event(th, ticks, function, CSF_KIND_EXIT);
}

void t_extended(struct t_thread *th, uint64_t ticks, unsigned type, unsigned payload,
		const uint64_t *words, unsigned length)
{
	uint64_t time = prepare(th, ticks, 1 + length);

	add(th, time | (uint64_t)payload << CSF_EXT_PAYLOAD_SHIFT |
			(uint64_t)length << CSF_EXT_LENGTH_SHIFT |
			(uint64_t)type << CSF_EXT_TYPE_SHIFT | CSF_KIND_EXTENDED);
	for (unsigned i = 0; i < length; i++)
		add(th, words[i]);
}

void t_unwound(struct t_thread *th, uint64_t ticks, unsigned left)
{
	t_extended(th, ticks, CSF_EXT_UNWOUND, left, NULL, 0);
	th->depth = left;
}

void t_unmatched(struct t_thread *th, uint64_t ticks, uint64_t function)
{
	t_extended(th, ticks, CSF_EXT_UNMATCHED, 0, &function, 1);
}

void t_marker(struct t_thread *th, uint64_t ticks, unsigned marker, uint64_t argument)
{
	t_extended(th, ticks, CSF_EXT_MARKER, marker, &argument, 1);
}

void t_name(struct t_thread *th, uint64_t ticks, const char *name)
{
	uint64_t words[2] = { 0 };

	memcpy(words, name, strnlen(name, sizeof(words)));
	t_extended(th, ticks, CSF_EXT_THREAD_NAME, 0, words, 2);
}

void t_word(struct t_thread *th, uint64_t word)
{
	prepare(th, th->ticks, 1);
	add(th, word);
}

void t_lost(struct t_thread *th, unsigned events)
{
	prepare(th, th->ticks, 1);
	((struct csf_block *)th->block)->lost_events += events;
}

void t_pair(struct t_thread *th, uint64_t ns)
{
	prepare(th, th->ticks, 1);
	((struct csf_block *)th->block)->pair_ns = ns;
}

void t_end_pair(struct t_trace *t, uint64_t ns)
{
	t->end_ns = ns;
}

unsigned t_depth(const struct t_thread *th)
{
	return th->depth;
}

static void write_at(int fd, const void *bytes, size_t count, uint64_t offset)
{
	if (pwrite(fd, bytes, count, (off_t)offset) != (ssize_t)count)
		die("pwrite");
}

static void add_window(struct t_trace *t, const uint64_t *block)
{
	t->windows = must(realloc(t->windows, (t->window_count + 1) * (size_t)CSF_BLOCK_BYTES),
			  "realloc");
	memcpy(t->windows + (size_t)t->window_count * WORDS, block, CSF_BLOCK_BYTES);
	t->window_count++;
}

/* A window with the beginning of the block. */
static void add_prefix(struct t_thread *th)
{
	struct csf_block *header = (struct csf_block *)th->block;
	uint32_t used = header->used_bytes;

	header->used_bytes = CSF_BLOCK_HEADER_BYTES + (used - CSF_BLOCK_HEADER_BYTES) / 16 * 8;
	add_window(th->trace, th->block);
	header->used_bytes = used;
}

static void drop(struct t_thread *th, enum t_block_fate fate)
{
	if (fate == T_BLOCK_STALE)
		add_prefix(th);
	th->lost = ((struct csf_block *)th->block)->lost_events + th->events;
	th->is_open = false;
}

void t_block(struct t_thread *th, enum t_block_fate fate)
{
	struct t_trace *t = th->trace;
	unsigned stripe = th->serial % t->o.stripes;
	size_t bytes = th->used * 8;

	if (!th->is_open)
		return;
	((struct csf_block *)th->block)->used_bytes = (uint32_t)bytes;
	if (fate == T_BLOCK_DROPPED || fate == T_BLOCK_STALE) {
		drop(th, fate);
		return;
	}
	if (fate == T_BLOCK_PREFIX)
		add_prefix(th);
	if (fate == T_BLOCK_WRITTEN || fate == T_BLOCK_TWICE || fate == T_BLOCK_PREFIX)
		write_at(t->files[stripe], th->block, bytes, t->offsets[stripe]);
	if (fate == T_BLOCK_PARTIAL)
		write_at(t->files[stripe], th->block, bytes / 2, t->offsets[stripe]);
	if (fate == T_BLOCK_HOLE || fate == T_BLOCK_TWICE || fate == T_BLOCK_PARTIAL)
		add_window(t, th->block);
	if (fate != T_BLOCK_MISSING)
		t->offsets[stripe] += bytes;
	th->is_open = false;
	th->sequence++;
}

static void close_threads(struct t_trace *t)
{
	while (t->threads) {
		struct t_thread *th = t->threads;

		t->threads = th->next;
		if (th->is_open) {
			((struct csf_block *)th->block)->used_bytes = th->used * 8;
			add_window(t, th->block);
		}
		free(th->frames);
		free(th->block);
		free(th);
	}
}

static void write_live(const struct t_trace *t, bool has_ended)
{
	const struct csf_live live = {
		.magic = CSF_LIVE_MAGIC,
		.version = CSF_VERSION,
		.ended = has_ended,
		.window_bytes = CSF_BLOCK_BYTES,
		.window_count = t->window_count,
		.pid = t->o.pid,
		.lost_threads = t->lost_threads,
		.lost_events = t->lost_events,
		.end_pair_ticks = t->last_ticks,
		.end_pair_ns = t->end_ns ? t->end_ns : ns_of(t, t->last_ticks),
	};
	char *path = t_path(t->dir, "live.cst");
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0)
		die(path);
	write_at(fd, &live, sizeof(live), 0);
	if (ftruncate(fd, CSF_LIVE_HEADER_BYTES) != 0)
		die(path);
	for (unsigned i = 0; i < t->window_count; i++)
		write_at(fd, t->windows + (size_t)i * WORDS, CSF_BLOCK_BYTES,
			 CSF_LIVE_HEADER_BYTES + i * (uint64_t)CSF_BLOCK_BYTES);
	close(fd);
	free(path);
}

void t_trace_end(struct t_trace *t, bool has_ended)
{
	if (t->last_ticks < t->o.start_ticks)
		t->last_ticks = t->o.start_ticks;
	close_threads(t);
	write_live(t, has_ended);
	fclose(t->modules);
	for (unsigned i = 0; i < t->o.stripes; i++) {
		/* A hole at the end is part of the file only when the file reaches beyond it. */
		close(t->files[i]);
	}
	free(t->windows);
	free(t->dir);
	free(t);
}
