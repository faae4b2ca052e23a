/* SPDX-License-Identifier: MIT */
/* What follows an opcode of x86-64, and which operands it writes, by the opcode maps. */
#ifndef CSA_OPCODES_X86_64_H
#define CSA_OPCODES_X86_64_H

#include <stdint.h>

enum csa_x86_form {
	CSA_X86_NO = 0,      /* not an instruction in 64-bit mode, or handled apart */
	CSA_X86_M = 1u << 0, /* ModRM byte */
	CSA_X86_B = 1u << 1, /* immediate byte */
	CSA_X86_Z = 1u << 2, /* immediate of 4 bytes, 2 with the prefix 66 */
	CSA_X86_V = 1u << 3, /* valid without any of these */
	CSA_X86_G = 1u << 4, /* writes the register of ModRM.reg */
	CSA_X86_E = 1u << 5, /* writes the operand of ModRM.rm */
	CSA_X86_A = 1u << 6, /* writes rax */
	CSA_X86_D = 1u << 7, /* writes rdx */
};

/** csa_x86_form_one() - of the one-byte map; csa_x86_form_two() - of the map behind 0f. */
uint16_t csa_x86_form_one(uint8_t opcode);
uint16_t csa_x86_form_two(uint8_t opcode);

#endif
