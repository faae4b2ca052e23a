/* SPDX-License-Identifier: MIT */
/*
 * AArch64, A64 instructions, little endian. Encodings by the Arm Architecture Reference Manual for
 * A-profile, chapter C4.
 */
#include <elf.h>
#include <string.h>

#include "insn.h"

#define BIT(r)      (1u << (r))
#define LINK        30u
#define FRAME       29u
#define STACK       31u
#define CALLED      (0x7ffffu | BIT(LINK)) /* x0-x18, x30 */
#define INSN_NOP    0xd503201fu
#define INSN_RETURN 0xd65f03c0u

static uint32_t read_word(const uint8_t *code)
{
	return (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
	       (uint32_t)code[3] << 24;
}

/* Bits @low to @low + @count - 1, signed, times @scale. */
static uint64_t distance(uint32_t word, unsigned low, unsigned count, unsigned scale)
{
	int64_t value = (int64_t)((uint64_t)(word >> low) << (64 - count)) >> (64 - count);

	return (uint64_t)value * scale;
}

static void set(struct csa_insn *insn, enum csa_effect effect, unsigned to, unsigned from,
		uint64_t value)
{
	insn->effect = (uint8_t)effect;
	insn->to = (uint8_t)to;
	insn->from = (uint8_t)from;
	insn->value = value;
}

static void jump_to(struct csa_insn *insn, enum csa_flow flow, uint64_t target)
{
	insn->flow = (uint8_t)flow;
	insn->goal = CSA_GOAL_ADDR;
	insn->target = target;
}

static void jump_by_register(struct csa_insn *insn, enum csa_flow flow, unsigned reg)
{
	insn->flow = (uint8_t)flow;
	insn->goal = CSA_GOAL_REGISTER;
	insn->target = reg;
}

static void decode_branch(uint32_t word, uint64_t addr, struct csa_insn *insn)
{
	if ((word & 0x7c000000u) == 0x14000000u) /* b, bl */
		jump_to(insn, word >> 31 ? CSA_FLOW_CALL : CSA_FLOW_JUMP,
			addr + distance(word, 0, 26, 4));
	else if ((word & 0xff000010u) == 0x54000000u) /* b.cond */
		jump_to(insn, CSA_FLOW_BRANCH, addr + distance(word, 5, 19, 4));
	else if ((word & 0x7e000000u) == 0x34000000u) /* cbz, cbnz */
		jump_to(insn, CSA_FLOW_BRANCH, addr + distance(word, 5, 19, 4));
	else if ((word & 0x7e000000u) == 0x36000000u) /* tbz, tbnz */
		jump_to(insn, CSA_FLOW_BRANCH, addr + distance(word, 5, 14, 4));
	else if ((word & 0xfffffc1fu) == 0xd61f0000u) /* br */
		jump_by_register(insn, CSA_FLOW_JUMP, (word >> 5) & 31);
	else if ((word & 0xfffffc1fu) == 0xd63f0000u) /* blr */
		jump_by_register(insn, CSA_FLOW_CALL, (word >> 5) & 31);
	else if ((word & 0xfe000000u) == 0xd6000000u || (word & 0xffe0001fu) == 0xd4200000u)
		insn->flow = CSA_FLOW_END; /* ret and its authenticated forms; brk */
	else if ((word & 0xfff00000u) == 0xd5300000u)
		insn->clobbers = BIT(word & 31); /* mrs */
	insn->is_nop = word == INSN_NOP;
}

/*
 * A word of 8 bytes at a fixed distance from the stack or frame pointer; a pair of them is two. One
 * with write-back is the prologue's or the epilogue's, and holds nothing of this function.
 */
static void add_stack_word(uint32_t word, struct csa_insn *insn, bool is_pair, bool is_load)
{
	uint64_t base = (uint64_t)((word >> 5) & 31) << 32;
	unsigned rt = word & 31;

	if ((word & 0xff800000u) == 0xa9000000u && is_pair) { /* stp, ldp x, x, [base, #n] */
		set(insn, is_load ? CSA_EFFECT_RELOAD_PAIR : CSA_EFFECT_SPILL_PAIR, rt, rt,
		    (word >> 10) & 31);
		insn->target = base | (uint32_t)distance(word, 15, 7, 8);
	} else if ((word & 0xff800000u) == 0xf9000000u) { /* str, ldr x, [base, #n] */
		set(insn, is_load ? CSA_EFFECT_RELOAD : CSA_EFFECT_SPILL, rt, rt, 0);
		insn->target = base | (uint64_t)((word >> 10) & 0xfff) * 8;
	} else if ((word & 0xff800c00u) == 0xf8000000u) { /* stur, ldur */
		set(insn, is_load ? CSA_EFFECT_RELOAD : CSA_EFFECT_SPILL, rt, rt, 0);
		insn->target = base | (uint32_t)distance(word, 12, 9, 1);
	}
}

static void decode_load_store(uint32_t word, struct csa_insn *insn)
{
	unsigned rt = word & 31;
	unsigned rn = (word >> 5) & 31;
	bool is_vector = (word >> 26) & 1;
	bool is_pair = (word & 0x38000000u) == 0x28000000u;
	bool is_load = is_pair ? (word >> 22) & 1 : ((word >> 22) & 3) != 0;

	if ((word & 0x3f000000u) == 0x08000000u || (word & 0x3b000000u) == 0x18000000u)
		is_load = true; /* exclusive ones write a status; literal */
	if (is_load && !is_vector)
		insn->clobbers |= BIT(rt);
	if (is_load && is_pair && !is_vector)
		insn->clobbers |= BIT((word >> 10) & 31);
	if (is_pair ? ((word >> 23) & 1)
		    : ((word & 0x3b000000u) == 0x38000000u && !((word >> 24) & 1)))
		insn->clobbers |= BIT(rn); /* written back, or an atomic operation's status */
	if ((word & 0x3b200c00u) == 0x38200000u)
		insn->clobbers |= BIT(rt) | BIT((word >> 16) & 31);
	if ((rn == STACK || rn == FRAME) && !is_vector) {
		add_stack_word(word, insn, is_pair, is_load);
	} else if ((word & 0xffc00000u) == 0xf9400000u) /* ldr x, [x, #n] */
		set(insn, CSA_EFFECT_LOAD_BASED, rt, rn, (uint64_t)((word >> 10) & 0xfff) * 8);
}

static void decode_data(uint32_t word, uint64_t addr, struct csa_insn *insn)
{
	unsigned rd = word & 31;
	unsigned rn = (word >> 5) & 31;

	insn->clobbers = BIT(rd);
	if ((word & 0x1f000000u) == 0x10000000u) { /* adr, adrp */
		uint64_t low = (word >> 29) & 3;
		uint64_t high = distance(word, 5, 19, 4);

		if (word >> 31)
			set(insn, CSA_EFFECT_SET, rd, 0,
			    (addr & ~(uint64_t)0xfff) + ((high | low) << 12));
		else
			set(insn, CSA_EFFECT_SET, rd, 0, addr + (high | low));
	} else if ((word & 0xff800000u) == 0x91000000u) { /* add x, x, #n */
		unsigned shift = (word >> 22) & 1 ? 12 : 0;

		set(insn, CSA_EFFECT_ADD, rd, rn, (uint64_t)((word >> 10) & 0xfff) << shift);
	} else if ((word & 0xffe0ffe0u) == 0xaa0003e0u) { /* mov x, x */
		set(insn, CSA_EFFECT_COPY, rd, (word >> 16) & 31, 0);
	} else if ((word & 0xffe0fc1fu) == 0xeb00001fu) { /* cmp x, x */
		set(insn, CSA_EFFECT_EQUAL, rn, (word >> 16) & 31, 0);
	} else if ((word & 0xffe00c00u) == 0x9a800000u) { /* csel x, x, x */
		set(insn, CSA_EFFECT_CHOOSE, rd, rn, (word >> 16) & 31);
	}
}

static bool decode(const uint8_t *code, size_t room, uint64_t addr, struct csa_insn *out)
{
	uint32_t word;
	struct csa_insn insn = { .length = 4 };

	if (room < 4)
		return false;
	word = read_word(code);
	if ((word >> 16) == 0) {
		insn.flow = CSA_FLOW_END; /* udf */
	} else {
		switch ((word >> 25) & 15) {
		case 10:
		case 11:
			decode_branch(word, addr, &insn);
			break;
		case 4:
		case 6:
		case 12:
		case 14:
			decode_load_store(word, &insn);
			break;
		default:
			decode_data(word, addr, &insn);
			break;
		}
	}
	/* 31 is zero or the stack pointer, neither of which holds an address of code. */
	insn.clobbers &= ~BIT(STACK);
	if (insn.to == STACK || insn.from == STACK ||
	    (insn.value == STACK &&
	     (insn.effect == CSA_EFFECT_CHOOSE || insn.effect == CSA_EFFECT_SPILL_PAIR ||
	      insn.effect == CSA_EFFECT_RELOAD_PAIR)))
		insn.effect = CSA_EFFECT_NONE;
	*out = insn;
	return true;
}

static size_t find_call(const uint8_t *code, size_t size, size_t from, uint64_t addr,
			struct csa_insn *out)
{
	size_t i = from + (4 - ((addr + from) & 3)) % 4;

	for (; i + 4 <= size; i += 4) {
		uint32_t word = read_word(code + i);

		if (((word & 0x7c000000u) == 0x14000000u || (word & 0xffdffc1fu) == 0xd61f0000u) &&
		    decode(code + i, size - i, addr + i, out))
			return i;
	}
	return size;
}

static bool silence(uint8_t *code, const struct csa_insn *insn)
{
	uint32_t word = insn->flow == CSA_FLOW_JUMP ? INSN_RETURN : INSN_NOP;

	if (insn->flow != CSA_FLOW_JUMP && insn->flow != CSA_FLOW_CALL)
		return false;
	for (size_t i = 0; i < 4; i++)
		code[i] = (uint8_t)(word >> (8 * i));
	return true;
}

/* [bti c] adrp x16, page; ldr x17, [x16, #n]; add ...; br x17 */
static bool slot_of_stub(const uint8_t *code, size_t room, uint64_t addr, uint64_t *slot)
{
	struct csa_insn page;
	struct csa_insn load;
	size_t at = 0;

	if (room >= 4 && (read_word(code) & 0xffffff3fu) == 0xd503241fu)
		at = 4;
	if (room - at < 12 || room < at)
		return false;
	decode(code + at, room - at, addr + at, &page);
	decode(code + at + 4, room - at - 4, addr + at + 4, &load);
	if (page.effect != CSA_EFFECT_SET || load.effect != CSA_EFFECT_LOAD_BASED ||
	    load.from != page.to)
		return false;
	*slot = page.value + load.value;
	return true;
}

const struct csa_machine csa_machine_aarch64 = {
	.elf_machine = EM_AARCH64,
	.registers = 31,
	.argument = 0,
	.lost_in_call = CALLED,
	.decode = decode,
	.find_call = find_call,
	.silence = silence,
	.slot_of_stub = slot_of_stub,
};
