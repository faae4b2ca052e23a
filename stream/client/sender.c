/* SPDX-License-Identifier: MIT */
#include "sender.h"

#include <stdlib.h>
#include <string.h>

#include "wire_checksum.h"

#define HEADER_BYTES sizeof(struct csf_wire_message)

/* Smaller ones gain nothing. */
#define PACK_MIN 256u

struct css_sender *css_sender_new(void)
{
	struct css_sender *sender = calloc(1, sizeof(*sender));

	if (!sender)
		return NULL;
	sender->packer = css_packer_new();
	sender->stored = malloc(HEADER_BYTES + CSF_WIRE_MESSAGE_MAX);
	sender->packed = malloc(HEADER_BYTES + CSF_WIRE_MESSAGE_MAX);
	if (sender->packer && sender->stored && sender->packed)
		return sender;
	css_sender_free(sender);
	return NULL;
}

void css_sender_free(struct css_sender *sender)
{
	if (!sender)
		return;
	css_packer_free(sender->packer);
	free(sender->stored);
	free(sender->packed);
	free(sender);
}

void css_sender_restart(struct css_sender *sender, uint32_t message_max)
{
	sender->left = 0;
	sender->number = 0;
	sender->acknowledged = 0;
	sender->message_max =
		message_max < CSF_WIRE_MESSAGE_MAX ? message_max : CSF_WIRE_MESSAGE_MAX;
	sender->sent_first = 0;
	sender->sent_end = 0;
}

bool css_sender_is_idle(const struct css_sender *sender)
{
	return sender->left == 0;
}

bool css_sender_has_room(const struct css_sender *sender)
{
	return sender->sent_end - sender->sent_first < CSS_UNACKNOWLEDGED_MAX;
}

unsigned char *css_sender_body(struct css_sender *sender)
{
	return sender->stored + HEADER_BYTES;
}

uint32_t css_sender_post(struct css_sender *sender, enum csf_wire_type type, uint32_t process,
			 uint32_t raw_bytes, int level)
{
	struct csf_wire_message message = {
		.type = type,
		.number = ++sender->number,
		.process = process,
		.raw_bytes = raw_bytes,
		.stored_bytes = raw_bytes,
	};
	unsigned char *out = sender->stored;
	size_t packed = 0;

	if (level && raw_bytes >= PACK_MIN)
		packed = css_packer_pack(sender->packer, level, sender->packed + HEADER_BYTES,
					 raw_bytes - 1, sender->stored + HEADER_BYTES, raw_bytes);
	if (packed) {
		message.stored_bytes = (uint32_t)packed;
		out = sender->packed;
	}
	message.checksum =
		css_wire_checksum(&message, out + HEADER_BYTES, message.stored_bytes, false);
	memcpy(out, &message, HEADER_BYTES);
	sender->out = out;
	sender->left = HEADER_BYTES + message.stored_bytes;
	return message.number;
}

void css_sender_remember(struct css_sender *sender, const struct css_sent *sent)
{
	sender->sent[sender->sent_end++ % CSS_UNACKNOWLEDGED_MAX] = *sent;
}

int css_sender_flush(struct css_sender *sender, struct css_link *link)
{
	while (sender->left) {
		ssize_t put = link->ops->write(link, sender->out, sender->left);

		if (put < 0)
			return (int)put;
		sender->out += put;
		sender->left -= (size_t)put;
	}
	return 0;
}

/* Numbers wrap around in a connection that lasts for years. */
bool css_sender_acknowledge(struct css_sender *sender, uint32_t number)
{
	uint32_t written = sender->number - (sender->left ? 1 : 0);

	if (number - sender->acknowledged > written - sender->acknowledged)
		return false;
	sender->acknowledged = number;
	return true;
}

int css_sender_next(struct css_sender *sender, struct css_sent *sent)
{
	const struct css_sent *first = &sender->sent[sender->sent_first % CSS_UNACKNOWLEDGED_MAX];

	if (sender->sent_first == sender->sent_end ||
	    (int32_t)(first->number - sender->acknowledged) > 0)
		return 0;
	*sent = *first;
	sender->sent_first++;
	return 1;
}
