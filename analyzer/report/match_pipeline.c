/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT */
#include "match_pipeline.h"

#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "lane_merge.h"
#include "lane_stitch.h"
#include "nested_blocks.h"
#include "word_reader.h"

/* Results between the slowest worker and the next block to take: enough that a worker which waits
 * for its turn does not stop the others, few enough to cost nothing. */
#define RING        32u
#define WORKERS_MAX 16u
/* More than there are kinds and snapshots: a damaged capture has any number. */
#define MARKERS_OF_A_THREAD 100u

/* A block between being taken and being joined. */
struct slot {
	struct csa_block_result result;
	size_t lane;
	bool waits;    /* something before it in its lane is missing: its frames may be foreign */
	bool is_first; /* of its lane */
	bool is_ready;
	bool is_unreadable;
	bool is_by_hook_frames;
	char unreadable[sizeof(((struct csa_err *)NULL)->msg)];
};

struct pipeline {
	const struct csa_capture *capture;
	const struct csa_address_space *space;
	struct csa_row_table *rows;
	bool wants_tree;
	struct csa_match_output *output;
	struct csa_notes *notes;
	struct csa_nested_blocks nested;
	pthread_mutex_t lock; /* all below, and the outputs above */
	pthread_cond_t changed;
	struct slot *ring; /* slot of block b: ring[b % RING] */
	size_t next;       /* block to take */
	size_t joined;     /* blocks that are joined; next to join */
	size_t take_lane;  /* lane of the last block taken */
	bool take_gap;     /* a gap was seen in it */
	struct csa_stitch stitch;
	struct csa_user_join user;
	size_t user_lane;   /* lane of the block that was joined last */
	size_t stitch_lane; /* lane that the stitch is in; SIZE_MAX: none */
	int rc;
};

/* Blocks of a thread come one after the other: its markers are the last ones. */
static void note_marker(struct csa_match_output *out, const struct csa_marker_seen *seen,
			uint32_t thread_serial)
{
	struct csa_marker_count *markers = out->markers;
	size_t count = out->marker_count;
	size_t i = count;

	for (; i > 0 && markers[i - 1].thread_serial == thread_serial; i--) {
		struct csa_marker_count *m = &markers[i - 1];

		if (m->marker != seen->marker ||
		    (m->argument != seen->argument && !csa_marker_adds_up(m->marker)))
			continue;
		m->argument += csa_marker_adds_up(m->marker) ? seen->argument : 0;
		m->count += seen->count;
		return;
	}
	if (count - i >= MARKERS_OF_A_THREAD)
		return;
	if ((count & (count - 1)) == 0) /* capacities are powers of two */
		markers = realloc(markers, (count ? 2 * count : 1) * sizeof(*markers));
	if (!markers)
		return;
	out->markers = markers;
	markers[out->marker_count++] = (struct csa_marker_count){ seen->marker, thread_serial,
								  seen->count, seen->argument };
}

static int end_lane(struct pipeline *p)
{
	struct csa_stitch *s = &p->stitch;
	struct csa_lane_numbers *lane;
	int rc;

	if (p->stitch_lane == SIZE_MAX)
		return 0;
	lane = &p->output->lanes[p->stitch_lane];
	lane->first_ns = s->first_ns;
	lane->last_ns = s->last_ns;
	p->stitch_lane = SIZE_MAX;
	rc = csa_stitch_end(s, &lane->root_ns);
	/* The clock stepped back: at least as long as its calls lasted. */
	if (lane->last_ns < lane->first_ns)
		lane->last_ns = lane->first_ns + lane->root_ns;
	return rc;
}

/* Brings the stitch to where block @b begins. */
static int sync_block(struct pipeline *p, struct slot *slot)
{
	int rc = 0;

	if (p->stitch_lane != slot->lane)
		rc = end_lane(p);
	p->stitch_lane = slot->lane;
	return rc < 0 ? rc : csa_stitch_sync(&p->stitch, &slot->result, slot->result.first_ns);
}

