/* SPDX-License-Identifier: MIT */
#include "protocol.h"

#include <string.h>

static const struct css_protocol *const protocols[] = {
	&css_wire_protocol,
	&css_old_protocol,
};

bool css_outbox_add(struct css_outbox *outbox, const void *bytes, size_t count)
{
	if (count > sizeof(outbox->bytes) - outbox->count)
		return false;
	memcpy(outbox->bytes + outbox->count, bytes, count);
	outbox->count += count;
	return true;
}

const struct css_protocol *css_protocol_find(const void *magic)
{
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		if (memcmp(protocols[i]->magic, magic, CSS_MAGIC_BYTES) == 0)
			return protocols[i];
	return NULL;
}

int css_protocol_push(const struct css_protocol *protocol, void *state, const void *bytes,
		      size_t count, struct csa_err *err)
{
	const char *at = bytes;
	int rc = 0;

	while (count && rc == 0) {
		void *to;
		size_t room = protocol->want(state, &to);

		if (room > count)
			room = count;
		memcpy(to, at, room);
		rc = protocol->took(state, room, err);
		at += room;
		count -= room;
	}
	return rc;
}
