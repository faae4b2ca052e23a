/* SPDX-License-Identifier: MIT */
/*
 * Samples and markers of the threads of a Firefox profile, kept until it is written.
 *
 * A sample is a piece of time in which a thread's stack did not change; it begins at its time and lasts
 * until that of the next one. A piece of 0 ns has a sample where the stack is higher or lower than
 * before and behind it, and nowhere else, so that each sample's stack is that of the one before with
 * frames added or taken off: every call can be counted, and the viewer draws two calls as two boxes.
 * The last sample of a thread has no stack and ends the one before.
 */
#ifndef CSA_FIREFOX_THREADS_H
#define CSA_FIREFOX_THREADS_H

#include "number_spool.h"
#include "report.h"
#include "stack_tree.h"
#include "string_index.h"

enum csa_firefox_mark {
	CSA_FIREFOX_MARK,
	CSA_FIREFOX_FRAME,
	CSA_FIREFOX_VALUE,
	CSA_FIREFOX_MARKER,
	CSA_FIREFOX_LOST,
	CSA_FIREFOX_CALL, /* one with a flag */
};

/* Where a thread's numbers begin, and how many samples and marks they are. */
struct csa_firefox_thread {
	uint64_t samples_at;
	uint64_t sample_count;
	uint64_t marks_at;
	uint64_t mark_count;
	uint64_t first_ns;
	uint64_t last_ns;
};

struct csa_firefox_frame {
	uint64_t begin_ns;
	uint32_t caller; /* node of the tree */
};

struct csa_firefox_threads {
	struct {
		struct csa_firefox_thread *items;
		uint32_t count;
		uint32_t capacity;
	} list;
	struct {
		struct csa_firefox_frame *items;
		uint32_t count; /* the depth */
		uint32_t capacity;
	} stack;
	struct csa_number_spool samples; /* each: stack, ns since the one before */
	struct csa_number_spool marks;   /* each: kind, ns, what the kind has */
	struct csa_tree tree;
	uint32_t node; /* of the stack as it is now */
	struct csa_string_index strings;
	uint64_t sample_ns; /* of the last sample */
	uint64_t since_ns;  /* the stack is as it is now */
	uint8_t last;       /* CSA_CALL_ENTER, _EXIT; other: the thread begins */
};

int csa_firefox_threads_init(struct csa_firefox_threads *threads, struct csa_err *err);
void csa_firefox_threads_release(struct csa_firefox_threads *threads);

/** csa_firefox_begin(), _call(), _end() - a thread. Return: 0 or CSA_E_NOMEM. */
int csa_firefox_begin(struct csa_firefox_threads *threads);
int csa_firefox_call(struct csa_firefox_threads *threads, const struct csa_call *call);
void csa_firefox_end(struct csa_firefox_threads *threads);

#endif
