/* SPDX-License-Identifier: MIT */
/*
 * The instructions of a group of functions, by address, and where the paths through them meet. Those
 * that change no register that is followed, and that nothing jumps to, are left out.
 */
#ifndef CSA_FLOW_CODE_H
#define CSA_FLOW_CODE_H

#include "link_image.h"

struct csa_step {
	uint64_t addr;
	struct csa_insn insn;
	uint32_t place;  /* number of a place that control comes to from elsewhere; 0: it is none */
	uint32_t target; /* place that it can jump to; 0: none of the group */
	uint32_t pad;    /* of a call: place where control goes on when it throws; 0: none */
	bool is_target;  /* a jump that is seen leads here */
	bool is_entry;   /* control falls into it from nowhere that is seen */
	bool falls_on;   /* control can go on with the next step */
};

struct csa_flow_code {
	struct csa_step *items;
	size_t count;
	size_t capacity;
	uint32_t places; /* numbers in use, 0 among them */
	bool is_whole; /* it is all instructions, and leads to no code that may call hooks unseen */
	bool has_nameless_calls; /* given: hooks are also called by code that no symbol names */
};

/**
 * csa_flow_code_read() - read the functions @members of @image.
 * @code: zeros at first; its memory is used again
 *
 * Return: false = out of memory. Release it in every case.
 */
bool csa_flow_code_read(struct csa_flow_code *code, const struct csa_link_image *image,
			const uint32_t *members, size_t member_count);
void csa_flow_code_release(struct csa_flow_code *code);

#endif
