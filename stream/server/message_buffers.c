/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS is hidden by -std=c11 alone */
#include "message_buffers.h"

#include <stddef.h>
#include <sys/mman.h>

#include <callsight/wire_format.h>

void *css_buffers_get(struct css_message_buffers *buffers)
{
	void *buffer;

	if (buffers->count)
		return buffers->kept[--buffers->count];
	/* Not malloc(): it keeps pages that were freed, and a burst of connections would stay for ever. */
	buffer = mmap(NULL, CSF_WIRE_MESSAGE_MAX, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return buffer == MAP_FAILED ? NULL : buffer;
}

void css_buffers_put(struct css_message_buffers *buffers, void *buffer)
{
	if (!buffer)
		return;
	if (buffers->count < CSS_BUFFERS_KEPT)
		buffers->kept[buffers->count++] = buffer;
	else
		munmap(buffer, CSF_WIRE_MESSAGE_MAX);
}

void css_buffers_release(struct css_message_buffers *buffers)
{
	while (buffers->count)
		munmap(buffers->kept[--buffers->count], CSF_WIRE_MESSAGE_MAX);
}
