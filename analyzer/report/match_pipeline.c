/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT */
#include "match_pipeline.h"

#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "block_room.h"
#include "call_feed.h"
#include "lane_states.h"
#include "lane_stitch.h"
#include "nested_blocks.h"
#include "word_reader.h"

/* Results between the slowest worker and the next block to take: enough that a worker which waits
 * for its turn does not stop the others, few enough to cost nothing. */
#define RING        32u
#define CALL_RING   4u /* for each worker: its calls make a block's result six times as large */
#define WORKERS_MAX 16u

/* A block between being taken and being joined. */
struct slot {
	struct csa_block_result result;
	size_t lane;
	bool waits;    /* what is open as it begins is known when all before it are joined */
	bool is_first; /* of its lane */
	bool is_ready;
	bool is_unreadable;
	bool is_by_hook_frames;
	uint32_t lost_events; /* before it */
	char unreadable[sizeof(((struct csa_err *)NULL)->msg)];
};

struct pipeline {
	const struct csa_capture *capture;
	const struct csa_address_space *space;
	struct csa_row_table *rows;
	struct csa_match_wants wants;
	struct csa_call_feeder feeder;
	const struct csa_report_watch *watch; /* NULL: nobody wants to know how far it is */
	struct csa_match_output *output;
	struct csa_notes *notes;
	struct csa_nested_blocks nested;
	pthread_mutex_t lock; /* all below, and the outputs above */
	pthread_cond_t changed;
	struct slot *ring; /* slot of block b: ring[b % ring_size] */
	size_t ring_size;
	size_t next;                    /* block to take */
	size_t joined;                  /* blocks that are joined; next to join */
	size_t take_lane;               /* lane of the last block taken */
	struct csa_lane_states *states; /* of a capture that grows; NULL: it does not */
	bool keeps_open;                /* the lanes go on in a later pass */
	bool *has_entered;              /* by lane: in this pass */
	struct csa_stitch stitch;
	struct csa_user_join user;
	size_t user_lane;   /* lane of the block that was joined last */
	size_t stitch_lane; /* lane that the stitch is in; SIZE_MAX: none */
	bool is_joining;    /* a worker does, without the lock while it hands calls on */
	int rc;
};

static int end_lane(struct pipeline *p)
{
	struct csa_stitch *s = &p->stitch;
	struct csa_lane_numbers *lane;
	int rc;

	if (p->stitch_lane == SIZE_MAX)
		return 0;
	lane = &p->output->lanes[p->stitch_lane];
	if (p->keeps_open) {
		rc = csa_lane_states_suspend(p->states, &p->capture->lanes[p->stitch_lane], s,
					     lane);
		p->stitch_lane = SIZE_MAX;
		return rc;
	}
	lane->first_ns = s->first_ns;
	lane->last_ns = s->last_ns;
	p->stitch_lane = SIZE_MAX;
	if (p->states)
		csa_lane_states_add(p->states, &p->capture->lanes[lane - p->output->lanes], lane);
	rc = csa_stitch_end(s, &lane->root_ns);
	/* The clock stepped back: at least as long as its calls lasted. */
	if (lane->last_ns < lane->first_ns)
		lane->last_ns = lane->first_ns + lane->root_ns;
	return rc < 0 ? rc : csa_feed_end(&p->feeder);
}

/* Goes on where an earlier pass left the lane. */
static int enter_lane(struct pipeline *p, size_t lane)
{
	p->stitch_lane = lane;
	p->has_entered[lane] = true;
	return p->states ? csa_lane_states_resume(p->states, &p->capture->lanes[lane], &p->stitch)
			 : 0;
}

