/* SPDX-License-Identifier: MIT */
/* The last block that is there of each lane of each thread of a process. */
#ifndef CSS_LANE_TABLE_H
#define CSS_LANE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#define CSS_LANE_SERIAL_MAX \
	0x7fffffffu /* larger serials are refused: a lane is a number of 32 bits here */

struct css_lane {
	uint32_t key; /* serial << 1 | lane; 0: not used */
	uint32_t sequence;
};

struct css_lane_table {
	struct css_lane *slots;
	uint32_t capacity; /* a power of 2, or 0 */
	uint32_t count;
	uint32_t seed; /* a client that chooses serials does not know where they go */
};

void css_lanes_init(struct css_lane_table *lanes);
void css_lanes_release(struct css_lane_table *lanes);

/** css_lanes_has() - is the block @sequence of @key, or a later one, there? */
bool css_lanes_has(const struct css_lane_table *lanes, uint32_t key, uint32_t sequence);

/** css_lanes_set() - @sequence is the last of @key. Return: 0, or -1: no memory. */
int css_lanes_set(struct css_lane_table *lanes, uint32_t key, uint32_t sequence);

/** css_lanes_bytes() - memory that it holds. */
uint64_t css_lanes_bytes(const struct css_lane_table *lanes);

static inline uint32_t css_lane_key(uint32_t thread_serial, uint8_t lane)
{
	return thread_serial << 1 | lane;
}

#endif
