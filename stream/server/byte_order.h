/* SPDX-License-Identifier: MIT */
/* Numbers of the other byte order. */
#ifndef CSS_BYTE_ORDER_H
#define CSS_BYTE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

static inline uint16_t css_order16(bool is_foreign, uint16_t value)
{
	return is_foreign ? __builtin_bswap16(value) : value;
}

static inline uint32_t css_order32(bool is_foreign, uint32_t value)
{
	return is_foreign ? __builtin_bswap32(value) : value;
}

static inline uint64_t css_order64(bool is_foreign, uint64_t value)
{
	return is_foreign ? __builtin_bswap64(value) : value;
}

#endif
