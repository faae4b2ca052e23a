/* SPDX-License-Identifier: MIT */
/*
 * What one machine instruction does, as far as the search for hook calls needs it: its length, where
 * it goes on, and what it does to the general registers. Not a disassembler: an instruction that is
 * not known in detail loses whatever registers it could write.
 */
#ifndef CSA_INSN_H
#define CSA_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSA_INSN_REGISTERS 32 /* of the architecture with most of them */

enum csa_flow {
	CSA_FLOW_NEXT,
	CSA_FLOW_BRANCH, /* to target, or on */
	CSA_FLOW_JUMP,   /* to where an operand says */
	CSA_FLOW_CALL,   /* to where an operand says, and on */
	CSA_FLOW_END,    /* return, trap */
};

/* Where a jump or call gets its target from. */
enum csa_goal {
	CSA_GOAL_ADDR,     /* target is the address */
	CSA_GOAL_SLOT,     /* target is the address of the word that holds it */
	CSA_GOAL_REGISTER, /* target is the number of the register that holds it */
	CSA_GOAL_UNKNOWN,
};

enum csa_effect {
	CSA_EFFECT_NONE,
	CSA_EFFECT_SET,        /* register to := value */
	CSA_EFFECT_ADD,        /* to := register from + value */
	CSA_EFFECT_COPY,       /* to := from */
	CSA_EFFECT_LOAD,       /* to := the word at address value */
	CSA_EFFECT_LOAD_BASED, /* to := the word at register from + value */
	CSA_EFFECT_CHOOSE,     /* to := from, or register value */
	CSA_EFFECT_SPILL,      /* the word on the stack named by target := from */
	CSA_EFFECT_SPILL_PAIR, /* and the one 8 bytes on := register value */
	CSA_EFFECT_RELOAD,     /* to := the word on the stack named by target */
	CSA_EFFECT_RELOAD_PAIR,
	/* What was compared may be equal from here on: compilers go on with either register. */
	CSA_EFFECT_EQUAL,     /* to and from */
	CSA_EFFECT_EQUAL_SET, /* to and value */
};

struct csa_insn {
	uint8_t length; /* bytes */
	uint8_t flow;   /* enum csa_flow */
	uint8_t goal;   /* enum csa_goal, for branches, jumps and calls */
	uint8_t effect; /* enum csa_effect, after the loss of what clobbers says */
	uint8_t to;
	uint8_t from;
	bool is_nop; /* padding, when nothing comes to it */
	/* x86-64: where in its bytes numbers of an operand stand; 0 bytes: there is none. */
	uint8_t displacement_at, displacement_bytes; /* also the distance of a jump */
	uint8_t immediate_at, immediate_bytes;
	bool is_relative; /* the displacement is a distance from the end, and place what is there */
	uint32_t clobbers; /* bit n: register n is no longer known */
	uint64_t target;   /* as goal says; on the stack: base register << 32 | displacement */
	uint64_t value;
	uint64_t place;
};

struct csa_machine {
	int elf_machine;       /* EM_... */
	unsigned registers;    /* how many are followed */
	unsigned argument;     /* the register of a hook's first argument */
	uint32_t lost_in_call; /* registers that a called function may change */

	/**
	 * decode() - one instruction.
	 * @code, @room: bytes from it on; @addr: its address
	 *
	 * Return: false = not an instruction that is known, or cut off; @out is then untouched.
	 */
	bool (*decode)(const uint8_t *code, size_t room, uint64_t addr, struct csa_insn *out);

	/**
	 * find_call() - the next place in @code from @from on that looks like a direct call or jump,
	 * by its bytes alone; its goal is in @out as decode() has it, NULL-length when cut off.
	 *
	 * Return: the offset, or @size when there is none.
	 */
	size_t (*find_call)(const uint8_t *code, size_t size, size_t from, uint64_t addr,
			    struct csa_insn *out);

	/** silence() - turn the call or jump at @code, @length bytes long, into nothing or a return.
	 * Return: false = this form cannot be; @code is then untouched. */
	bool (*silence)(uint8_t *code, const struct csa_insn *insn);

	/** slot_of_stub() - whether a linkage stub begins at @code; *@slot: the word it jumps by. */
	bool (*slot_of_stub)(const uint8_t *code, size_t room, uint64_t addr, uint64_t *slot);
};

extern const struct csa_machine csa_machine_x86_64;
extern const struct csa_machine csa_machine_aarch64;

/** csa_machine_find() - NULL for a machine that is not known. */
const struct csa_machine *csa_machine_find(int elf_machine);

#endif