static void note_block(struct pipeline *p, const struct slot *slot, bool is_continued)
{
	const struct csa_block_ref *ref = &p->capture->blocks[p->joined];
	const struct csa_block_result *r = &slot->result;
	const char *path = p->capture->files[ref->file].path;

	if (!is_continued && !slot->is_first && !slot->waits)
		csa_notes_add(p->notes, CSA_NOTE_DAMAGE,
			      "%s: offset %llu: open frames are not those that block %u of thread "
			      "%u left",
			      path, (unsigned long long)ref->offset, ref->sequence - 1,
			      ref->thread_serial);
	if (r->damaged_offset)
		csa_notes_add(p->notes, CSA_NOTE_DAMAGE, "%s: offset %" PRIu64 ": %s", path,
			      ref->offset + r->damaged_offset, r->damage);
}

/* A frame is not measured across what is missing. Return: 0 or CSA_E_NOMEM. */
static int join_user(struct pipeline *p, const struct slot *slot)
{
	const struct csa_block_result *r = &slot->result;
	bool ok;

	if (p->user_lane != slot->lane || (p->capture->blocks[p->joined].flags & CSA_REF_GAP))
		csa_user_join_break(&p->user);
	p->user_lane = slot->lane;
	ok = csa_user_join_block(&p->user, &r->user, p->capture->lanes[slot->lane].thread_serial);
	if (r->damaged_offset)
		csa_user_join_break(&p->user);
	return ok ? 0 : CSA_E_NOMEM;
}

static int join_block(struct pipeline *p, struct slot *slot)
{
	const struct csa_block_result *r = &slot->result;
	struct csa_lane_numbers *lane = &p->output->lanes[slot->lane];
	int rc;

	if (slot->is_unreadable) {
		csa_user_join_break(&p->user);
		if (slot->unreadable[0])
			csa_notes_add(p->notes, CSA_NOTE_DAMAGE, "%s", slot->unreadable);
		return 0;
	}
	rc = sync_block(p, slot);
	if (rc < 0)
		return rc;
	note_block(p, slot, rc);
	lane->events += r->events;
	lane->unmatched += r->unmatched;
	lane->clock_steps += r->clock_steps;
	if (r->has_name)
		memcpy(lane->name, r->thread_name, sizeof(lane->name));
	for (uint32_t i = 0; i < r->marker_count; i++)
		note_marker(p->output, &r->markers[i], p->capture->lanes[slot->lane].thread_serial);
	p->output->hook_frame_blocks += slot->is_by_hook_frames;
	if (p->stitch.has_blocks && r->first_ns < p->stitch.last_ns) {
		lane->clock_steps++;
		csa_user_join_break(&p->user);
	}
	rc = join_user(p, slot);
	return rc < 0 ? rc : csa_stitch_join(&p->stitch, r);
}

static void fail(struct pipeline *p, int rc)
{
	if (p->rc == 0)
		p->rc = rc;
}

/* Takes the next block. Called with the lock. Return: its slot, or NULL at the end. */
static struct slot *take_block(struct pipeline *p, size_t *block)
{
	const struct csa_capture *c = p->capture;
	struct slot *slot;

	while (p->rc == 0 && p->next < c->block_count && p->next - p->joined >= RING)
		pthread_cond_wait(&p->changed, &p->lock);
	if (p->rc < 0 || p->next >= c->block_count)
		return NULL;
	*block = p->next++;
	slot = &p->ring[*block % RING];
	if (*block == 0 || *block == c->lanes[p->take_lane].first + c->lanes[p->take_lane].count) {
		p->take_lane += *block != 0;
		p->take_gap = false;
	}
	/* A process that still runs may overwrite a lane's first blocks before they are read here. */
	if ((c->blocks[*block].flags & CSA_REF_GAP) || (c->is_wrap && !c->live.ended))
		p->take_gap = true;
	slot->lane = p->take_lane;
	slot->waits = p->take_gap;
	slot->is_first = *block == c->lanes[p->take_lane].first;
	slot->is_ready = false;
	slot->is_unreadable = false;
	return slot;
}

/* The memory of a worker for a block, and for those of lane 1 that are merged into it. */
struct room {
	char *block;
	char *parts; /* blocks of lane 1 */
	char *merged;
	size_t part_capacity; /* blocks */
	size_t merged_capacity;
};

static bool grow(char **bytes, size_t *capacity, size_t wanted, size_t unit)
{
	char *larger;

	if (wanted <= *capacity)
		return true;
	larger = realloc(*bytes, wanted * unit);
	if (!larger)
		return false;
	*bytes = larger;
	*capacity = wanted;
	return true;
}

/*
 * Merges what interrupted hooks of the block into it. *@bytes is then the merged block. Parts that
 * cannot be read or merged are left out with a note.
 */
