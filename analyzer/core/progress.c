/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "progress.h"

#include <inttypes.h>
#include <time.h>

uint64_t csa_progress_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void csa_progress_begin(struct csa_progress *p, FILE *out, uint64_t total, uint64_t now_ns)
{
	*p = (struct csa_progress){ .out = out,
				    .total = total,
				    .next_ns = now_ns + CSA_PROGRESS_FIRST_NS };
}

void csa_progress_step(struct csa_progress *p, uint64_t done, uint64_t now_ns)
{
	if (!p->out || now_ns < p->next_ns || !p->total)
		return;
	done = done < p->total ? done : p->total;
	fprintf(p->out, "\r%" PRIu64 " of %" PRIu64 " MB read (%u %%)\033[K", done / 1000000,
		p->total / 1000000, (unsigned)(100.0 * (double)done / (double)p->total));
	fflush(p->out);
	p->is_shown = true;
	p->next_ns = now_ns + CSA_PROGRESS_EACH_NS;
}

void csa_progress_erase(struct csa_progress *p)
{
	if (!p->is_shown)
		return;
	fputs("\r\033[K", p->out);
	fflush(p->out);
	p->is_shown = false;
}
