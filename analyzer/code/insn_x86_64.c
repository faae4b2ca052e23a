/* SPDX-License-Identifier: MIT */
/*
 * x86-64 in 64-bit mode. Lengths and operands by the opcode maps of the Intel 64 and IA-32
 * Architectures Software Developer's Manual, volume 2, appendix A; tests/unit/code compares the
 * lengths with objdump's over whole libraries.
 */
#include <elf.h>
#include <string.h>

#include "insn.h"
#include "opcodes_x86_64.h"
#include "operand_x86_64.h"

enum reg { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11 };

#define BIT(r)   (1u << (r))
#define CALLED   (BIT(RAX) | BIT(RCX) | BIT(RDX) | BIT(RSI) | BIT(RDI) | 0xf00u /* r8-r11 */)
#define ALL_REGS 0xffffu

/* The letters of opcodes_x86_64.h */
enum form {
	NO = CSA_X86_NO,
	M = CSA_X86_M,
	B = CSA_X86_B,
	Z = CSA_X86_Z,
	V = CSA_X86_V,
	G = CSA_X86_G,
	E = CSA_X86_E,
	A = CSA_X86_A,
	D = CSA_X86_D,
};

static size_t immediate_bytes(const struct csa_x86_cursor *c, uint16_t form)
{
	size_t z = c->has_66 && !c->wide ? 2 : 4;

	return (form & B ? 1u : 0u) + (form & Z ? z : 0u);
}

static bool finish(struct csa_x86_cursor *c, struct csa_insn *insn, uint16_t form)
{
	if (form == NO || ((form & M) && !csa_x86_take_modrm(c)) ||
	    !csa_x86_take_immediate(c, immediate_bytes(c, form)))
		return false;
	if (form & G)
		insn->clobbers |= BIT(c->reg & 15);
	if ((form & E) && c->mod == 3)
		insn->clobbers |= BIT(c->rm & 15);
	if (form & A)
		insn->clobbers |= BIT(RAX);
	if (form & D)
		insn->clobbers |= BIT(RDX);
	return true;
}

/* The three maps of VEX, EVEX and XOP, as far as they write general registers. */
static bool decode_vector(struct csa_x86_cursor *c, struct csa_insn *insn, unsigned map)
{
	uint8_t opcode;
	uint16_t form = M;

	if (!csa_x86_take(c, 1))
		return false;
	opcode = c->code[c->at - 1];
	if (map == 1) {
		form = csa_x86_form_two(opcode);
		/* kmov and the like stand where the jumps and set instructions are without VEX. */
		if ((opcode >= 0x40 && opcode < 0x50) || (opcode >= 0x80 && opcode < 0xa0))
			form = M | G;
		if (form == NO)
			form = M;
	} else if (map == 2 && opcode >= 0xf0) {
		form = M | G;
		insn->clobbers |= BIT(c->other & 15);
	} else if (map == 3) {
		form = M | B;
		if ((opcode >= 0x14 && opcode <= 0x17) || opcode >= 0xf0)
			form |= G | E;
	} else if (map == 8 || map == 9) {
		form = map == 8 ? M | B : M | G | E;
		insn->clobbers |= BIT(c->other & 15);
	} else if (map == 10) {
		form = M | Z | G;
	}
	return finish(c, insn, form);
}

static bool decode_vex(struct csa_x86_cursor *c, struct csa_insn *insn, uint8_t opcode)
{
	size_t bytes = 2;
	unsigned map = 1;
	const uint8_t *p = c->code + c->at;

	if (opcode == 0xc5)
		bytes = 1;
	else if (opcode == 0x62)
		bytes = 3;
	if (!csa_x86_take(c, bytes))
		return false;
	c->reg_high = p[0] & 0x80 ? 0 : 8;
	if (opcode == 0xc5) {
		c->other = (~p[0] >> 3) & 15;
		return decode_vector(c, insn, map);
	}
	map = p[0] & (opcode == 0x62 ? 7 : 31);
	c->base_high = p[0] & 0x20 ? 0 : 8;
	c->wide = (p[1] & 0x80) != 0;
	c->other = (~p[1] >> 3) & 15;
	return decode_vector(c, insn, map);
}

static void jump_to(struct csa_insn *insn, enum csa_flow flow, uint64_t target)
{
	insn->flow = (uint8_t)flow;
	insn->goal = CSA_GOAL_ADDR;
	insn->target = target;
}

/* A target that is a distance from the end of the instruction, its last @bytes bytes. */
static void jump_relative(struct csa_x86_cursor *c, struct csa_insn *insn, enum csa_flow flow,
			  size_t bytes)
{
	int64_t distance = csa_x86_read_signed(c->code + c->at - bytes, bytes);

	c->displacement_at = c->at - bytes;
	c->displacement_bytes = bytes;
	c->displacement = distance;
	c->immediate_bytes = 0;
	c->is_relative = true;
	jump_to(insn, flow, c->addr + c->at + (uint64_t)distance);
}