static int begin_lane(struct pipeline *p, const struct slot *slot)
{
	const struct csa_block_result *r = &slot->result;
	const struct csa_call_feed *feed = p->feeder.feed;
	const char *name = NULL;
	int rc;

	if (p->stitch_lane == slot->lane)
		return 0;
	rc = end_lane(p);
	if (rc == 0)
		rc = enter_lane(p, slot->lane);
	if (feed && feed->lane_names)
		name = feed->lane_names[slot->lane];
	else if (slot->is_ready && !slot->is_unreadable && r->has_name)
		name = r->thread_name;
	if (name && !name[0])
		name = NULL;
	return rc < 0 ? rc : csa_feed_begin(&p->feeder, &p->capture->lanes[slot->lane], name);
}

/* Brings the stitch to where block @b begins. */
static int sync_block(struct pipeline *p, struct slot *slot)
{
	int rc = begin_lane(p, slot);

	return rc < 0 ? rc : csa_stitch_sync(&p->stitch, &slot->result, slot->result.first_ns);
}

static void note_block(struct pipeline *p, const struct slot *slot, bool is_continued)
{
	const struct csa_block_ref *ref = &p->capture->blocks[p->joined];
	const struct csa_block_result *r = &slot->result;
	const char *path = p->capture->files[ref->file].path;

	if (!is_continued && !slot->is_first && !slot->waits && !r->is_gap)
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

/* What is missing before a block, from its place in the lane and its header. */
static void note_gap(struct pipeline *p, const struct slot *slot)
{
	const struct csa_block_ref *ref = &p->capture->blocks[p->joined];
	uint32_t missing = ref->sequence;

	if (!(ref->flags & CSA_REF_GAP) || !p->feeder.feed)
		return;
	if (!slot->is_first)
		missing -= (ref - 1)->sequence + 1;
	else if (p->capture->is_wrap)
		missing = 0; /* overwritten, as meant */
	csa_feed_lost(&p->feeder, slot->lost_events, missing);
}

/* A block that cannot be read, or that is in its block of lane 0. */
static int join_unreadable(struct pipeline *p, struct slot *slot)
{
	int rc = 0;

	csa_user_join_break(&p->user);
	if (!slot->unreadable[0])
		return 0;
	csa_notes_add(p->notes, CSA_NOTE_DAMAGE, "%s", slot->unreadable);
	if (p->feeder.feed)
		rc = begin_lane(p, slot);
	csa_feed_lost(&p->feeder, 0, 1);
	return rc;
}

static int join_stitch(struct pipeline *p, const struct slot *slot)
{
	int rc;

	note_gap(p, slot);
	rc = csa_feed_put_lost(&p->feeder, slot->result.first_ns);
	if (rc == 0)
		rc = csa_stitch_join(&p->stitch, &slot->result);
	if (slot->result.damaged_offset)
		csa_feed_lost(&p->feeder, 0, 0);
	return rc < 0 ? rc : csa_feed_hand_on(&p->feeder);
}

static int join_block(struct pipeline *p, struct slot *slot)
{
	const struct csa_block_result *r = &slot->result;
	struct csa_lane_numbers *lane = &p->output->lanes[slot->lane];
	int rc;

	if (slot->is_unreadable)
		return join_unreadable(p, slot);
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
		csa_match_note_marker(p->output, &r->markers[i],
				      p->capture->lanes[slot->lane].thread_serial);
	p->output->hook_frame_blocks += slot->is_by_hook_frames;
	if (p->stitch.has_blocks && r->first_ns < p->stitch.last_ns) {
		lane->clock_steps++;
		csa_user_join_break(&p->user);
	}
	rc = join_user(p, slot);
	return rc < 0 ? rc : join_stitch(p, slot);
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

	while (p->rc == 0 && p->next < c->block_count && p->next - p->joined >= p->ring_size)
		pthread_cond_wait(&p->changed, &p->lock);
	if (p->rc < 0 || p->next >= c->block_count)
		return NULL;
	*block = p->next++;
	slot = &p->ring[*block % p->ring_size];
	while (*block == c->lanes[p->take_lane].first + c->lanes[p->take_lane].count)
		p->take_lane++;
	slot->lane = p->take_lane;
	/* A process that still runs may overwrite a lane's first blocks before they are read here. */
	slot->waits = c->lanes[p->take_lane].is_continued || (c->is_wrap && !c->live.ended);
	slot->is_first =
		*block == c->lanes[p->take_lane].first && !c->lanes[p->take_lane].is_continued;
	slot->is_ready = false;
	/* What is in a block of lane 0 is missing here. */
	slot->result.is_gap = (c->blocks[*block].flags & CSA_REF_GAP) ||
			      (*block && p->nested.has_host[*block - 1]);
	return slot;
}

/* Why the block, or a part of it, cannot be read. Absent: the process runs, and the block is its
 * thread's next one already. */
static void refuse(struct slot *slot, const struct csa_err *err)
{
	slot->is_unreadable = true;
	if (err->code != CSA_E_ABSENT)
		memcpy(slot->unreadable, err->msg, sizeof(slot->unreadable));
}

static int match_one(struct pipeline *p, struct csa_matcher *m, struct slot *slot, size_t block,
		     struct csa_block_room *room)
{
	struct csa_err left_out = { 0 };
	struct csa_err err = { 0 };
	const struct csf_block *header;
	void *bytes;
	int64_t length;
	int rc;

	/* Read with its block of lane 0. */
	slot->is_unreadable = p->nested.has_host[block];
	slot->unreadable[0] = '\0';
	if (slot->is_unreadable)
		return 0;
	length = csa_block_room_read(room, &p->nested, block, &bytes, &left_out, &err);
	if (length < 0 && err.code)
		refuse(slot, &err);
	if (length < 0)
		return err.code ? 0 : (int)length;
	header = bytes;
	slot->is_by_hook_frames = header->flags & CSF_BLOCK_HOOK_FRAMES;
	slot->lost_events = header->lost_events;
	slot->result.made = room->made;
	rc = csa_match_frames(m, &slot->result, bytes, (uint32_t)length,
			      &p->capture->lanes[slot->lane], slot->is_first);
	if (rc == 0)
		slot->waits = true;
	pthread_mutex_lock(&p->lock);
	if (left_out.code && left_out.code != CSA_E_ABSENT)
		csa_notes_add(p->notes, CSA_NOTE_DAMAGE, "%s", left_out.msg);
	while (rc >= 0 && slot->waits && p->rc == 0 && p->joined != block)
		pthread_cond_wait(&p->changed, &p->lock);
	if (rc >= 0 && slot->waits)
		rc = p->rc == 0 ? sync_block(p, slot) : p->rc;
	pthread_mutex_unlock(&p->lock);
	return rc < 0 ? rc : csa_match_block(m, &slot->result, bytes, (uint32_t)length);
}

/* Joins what is next in order. Called with the lock. */
static void join_ready(struct pipeline *p)
{
	const struct csa_capture *c = p->capture;

	if (p->is_joining)
		return;
	p->is_joining = true;
	while (p->rc == 0 && p->joined < p->next && p->ring[p->joined % p->ring_size].is_ready) {
		int rc = join_block(p, &p->ring[p->joined % p->ring_size]);

		if (rc < 0)
			fail(p, rc);
		csa_block_result_trim(&p->ring[p->joined % p->ring_size].result);
		p->ring[p->joined % p->ring_size].is_ready = false;
		if (p->watch)
			p->watch->step(p->watch->state, c->blocks[p->joined].bytes);
		p->joined++;
		pthread_cond_broadcast(&p->changed);
	}
	p->is_joining = false;
}

static void *work(void *argument)
{
	struct pipeline *p = argument;
	struct csa_matcher matcher;
	struct slot *slot;
	size_t block;
	struct csa_block_room room;
	int rc = csa_matcher_init(&matcher, p->capture, p->space, p->rows, &p->wants);

	if (csa_block_room_init(&room) < 0)
		rc = CSA_E_NOMEM;
	pthread_mutex_lock(&p->lock);
	if (rc < 0)
		fail(p, rc);
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
	    (p->wants.tree && matcher.tree.nodes &&
	     !csa_tree_take(&p->output->tree, &matcher.tree)))
		fail(p, CSA_E_NOMEM);
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	csa_matcher_release(&matcher);
	csa_block_room_release(&room);
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

/* Lanes of which this pass joined nothing are as an earlier one left them. */
static int end_rest(struct pipeline *p)
{
	int rc = 0;

	for (size_t i = 0; i < p->capture->lane_count && rc == 0; i++) {
		if (p->has_entered[i])
			continue;
		rc = enter_lane(p, i);
		if (rc == 0)
			rc = end_lane(p);
	}
	return rc;
}

static int finish(struct pipeline *p)
{
	struct csa_match_output *out = p->output;
	int rc = p->rc;

	pthread_mutex_lock(&p->lock);
	if (rc == 0)
		rc = end_lane(p);
	if (rc == 0 && p->states && !p->keeps_open)
		rc = end_rest(p);
	pthread_mutex_unlock(&p->lock);
	if (rc == 0 && (!csa_stats_take(&out->stats, &p->stitch.stats) ||
			!csa_user_stats_take(&out->user, &p->user.stats) ||
			(p->wants.tree && !csa_tree_take(&out->tree, &p->stitch.tree))))
		rc = CSA_E_NOMEM;
	return rc;
}

static void release(struct pipeline *p)
{
	for (size_t i = 0; p->ring && i < p->ring_size; i++)
		csa_block_result_release(&p->ring[i].result);
	free(p->ring);
	free(p->has_entered);
	csa_call_list_release(&p->feeder.list);
	csa_stitch_release(&p->stitch);
	csa_user_stats_release(&p->user.stats);
	csa_nested_blocks_release(&p->nested);
	pthread_cond_destroy(&p->changed);
	pthread_mutex_destroy(&p->lock);
}

int csa_match_capture(const struct csa_capture *capture, const struct csa_address_space *space,
		      struct csa_row_table *rows, const struct csa_match_options *options,
		      struct csa_match_output *output, struct csa_notes *notes, struct csa_err *err)
{
	struct pipeline p = {
		.capture = capture,
		.space = space,
		.rows = rows,
		.wants = { options->wants_tree, options->feed != NULL, options->needs_no_sums },
		.watch = options->watch,
		.states = options->states,
		.keeps_open = options->keeps_open,
		.feeder = { .feed = options->feed, .rows = rows, .names = space->names },
		.output = output,
		.notes = notes,
		.user = { .generation = 1 },
		.user_lane = SIZE_MAX,
		.stitch_lane = SIZE_MAX
	};
	const unsigned workers = worker_count(options, capture->block_count);
	int rc;

	*output = (struct csa_match_output){ 0 };
	csa_stats_init(&output->stats);
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.changed, NULL);
	p.ring_size = options->feed && workers * CALL_RING < RING ? workers * CALL_RING : RING;
	rc = csa_stitch_init(&p.stitch, p.wants.tree);
	if (rc == 0)
		rc = csa_nested_blocks_init(&p.nested, capture);
	p.ring = calloc(p.ring_size, sizeof(*p.ring));
	p.has_entered = calloc(capture->lane_count + 1, sizeof(*p.has_entered));
	output->lanes = calloc(capture->lane_count + 1, sizeof(*output->lanes));
	if (rc < 0 || !p.ring || !p.has_entered || !output->lanes ||
	    (p.wants.tree && !csa_tree_init(&output->tree))) {
		rc = CSA_E_NOMEM;
		goto out;
	}
	p.feeder.lock = &p.lock;
	p.feeder.list.shift_ns = options->feed ? options->feed->shift_ns : 0;
	p.stitch.calls = options->feed ? &p.feeder.list : NULL;
	p.stitch.needs_no_sums = options->needs_no_sums;
	run(&p, workers);
	rc = finish(&p);
out:
	if (rc < 0 && p.feeder.has_stopped)
		csa_fail(err, rc, "the calls of %s could not be handed on", capture->dir);
	else if (rc < 0)
		csa_fail(err, rc, "no memory to match the calls of %s", capture->dir);
	release(&p);
	return rc;
}
