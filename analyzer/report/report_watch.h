/* SPDX-License-Identifier: MIT */
/* Who wants to know how much a report has to read, and how far it is. */
#ifndef CSA_REPORT_WATCH_H
#define CSA_REPORT_WATCH_H

#include <stdint.h>

struct csa_report_watch {
	void (*begin)(void *state, uint64_t bytes); /* of blocks that will be read, roughly */
	void (*step)(void *state, uint64_t bytes);  /* so many more are read */
	void *state;
};

/** csa_watch_bytes() - of the blocks in a process folder, from the sizes of its files. */
uint64_t csa_watch_bytes(const char *dir);

#endif
