/* SPDX-License-Identifier: MIT */
/* The bytes of one x86-64 instruction: prefixes, ModRM byte and displacement, one after the other. */
#ifndef CSA_OPERAND_X86_64_H
#define CSA_OPERAND_X86_64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct csa_x86_cursor {
	const uint8_t *code;
	size_t room;
	size_t at;
	uint64_t addr;
	bool has_66, has_67, has_f3_f2;
	bool wide; /* REX.W, VEX.W */
	unsigned reg_high, base_high;
	unsigned other; /* VEX.vvvv */
	/* from the ModRM byte */
	unsigned mod, reg, rm;
	bool is_relative; /* operand is a word at this instruction's end + displacement */
	int64_t displacement;
	/* where both stand, 0 bytes: there is none */
	size_t displacement_at, displacement_bytes;
	size_t immediate_at, immediate_bytes;
};

/* These return false when the bytes are cut off. */
bool csa_x86_take(struct csa_x86_cursor *c, size_t count);
bool csa_x86_take_immediate(struct csa_x86_cursor *c, size_t count);
bool csa_x86_take_prefixes(struct csa_x86_cursor *c);
bool csa_x86_take_modrm(struct csa_x86_cursor *c);

/** csa_x86_read() - @count bytes as a number; csa_x86_read_signed() - with its sign. */
uint64_t csa_x86_read(const uint8_t *bytes, size_t count);
int64_t csa_x86_read_signed(const uint8_t *bytes, size_t count);

#endif
