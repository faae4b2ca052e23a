/* SPDX-License-Identifier: MIT */
/*
 * Hands the calls of one process to a sink, lane after lane, as the pipeline joins its blocks. The
 * sink is called without the lock of the workers, by one of them at a time; rows and names do not move
 * meanwhile.
 */
#ifndef CSA_CALL_FEED_H
#define CSA_CALL_FEED_H

#include <pthread.h>

#include "call_list.h"
#include "capture_dir.h"
#include "row_table.h"
#include "user_names.h"

/** Where the calls go. */
struct csa_call_feed {
	const struct csa_call_ops *ops; /* threads and calls; processes are the caller's */
	void *state;
	size_t process;               /* for struct csa_call_thread */
	int64_t shift_ns;             /* from the process's time to the sink's; within 2^62 */
	const char (*lane_names)[17]; /* of the lanes' threads; NULL: as they come */
};

struct csa_call_feeder {
	const struct csa_call_feed *feed; /* NULL: calls are not wanted, nothing happens */
	pthread_mutex_t *lock;            /* held by all callers */
	struct csa_row_table *rows;
	struct csa_user_names *names; /* NULL: none are wanted */
	struct csa_call_list list;    /* not yet handed on */
	struct csa_call lost;         /* what is missing here; kind 0: nothing */
	bool has_stopped;             /* the sink did not want more */
};

/* Return of all: 0, CSA_E_NOMEM, or what the sink returned. */

/** csa_feed_begin() - the next lane. @name: of its thread, NULL: not known yet */
int csa_feed_begin(struct csa_call_feeder *feeder, const struct csa_lane *lane, const char *name);
/** csa_feed_end() - it is over. */
int csa_feed_end(struct csa_call_feeder *feeder);

/** csa_feed_lost() - something is missing here. Added up until csa_feed_put_lost(). */
void csa_feed_lost(struct csa_call_feeder *feeder, uint64_t events, uint64_t blocks);
int csa_feed_put_lost(struct csa_call_feeder *feeder, uint64_t ns);

/** csa_feed_hand_on() - all that is in the list; the lock is free meanwhile. */
int csa_feed_hand_on(struct csa_call_feeder *feeder);

#endif
