/* SPDX-License-Identifier: MIT */
#include "operand_x86_64.h"

bool csa_x86_take(struct csa_x86_cursor *c, size_t count)
{
	if (c->room - c->at < count)
		return false;
	c->at += count;
	return true;
}

bool csa_x86_take_immediate(struct csa_x86_cursor *c, size_t count)
{
	c->immediate_at = c->at;
	c->immediate_bytes = count;
	return csa_x86_take(c, count);
}

uint64_t csa_x86_read(const uint8_t *bytes, size_t count)
{
	uint64_t value = 0;

	for (size_t i = 0; i < count; i++)
		value |= (uint64_t)bytes[i] << (8 * i);
	return value;
}

int64_t csa_x86_read_signed(const uint8_t *bytes, size_t count)
{
	unsigned shift = (unsigned)(64 - 8 * count);

	return (int64_t)(csa_x86_read(bytes, count) << shift) >> shift;
}

/* Legacy prefixes and REX. Return: false = nothing behind them. */
bool csa_x86_take_prefixes(struct csa_x86_cursor *c)
{
	for (; c->at < c->room; c->at++) {
		switch (c->code[c->at]) {
		case 0x66:
			c->has_66 = true;
			break;
		case 0x67:
			c->has_67 = true;
			break;
		case 0xf2:
		case 0xf3:
			c->has_f3_f2 = true;
			break;
		case 0x26:
		case 0x2e:
		case 0x36:
		case 0x3e:
		case 0x64:
		case 0x65:
		case 0xf0:
			break;
		default:
			if ((c->code[c->at] & 0xf0) == 0x40) {
				uint8_t rex = c->code[c->at++];

				c->wide = (rex & 8) != 0;
				c->reg_high = (rex & 4u) << 1;
				c->base_high = (rex & 1u) << 3;
			}
			return c->at < c->room;
		}
	}
	return false;
}

bool csa_x86_take_modrm(struct csa_x86_cursor *c)
{
	uint8_t byte;
	unsigned rm;
	size_t bytes = 0;

	if (!csa_x86_take(c, 1))
		return false;
	byte = c->code[c->at - 1];
	c->mod = byte >> 6;
	c->reg = ((byte >> 3) & 7) | c->reg_high;
	rm = byte & 7;
	c->rm = rm | c->base_high;
	if (c->mod == 3)
		return true;
	if (c->mod == 1)
		bytes = 1;
	else if (c->mod == 2)
		bytes = 4;
	if (rm == 4) {
		if (!csa_x86_take(c, 1))
			return false;
		if (c->mod == 0 && (c->code[c->at - 1] & 7) == 5)
			bytes = 4;
	} else if (rm == 5 && c->mod == 0) {
		bytes = 4;
		c->is_relative = true;
	}
	if (!csa_x86_take(c, bytes))
		return false;
	c->displacement_at = c->at - bytes;
	c->displacement_bytes = bytes;
	if (bytes)
		c->displacement = csa_x86_read_signed(c->code + c->at - bytes, bytes);
	return true;
}
