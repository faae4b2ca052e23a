/* SPDX-License-Identifier: MIT */
#include "checksum.h"

static unsigned step(unsigned sum, unsigned char byte)
{
	sum ^= byte;
	for (int bit = 0; bit < 8; bit++)
		sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
	return sum;
}

unsigned checksum(const char *bytes, unsigned count)
{
	unsigned sum = ~0u;

	for (unsigned i = 0; i < count; i++)
		sum = step(sum, (unsigned char)bytes[i]);
	return ~sum;
}
