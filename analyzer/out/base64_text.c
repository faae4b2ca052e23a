/* SPDX-License-Identifier: MIT */
#include "base64_text.h"

#define GROUPS 1024u /* of three bytes, in one write */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const uint8_t in[3], char out[4])
{
	uint32_t group = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];

	out[0] = digits[group >> 18];
	out[1] = digits[group >> 12 & 63];
	out[2] = digits[group >> 6 & 63];
	out[3] = digits[group & 63];
}

static const uint8_t *write_groups(FILE *out, const uint8_t *bytes, size_t groups)
{
	char text[4 * GROUPS];

	while (groups) {
		size_t now = groups < GROUPS ? groups : GROUPS;

		for (size_t i = 0; i < now; i++)
			encode(bytes + 3 * i, text + 4 * i);
		fwrite(text, 4, now, out);
		bytes += 3 * now;
		groups -= now;
	}
	return bytes;
}

void csa_base64_add(struct csa_base64 *text, const void *bytes, size_t count)
{
	const uint8_t *p = bytes;

	while (count && text->waiting_bytes) {
		text->waiting[text->waiting_bytes++] = *p++;
		count--;
		if (text->waiting_bytes == 3) {
			write_groups(text->out, text->waiting, 1);
			text->waiting_bytes = 0;
		}
	}
	p = write_groups(text->out, p, count / 3);
	for (count %= 3; count; count--)
		text->waiting[text->waiting_bytes++] = *p++;
}

void csa_base64_end(struct csa_base64 *text)
{
	char group[4];
	uint32_t bytes = text->waiting_bytes;

	if (bytes == 0)
		return;
	for (uint32_t i = bytes; i < 3; i++)
		text->waiting[i] = 0;
	encode(text->waiting, group);
	for (uint32_t i = bytes + 1; i < 4; i++)
		group[i] = '=';
	fwrite(group, 1, sizeof(group), text->out);
	text->waiting_bytes = 0;
}
