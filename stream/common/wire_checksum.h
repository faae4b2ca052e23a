/* SPDX-License-Identifier: MIT */
/* The checksum of a message of the wire. Specified in docs/format/wire-v1.md. */
#ifndef CSS_WIRE_CHECKSUM_H
#define CSS_WIRE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>

#include <callsight/wire_format.h>

/**
 * css_wire_checksum() - what csf_wire_message.checksum has to be.
 * @message: the header as it is sent; its own checksum is not looked at
 * @stored: the bytes that follow it, of @bytes
 * @is_foreign: all this is in the other byte order
 *
 * Fletcher's sums, a of the words and b of the values of a, modulo 2^32, over the five words of the header before
 * the checksum and the stored bytes; zeros fill up the last word. Words are numbers in the sender's byte
 * order. It finds what went wrong on the way; it is no protection from who wants to deceive.
 *
 * Return: b XOR (a rotated by 16 bits), as a number in this machine's order.
 */
uint32_t css_wire_checksum(const struct csf_wire_message *message, const void *stored, size_t bytes,
			   bool is_foreign);

#endif
