/* SPDX-License-Identifier: MIT */
#include "call_feed.h"

static int note_stop(struct csa_call_feeder *f, int rc)
{
	f->has_stopped = f->has_stopped || rc < 0;
	return rc;
}

int csa_feed_hand_on(struct csa_call_feeder *f)
{
	int rc;

	if (!f->feed || f->list.count == 0)
		return 0;
	pthread_mutex_unlock(f->lock);
	pthread_mutex_lock(&f->rows->lock);
	if (f->names)
		pthread_mutex_lock(&f->names->lock);
	rc = f->feed->ops->calls(f->feed->state, f->list.items, f->list.count);
	if (f->names)
		pthread_mutex_unlock(&f->names->lock);
	pthread_mutex_unlock(&f->rows->lock);
	pthread_mutex_lock(f->lock);
	f->list.count = 0;
	return note_stop(f, rc);
}

void csa_feed_lost(struct csa_call_feeder *f, uint64_t events, uint64_t blocks)
{
	f->lost.kind = CSA_CALL_LOST;
	f->lost.lost.events += events;
	f->lost.lost.blocks += blocks;
}

int csa_feed_put_lost(struct csa_call_feeder *f, uint64_t ns)
{
	if (!f->feed || !f->lost.kind)
		return 0;
	if (!csa_call_list_reserve(&f->list, 1))
		return CSA_E_NOMEM;
	f->lost.ns = ns;
	csa_call_list_put(&f->list, &f->lost);
	f->lost = (struct csa_call){ 0 };
	return 0;
}

int csa_feed_begin(struct csa_call_feeder *f, const struct csa_lane *lane, const char *name)
{
	struct csa_call_thread thread;

	f->lost = (struct csa_call){ 0 };
	if (!f->feed)
		return 0;
	csa_call_list_begin(&f->list);
	if (!f->feed->ops->begin_thread)
		return 0;
	thread = (struct csa_call_thread){ .process = f->feed->process,
					   .serial = lane->thread_serial,
					   .tid = lane->tid,
					   .lane = lane->lane,
					   .name = name };
	return note_stop(f, f->feed->ops->begin_thread(f->feed->state, &thread));
}

int csa_feed_end(struct csa_call_feeder *f)
{
	int rc;

	if (!f->feed)
		return 0;
	rc = csa_feed_put_lost(f, 0); /* at the lane's last time */
	if (rc == 0)
		rc = csa_feed_hand_on(f);
	if (rc == 0 && f->feed->ops->end_thread)
		rc = note_stop(f, f->feed->ops->end_thread(f->feed->state));
	return rc;
}