/* ff: inc, dec, call, jmp, push of an operand. */
static void decode_group5(const struct csa_x86_cursor *c, struct csa_insn *insn)
{
	unsigned operation = c->reg & 7;

	if (operation > 1)
		insn->clobbers = 0;
	if (operation < 2 || operation > 5)
		return;
	insn->flow = operation < 4 ? CSA_FLOW_CALL : CSA_FLOW_JUMP;
	insn->goal = CSA_GOAL_UNKNOWN;
	if (operation == 3 || operation == 5)
		return; /* far */
	if (c->mod == 3) {
		insn->goal = CSA_GOAL_REGISTER;
		insn->target = c->rm;
	} else if (c->is_relative) {
		insn->goal = CSA_GOAL_SLOT;
		insn->target = c->addr + c->at + (uint64_t)c->displacement;
	}
}

static void set(struct csa_insn *insn, enum csa_effect effect, unsigned to, uint64_t value)
{
	insn->effect = (uint8_t)effect;
	insn->to = (uint8_t)to;
	insn->value = value;
}

/* An operand at a fixed distance from the stack or frame pointer. */
static bool is_on_stack(const struct csa_x86_cursor *c)
{
	return c->mod != 3 && (c->rm == RSP || (c->rm == RBP && !c->is_relative));
}

static uint64_t stack_word(const struct csa_x86_cursor *c)
{
	return (uint64_t)c->rm << 32 | (uint32_t)c->displacement;
}

/* Moves of addresses, and the instructions of the one-byte map that write what no table says. */
static void add_effects(const struct csa_x86_cursor *c, struct csa_insn *insn, uint8_t opcode)
{
	uint64_t place = c->addr + c->at + (uint64_t)c->displacement;

	switch (opcode) {
	case 0x8d:
		if (c->is_relative)
			set(insn, CSA_EFFECT_SET, c->reg, place);
		break;
	case 0x8b:
		if (c->mod == 3) {
			set(insn, CSA_EFFECT_COPY, c->reg, 0);
			insn->from = (uint8_t)c->rm;
		} else if (c->is_relative && c->wide) {
			set(insn, CSA_EFFECT_LOAD, c->reg, place);
		} else if (is_on_stack(c)) {
			set(insn, CSA_EFFECT_RELOAD, c->reg, 0);
			insn->target = stack_word(c);
		}
		break;
	case 0x89:
		set(insn, c->mod == 3 ? CSA_EFFECT_COPY : CSA_EFFECT_NONE, c->rm, 0);
		insn->from = (uint8_t)c->reg;
		if (is_on_stack(c)) {
			insn->effect = CSA_EFFECT_SPILL;
			insn->target = stack_word(c);
		}
		break;
	case 0xc7:
		if (c->mod == 3 && !c->has_66)
			set(insn, CSA_EFFECT_SET, c->rm,
			    c->wide ? (uint64_t)csa_x86_read_signed(c->code + c->at - 4, 4)
				    : csa_x86_read(c->code + c->at - 4, 4));
		break;
	case 0x80:
	case 0x81:
	case 0x83:
		if ((c->reg & 7) != 7)
			break;
		insn->clobbers = 0; /* cmp */
		if (opcode == 0x81 && c->mod == 3 && !c->has_66)
			set(insn, CSA_EFFECT_EQUAL_SET, c->rm,
			    (uint64_t)csa_x86_read_signed(c->code + c->at - 4, 4));
		break;
	case 0x3d:
		if (!c->has_66)
			set(insn, CSA_EFFECT_EQUAL_SET, RAX,
			    (uint64_t)csa_x86_read_signed(c->code + c->at - 4, 4));
		break;
	case 0x39:
	case 0x3b:
		if (c->mod == 3 && c->wide) {
			set(insn, CSA_EFFECT_EQUAL, c->reg, 0);
			insn->from = (uint8_t)c->rm;
		}
		break;
	case 0xf6:
	case 0xf7:
		if ((c->reg & 7) < 2)
			insn->clobbers = 0; /* test */
		else if ((c->reg & 7) < 4)
			insn->clobbers &= ~(BIT(RAX) | BIT(RDX)) | BIT(c->rm & 15);
		break;
	default:
		break;
	}
}

static bool decode_string(struct csa_insn *insn, uint8_t opcode)
{
	bool is_string = (opcode >= 0x6c && opcode <= 0x6f) ||
			 (opcode >= 0xa4 && opcode <= 0xaf && opcode != 0xa8 && opcode != 0xa9);

	if (is_string)
		insn->clobbers |= BIT(RCX) | BIT(RSI) | BIT(RDI);
	return is_string;
}

