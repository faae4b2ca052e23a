/* SPDX-License-Identifier: MIT */
/*
 * What of an instruction says where something lies, which the linker decides, and not what it does: the targets of
 * jumps and calls, and the addresses of data.
 */
#ifndef CSA_CODE_PLACE_H
#define CSA_CODE_PLACE_H

#include "link_image.h"

/** Of one function, from its first instruction on; all zero at the beginning. */
struct csa_code_pages {
	uint64_t page[CSA_INSN_REGISTERS]; /* AArch64: address of a page that a register holds */
	uint32_t known;                    /* bit n: page[n] is */
};

#define CSA_CODE_PLACES 2u /* in one instruction: an operand in memory, and an immediate */

/**
 * csa_code_place_erase() - clear in @code what stands for a place.
 * @code: a copy of the instruction's bytes
 * @insn: as decode() gave it; at @addr
 * @places: the addresses
 *
 * Return: how many there are.
 */
unsigned csa_code_place_erase(const struct csa_link_image *image, uint8_t *code,
			      const struct csa_insn *insn, uint64_t addr,
			      struct csa_code_pages *pages, uint64_t places[CSA_CODE_PLACES]);

#endif
