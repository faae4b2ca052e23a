/* SPDX-License-Identifier: MIT */
/*
 * Is a traced process gone, so that nothing of it changes any more? The rules, and the facts that they need.
 *
 * Who holds the lock of its entry is there. Without the lock it may be a program that closed all its
 * descriptors: it is there as long as the object is in its memory. In another PID namespace only silence tells.
 */
#ifndef CSS_PROCESS_GONE_H
#define CSS_PROCESS_GONE_H

#include <stdbool.h>
#include <stdint.h>

#include "shared_ring.h"

#define CSS_SILENT_MS 10000u /* nothing changed for so long */

/** Who a process is, as its entry says. */
struct css_identity {
	uint32_t pid;
	uint64_t pid_namespace;
	uint64_t process_start;
	uint64_t start_ns;
};

enum css_known {
	CSS_UNKNOWN = 0,
	CSS_NO,
	CSS_YES,
};

struct css_gone_facts {
	bool has_lock;        /* or there are no locks */
	bool is_foreign;      /* its numbers mean nothing here */
	bool has_newer;       /* a newer entry has the same pid */
	enum css_known lives; /* a process has its pid */
	enum css_known maps;  /* that process has mapped the object */
	enum css_known same;  /* that process was started when it was */
	uint64_t silent_ms;
};

/** css_is_gone() - the rules. */
bool css_is_gone(const struct css_gone_facts *facts);

/** css_pid_namespace() - ours; 0: not known. */
uint64_t css_pid_namespace(void);

/** css_gone_has_lock() - does a process hold the lock of entry @index? Also true where there are no locks. */
bool css_gone_has_lock(const struct css_ring *ring, uint32_t index);

/** css_gone_look() - fill in lives, maps and same from /proc. */
void css_gone_look(const struct css_ring *ring, const struct css_identity *identity,
		   struct css_gone_facts *facts);

#endif