/*
 * Opcodes whose register or immediate is in the opcode itself.
 * Return: 1 = it is one of these, 0 = it is not, -1 = it is, and cut off.
 */
static int decode_short(struct csa_x86_cursor *c, struct csa_insn *insn, uint8_t opcode)
{
	unsigned reg = (opcode & 7) | c->base_high;
	size_t bytes = 0;

	if (opcode >= 0x58 && opcode <= 0x5f) {
		insn->clobbers = BIT(reg);
	} else if (opcode >= 0x90 && opcode <= 0x97) {
		insn->is_nop = opcode == 0x90 && !c->base_high;
		insn->clobbers = insn->is_nop ? 0 : BIT(reg) | BIT(RAX);
	} else if (opcode >= 0xa0 && opcode <= 0xa3) {
		insn->clobbers = BIT(RAX);
		bytes = c->has_67 ? 4 : 8;
	} else if (opcode >= 0xb0 && opcode <= 0xb7) {
		/* ah to bh without REX: the register below them */
		insn->clobbers = BIT(reg) | BIT(reg & 3);
		bytes = 1;
	} else if (opcode >= 0xb8 && opcode <= 0xbf) {
		insn->clobbers = BIT(reg);
		bytes = 4;
		if (c->wide)
			bytes = 8;
		else if (c->has_66)
			bytes = 2;
	} else {
		return 0;
	}
	if (!csa_x86_take_immediate(c, bytes))
		return -1;
	if (opcode >= 0xb8 && opcode <= 0xbf && bytes > 2)
		set(insn, CSA_EFFECT_SET, reg, csa_x86_read(c->code + c->at - bytes, bytes));
	return 1;
}

static bool decode_two_byte(struct csa_x86_cursor *c, struct csa_insn *insn)
{
	uint8_t opcode;

	if (!csa_x86_take(c, 1))
		return false;
	opcode = c->code[c->at - 1];
	if (opcode == 0x38 || opcode == 0x3a) {
		uint16_t form = opcode == 0x38 ? M : M | B;
		uint8_t third;

		if (!csa_x86_take(c, 1))
			return false;
		third = c->code[c->at - 1];
		if (third >= 0xf0 || (opcode == 0x3a && third >= 0x14 && third <= 0x17))
			form |= G | E;
		return finish(c, insn, form);
	}
	if (!finish(c, insn, csa_x86_form_two(opcode)))
		return false;
	if (opcode >= 0x80 && opcode <= 0x8f)
		jump_relative(c, insn, CSA_FLOW_BRANCH, c->has_66 && !c->wide ? 2 : 4);
	else if (opcode == 0x1f)
		insn->is_nop = true;
	else if (opcode == 0x0b || opcode == 0xb9 || opcode == 0xff)
		insn->flow = CSA_FLOW_END;
	else if (opcode == 0x01 || opcode == 0x05 || opcode == 0xa2)
		insn->clobbers |= BIT(RAX) | BIT(RCX) | BIT(RDX) | BIT(RBX) | BIT(R11);
	else if (opcode == 0xae && c->has_f3_f2 && c->mod == 3)
		insn->clobbers |= BIT(c->rm & 15);
	else if (opcode >= 0xc8 && opcode <= 0xcf)
		insn->clobbers |= BIT((opcode & 7) | c->base_high);
	else if (opcode >= 0x40 && opcode <= 0x4f && c->mod == 3) {
		set(insn, CSA_EFFECT_CHOOSE, c->reg, c->reg);
		insn->from = (uint8_t)c->rm;
	}
	return true;
}

static bool decode_one_byte(struct csa_x86_cursor *c, struct csa_insn *insn, uint8_t opcode)
{
	int is_short = decode_short(c, insn, opcode);

	if (is_short)
		return is_short > 0;
	/* A near call or jump has a distance of 4 bytes whatever the prefix says. */
	if (opcode == 0xe8 || opcode == 0xe9) {
		if (!csa_x86_take(c, 4))
			return false;
		jump_relative(c, insn, opcode == 0xe8 ? CSA_FLOW_CALL : CSA_FLOW_JUMP, 4);
		return true;
	}
	if (opcode == 0xc2 || opcode == 0xca || opcode == 0xc8) {
		insn->flow = opcode == 0xc8 ? CSA_FLOW_NEXT : CSA_FLOW_END;
		return csa_x86_take(c, opcode == 0xc8 ? 3 : 2);
	}
	if (!finish(c, insn, csa_x86_form_one(opcode)))
		return false;
	if (opcode == 0xf6 || opcode == 0xf7) {
		/* test alone has an immediate */
		if ((c->reg & 7) < 2 &&
		    !csa_x86_take_immediate(c, immediate_bytes(c, opcode == 0xf6 ? B : Z)))
			return false;
	}
	add_effects(c, insn, opcode);
	if (decode_string(insn, opcode))
		return true;
	if ((opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xe0 && opcode <= 0xe3)) {
		jump_relative(c, insn, CSA_FLOW_BRANCH, 1);
		if (opcode >= 0xe0)
			insn->clobbers |= BIT(RCX);
	} else if (opcode == 0xeb) {
		jump_relative(c, insn, CSA_FLOW_JUMP, 1);
	} else if (opcode == 0xc3 || opcode == 0xcb || opcode == 0xcc || opcode == 0xcf ||
		   opcode == 0xf4) {
		insn->flow = CSA_FLOW_END;
	} else if (opcode == 0xc9) {
		insn->clobbers |= BIT(RBP);
	} else if (opcode == 0xff) {
		decode_group5(c, insn);
	}
	return true;
}