static int64_t merge_nested(struct pipeline *p, struct room *room, size_t block, int length,
			    void **bytes)
{
	const struct csa_capture *c = p->capture;
	struct csa_lane_part host = { room->block, (uint32_t)length };
	struct csa_lane_part *parts;
	struct csa_err err = { 0 };
	int64_t merged = CSA_E_NOMEM;
	size_t count;
	size_t read_count = 0;
	size_t first = csa_nested_blocks_find(&p->nested, block, &count);

	*bytes = room->block;
	if (count == 0)
		return length;
	parts = calloc(count, sizeof(*parts));
	if (!parts || !grow(&room->parts, &room->part_capacity, count, CSF_BLOCK_BYTES))
		goto out;
	for (size_t i = 0; i < count; i++) {
		char *part = room->parts + read_count * CSF_BLOCK_BYTES;
		int bytes_read = csa_capture_read_block(c, &c->blocks[first + i], part, &err);

		if (bytes_read > 0)
			parts[read_count++] = (struct csa_lane_part){ part, (uint32_t)bytes_read };
	}
	if (!grow(&room->merged, &room->merged_capacity,
		  csa_lane_merge_room(&host, parts, read_count), 1))
		goto out;
	merged = csa_lane_merge(&host, parts, read_count, room->merged, &err);
	if (merged > 0)
		*bytes = room->merged;
	else
		merged = length;
	if (err.code && err.code != CSA_E_ABSENT) {
		pthread_mutex_lock(&p->lock);
		csa_notes_add(p->notes, CSA_NOTE_DAMAGE, "%s", err.msg);
		pthread_mutex_unlock(&p->lock);
	}
out:
	free(parts);
	return merged;
}

static int match_one(struct pipeline *p, struct csa_matcher *m, struct slot *slot, size_t block,
		     struct room *room)
{
	const struct csa_capture *c = p->capture;
	struct csa_err err = { 0 };
	void *bytes = room->block;
	int64_t length;
	int rc;

	/* Read with its block of lane 0. */
	slot->is_unreadable = p->nested.has_host[block];
	slot->unreadable[0] = '\0';
	if (slot->is_unreadable)
		return 0;
	length = csa_capture_read_block(c, &c->blocks[block], bytes, &err);

	if (length < 0) {
		slot->is_unreadable = true;
		/* Absent: the process runs, and the block is its thread's next one already. */
		memcpy(slot->unreadable, length == CSA_E_ABSENT ? "" : err.msg,
		       length == CSA_E_ABSENT ? 1 : sizeof(slot->unreadable));
		return 0;
	}
	length = merge_nested(p, room, block, (int)length, &bytes);
	if (length < 0)
		return (int)length;
	slot->is_by_hook_frames = ((const struct csf_block *)bytes)->flags & CSF_BLOCK_HOOK_FRAMES;
	rc = csa_match_frames(m, &slot->result, bytes, (uint32_t)length, &c->lanes[slot->lane],
			      slot->is_first);
	if (rc == 0)
		slot->waits = true;
	if (rc >= 0 && slot->waits) {
		pthread_mutex_lock(&p->lock);
		while (p->rc == 0 && p->joined != block)
			pthread_cond_wait(&p->changed, &p->lock);
		rc = p->rc == 0 ? sync_block(p, slot) : p->rc;
		pthread_mutex_unlock(&p->lock);
	}
	return rc < 0 ? rc : csa_match_block(m, &slot->result, bytes, (uint32_t)length);
}

/* Joins what is next in order. Called with the lock. */
static void join_ready(struct pipeline *p)
{
	while (p->rc == 0 && p->joined < p->next && p->ring[p->joined % RING].is_ready) {
		int rc = join_block(p, &p->ring[p->joined % RING]);

		if (rc < 0)
			fail(p, rc);
		p->ring[p->joined % RING].is_ready = false;
		p->joined++;
	}
}

