/* SPDX-License-Identifier: MIT */
/*
 * Where control goes on when a call throws: the call site tables of .gcc_except_table, found through
 * .eh_frame. Formats: Linux Standard Base Core, "Exception Frames"; Itanium C++ ABI, "Exception
 * Handling Tables".
 */
#ifndef CSA_LANDING_PADS_H
#define CSA_LANDING_PADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csa_link_image;

/** Calls in a range of code that have one landing pad. */
struct csa_landing_range {
	uint64_t start;
	uint64_t end;
	uint64_t pad;
};

struct csa_landing_pads {
	struct csa_landing_range *items; /* by start */
	size_t count;
	size_t capacity;
	bool is_known; /* every table was read: a call that is in no range has no landing pad */
};

/**
 * csa_landing_pads_read() - all tables of a file.
 *
 * What cannot be read makes is_known false. Return: false = out of memory. Release it in every case.
 */
bool csa_landing_pads_read(struct csa_landing_pads *pads, const struct csa_link_image *image);
void csa_landing_pads_release(struct csa_landing_pads *pads);

/** csa_landing_pads_find() - the landing pad of the call that holds @addr; 0: none. */
uint64_t csa_landing_pads_find(const struct csa_landing_pads *pads, uint64_t addr);

#endif