/* What the linker may have written. */
static void add_fields(const struct csa_x86_cursor *c, struct csa_insn *insn)
{
	insn->displacement_at = (uint8_t)c->displacement_at;
	insn->displacement_bytes = (uint8_t)c->displacement_bytes;
	insn->immediate_at = (uint8_t)c->immediate_at;
	insn->immediate_bytes = (uint8_t)c->immediate_bytes;
	insn->is_relative = c->is_relative;
	insn->place = c->addr + c->at + (uint64_t)c->displacement;
}

static bool decode(const uint8_t *code, size_t room, uint64_t addr, struct csa_insn *out)
{
	/* No instruction is longer than 15 bytes. */
	struct csa_x86_cursor c = { .code = code, .room = room < 15 ? room : 15, .addr = addr };
	struct csa_insn insn = { 0 };
	uint8_t opcode;
	bool is_known;

	if (!csa_x86_take_prefixes(&c))
		return false;
	opcode = c.code[c.at++];
	if (opcode == 0x0f)
		is_known = decode_two_byte(&c, &insn);
	else if (opcode == 0xc4 || opcode == 0xc5 || opcode == 0x62)
		is_known = decode_vex(&c, &insn, opcode);
	else if (opcode == 0x8f && c.at < c.room && (c.code[c.at] & 31) >= 8)
		is_known = decode_vex(&c, &insn, opcode); /* XOP */
	else
		is_known = decode_one_byte(&c, &insn, opcode);
	if (!is_known)
		return false;
	insn.length = (uint8_t)c.at;
	add_fields(&c, &insn);
	insn.clobbers &= ALL_REGS & ~BIT(RSP);
	*out = insn;
	return true;
}

static size_t find_call(const uint8_t *code, size_t size, size_t from, uint64_t addr,
			struct csa_insn *out)
{
	for (size_t i = from; i + 5 <= size; i++) {
		bool is_direct = code[i] == 0xe8 || code[i] == 0xe9;
		bool is_slot = code[i] == 0xff && (code[i + 1] == 0x15 || code[i + 1] == 0x25);

		if ((is_direct || is_slot) && decode(code + i, size - i, addr + i, out))
			return i;
	}
	return size;
}

/* The recommended no-operations of 2, 3 and 5 to 7 bytes; what is jumped to becomes a return. */
static bool silence(uint8_t *code, const struct csa_insn *insn)
{
	static const uint8_t nops[8][7] = {
		[2] = { 0x66, 0x90 },
		[3] = { 0x0f, 0x1f, 0x00 },
		[5] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 },
		[6] = { 0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00 },
		[7] = { 0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00 },
	};

	if (insn->flow == CSA_FLOW_JUMP) {
		memset(code, 0xcc, insn->length);
		code[0] = 0xc3;
		return true;
	}
	if (insn->flow != CSA_FLOW_CALL || insn->length > 7 || !nops[insn->length][0])
		return false;
	memcpy(code, nops[insn->length], insn->length);
	return true;
}

/* [endbr64] [bnd] jmp *slot(%rip) */
static bool slot_of_stub(const uint8_t *code, size_t room, uint64_t addr, uint64_t *slot)
{
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	struct csa_insn insn;
	size_t at = 0;

	if (room > sizeof(endbr64) && memcmp(code, endbr64, sizeof(endbr64)) == 0)
		at = sizeof(endbr64);
	if (!decode(code + at, room - at, addr + at, &insn) || insn.flow != CSA_FLOW_JUMP ||
	    insn.goal != CSA_GOAL_SLOT)
		return false;
	*slot = insn.target;
	return true;
}

const struct csa_machine csa_machine_x86_64 = {
	.elf_machine = EM_X86_64,
	.registers = 16,
	.argument = RDI,
	.lost_in_call = CALLED,
	.decode = decode,
	.find_call = find_call,
	.silence = silence,
	.slot_of_stub = slot_of_stub,
};
