/* SPDX-License-Identifier: MIT */
#include "cmd_progress.h"

#include "terminal.h"

static void begin(void *state, uint64_t bytes)
{
	struct csa_watch *watch = state;
	struct csa_terminal terminal = { .is_terminal = false };

	if (watch->is_wanted)
		csa_terminal_look(&terminal, stderr);
	csa_progress_begin(&watch->progress,
			   terminal.is_terminal && !terminal.is_dumb ? stderr : NULL, bytes,
			   csa_progress_now());
}

static void step(void *state, uint64_t bytes)
{
	struct csa_watch *watch = state;

	watch->done += bytes;
	if (watch->progress.out)
		csa_progress_step(&watch->progress, watch->done, csa_progress_now());
}

void csa_watch_init(struct csa_watch *watch, bool is_wanted)
{
	*watch = (struct csa_watch){ .report = { .begin = begin, .step = step, .state = watch },
				     .is_wanted = is_wanted };
}

void csa_watch_end(struct csa_watch *watch)
{
	csa_progress_erase(&watch->progress);
}