static void *work(void *argument)
{
	struct pipeline *p = argument;
	struct csa_matcher matcher;
	struct slot *slot;
	size_t block;
	struct room room = { .block = malloc(CSF_BLOCK_BYTES) };
	int rc = csa_matcher_init(&matcher, p->capture, p->space, p->rows, p->wants_tree);

	pthread_mutex_lock(&p->lock);
	if (rc < 0 || !room.block)
		fail(p, CSA_E_NOMEM);
	while ((slot = take_block(p, &block)) != NULL) {
		pthread_mutex_unlock(&p->lock);
		rc = match_one(p, &matcher, slot, block, &room);
		pthread_mutex_lock(&p->lock);
		if (rc < 0)
			fail(p, rc);
		slot->is_ready = true;
		join_ready(p);
		pthread_cond_broadcast(&p->changed);
	}
	if (!csa_stats_take(&p->output->stats, &matcher.stats) ||
	    !csa_user_stats_take(&p->output->user, &matcher.user.stats) ||
	    (p->wants_tree && matcher.tree.nodes &&
	     !csa_tree_take(&p->output->tree, &matcher.tree)))
		fail(p, CSA_E_NOMEM);
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	csa_matcher_release(&matcher);
	free(room.block);
	free(room.parts);
	free(room.merged);
	return NULL;
}

static unsigned worker_count(const struct csa_match_options *options, size_t blocks)
{
	unsigned count = options->workers;
	cpu_set_t cpus;

	if (!count && sched_getaffinity(0, sizeof(cpus), &cpus) == 0)
		count = (unsigned)CPU_COUNT(&cpus);
	if (count > WORKERS_MAX)
		count = WORKERS_MAX;
	if (count > blocks)
		count = (unsigned)blocks;
	return count ? count : 1;
}

/* The calling thread is the first worker; a thread that cannot be made is one worker less. */
static void run(struct pipeline *p, unsigned workers)
{
	pthread_t threads[WORKERS_MAX];
	unsigned count = 0;

	while (count + 1 < workers && pthread_create(&threads[count], NULL, work, p) == 0)
		count++;
	work(p);
	while (count)
		pthread_join(threads[--count], NULL);
}

static int finish(struct pipeline *p)
{
	struct csa_match_output *out = p->output;
	int rc = p->rc ? p->rc : end_lane(p);

	if (rc == 0 && (!csa_stats_take(&out->stats, &p->stitch.stats) ||
			!csa_user_stats_take(&out->user, &p->user.stats) ||
			(p->wants_tree && !csa_tree_take(&out->tree, &p->stitch.tree))))
		rc = CSA_E_NOMEM;
	return rc;
}

int csa_match_capture(const struct csa_capture *capture, const struct csa_address_space *space,
		      struct csa_row_table *rows, const struct csa_match_options *options,
		      struct csa_match_output *output, struct csa_notes *notes, struct csa_err *err)
{
	struct pipeline p = { .capture = capture,
			      .space = space,
			      .rows = rows,
			      .wants_tree = options->wants_tree,
			      .output = output,
			      .notes = notes,
			      .user = { .generation = 1 },
			      .user_lane = SIZE_MAX,
			      .stitch_lane = SIZE_MAX };
	int rc;

	*output = (struct csa_match_output){ 0 };
	csa_stats_init(&output->stats);
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.changed, NULL);
	rc = csa_stitch_init(&p.stitch, p.wants_tree);
	if (rc == 0)
		rc = csa_nested_blocks_init(&p.nested, capture);
	p.ring = calloc(RING, sizeof(*p.ring));
	output->lanes = calloc(capture->lane_count + 1, sizeof(*output->lanes));
	if (rc < 0 || !p.ring || !output->lanes ||
	    (p.wants_tree && !csa_tree_init(&output->tree))) {
		rc = CSA_E_NOMEM;
		goto out;
	}
	run(&p, worker_count(options, capture->block_count));
	rc = finish(&p);
out:
	if (rc < 0)
		csa_fail(err, rc, "no memory to match the calls of %s", capture->dir);
	for (size_t i = 0; p.ring && i < RING; i++)
		csa_block_result_release(&p.ring[i].result);
	free(p.ring);
	csa_stitch_release(&p.stitch);
	csa_user_stats_release(&p.user.stats);
	csa_nested_blocks_release(&p.nested);
	pthread_cond_destroy(&p.changed);
	pthread_mutex_destroy(&p.lock);
	return rc;
}

void csa_match_output_release(struct csa_match_output *output)
{
	csa_stats_release(&output->stats);
	csa_tree_release(&output->tree);
	csa_user_stats_release(&output->user);
	free(output->lanes);
	free(output->markers);
	*output = (struct csa_match_output){ 0 };
}
