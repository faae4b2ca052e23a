/* SPDX-License-Identifier: MIT */
#include "live.h"

#include <stddef.h>

#include "process.h"

static struct csf_live *live; /* written in csr_live_begin(), signals blocked, one thread */
static uint32_t request_of_parent;

static const uint32_t no_request = 0;
const uint32_t *csr_live_request = &no_request;

CSR_FN void csr_live_begin(struct csf_live *header)
{
	live = header;
	live->version = CSF_VERSION;
	live->window_bytes = CSF_BLOCK_BYTES;
	live->pid = (uint32_t)csr_process.pid;
	live->request = request_of_parent;
	live->control = 1;
	csr_live_request = &live->request;
	__atomic_store_n(&live->magic, CSF_LIVE_MAGIC, __ATOMIC_RELEASE);
}

CSR_FN struct csf_live *csr_live_header(void)
{
	return live;
}

CSR_FN void csr_live_say_stopped(enum csf_marker marker, uint64_t argument)
{
	if (!live)
		return;
	live->stop_argument = argument;
	__atomic_store_n(&live->stop_marker, (uint32_t)marker, __ATOMIC_RELEASE);
}

CSR_FN void csr_live_leave(void)
{
	request_of_parent = live ? live->request & CSF_REQUEST_PAUSE : 0;
	csr_live_request = &no_request;
	live = NULL;
}
