/* SPDX-License-Identifier: MIT */
#include "code_place.h"

#include <elf.h>
#include <string.h>

#include "link_values.h"
#include "operand_x86_64.h"

/* A number that is an address of what is loaded. Without relocations it could be a number: in programs that are
 * linked to a fixed place, which is 0x400000 and more, hardly one that has the same size. */
static bool is_loaded(const struct csa_link_image *image, uint64_t value)
{
	for (size_t i = 0; i < image->sections.count; i++) {
		const struct csa_link_section *section = &image->sections.items[i];

		if (value >= section->addr && value - section->addr < section->size)
			return value >=
			       0x10000; /* not the zeros and small numbers of a program at 0 */
	}
	return false;
}

/* @at, @bytes: of a number that is the address itself */
static unsigned erase_fixed(const struct csa_link_image *image, uint8_t *code, size_t at,
			    size_t bytes, uint64_t *place)
{
	uint64_t value;

	if (!image->is_fixed || bytes < 4)
		return 0;
	value = csa_x86_read(code + at, bytes);
	if (!is_loaded(image, value))
		return 0;
	memset(code + at, 0, bytes);
	*place = value;
	return 1;
}

static unsigned erase_x86_64(const struct csa_link_image *image, uint8_t *code,
			     const struct csa_insn *insn, uint64_t *places)
{
	unsigned count = 0;

	if (insn->is_relative) {
		memset(code + insn->displacement_at, 0, insn->displacement_bytes);
		places[count++] = insn->place;
	} else {
		count += erase_fixed(image, code, insn->displacement_at, insn->displacement_bytes,
				     places);
	}
	return count +
	       erase_fixed(image, code, insn->immediate_at, insn->immediate_bytes, places + count);
}

static uint32_t read_word(const uint8_t *code)
{
	return (uint32_t)csa_x86_read(code, 4);
}

static void clear_bits(uint8_t *code, uint32_t bits)
{
	uint32_t word = read_word(code) & ~bits;

	for (unsigned i = 0; i < 4; i++)
		code[i] = (uint8_t)(word >> (8 * i));
}

/* The low twelve bits of an address whose page a register holds: add, or an access with an unsigned offset. */
static bool erase_low_bits(uint8_t *code, const struct csa_code_pages *pages, uint64_t *place)
{
	uint32_t word = read_word(code);
	unsigned from = (word >> 5) & 31;
	unsigned scale = 0;

	if (!(pages->known >> from & 1))
		return false;
	if ((word & 0x3b000000u) == 0x39000000u) /* ldr, str [x, #n] */
		scale = (word & 0x04800000u) == 0x04800000u ? 4 : word >> 30;
	else if ((word & 0xffc00000u) != 0x91000000u) /* add x, x, #n */
		return false;
	*place = pages->page[from] + ((uint64_t)((word >> 10) & 0xfff) << scale);
	clear_bits(code, 0xfffu << 10);
	return true;
}

static unsigned erase_aarch64(uint8_t *code, const struct csa_insn *insn, uint64_t addr,
			      struct csa_code_pages *pages, uint64_t *place)
{
	uint32_t word = read_word(code);
	bool is_page = (word & 0x9f000000u) == 0x90000000u;
	bool is_near = (word & 0x9f000000u) == 0x10000000u;
	unsigned count = 1;

	if ((word & 0x7c000000u) == 0x14000000u) { /* b, bl */
		clear_bits(code, 0x3ffffffu);
		*place = insn->target;
	} else if (insn->goal == CSA_GOAL_ADDR && (word & 0x7e000000u) == 0x36000000u) {
		clear_bits(code, 0x3fffu << 5); /* tbz, tbnz */
		*place = insn->target;
	} else if (insn->goal == CSA_GOAL_ADDR && insn->flow == CSA_FLOW_BRANCH) {
		clear_bits(code, 0x7ffffu << 5);
		*place = insn->target;
	} else if (is_page || is_near) { /* adrp, adr */
		clear_bits(code, 0x60ffffe0u);
		*place = insn->value;
		/* A page says nothing by itself: its address is whole with the bits that follow. */
		count = is_near;
	} else if ((word & 0x3b000000u) == 0x18000000u) { /* ldr of a literal */
		*place = addr + (uint64_t)((int64_t)((uint64_t)(word >> 5) << 45) >> 45) * 4;
		clear_bits(code, 0x7ffffu << 5);
	} else {
		count = erase_low_bits(code, pages, place);
	}
	pages->known &= ~insn->clobbers;
	if (is_page && (word & 31) != 31) {
		pages->page[word & 31] = insn->value;
		pages->known |= 1u << (word & 31);
	}
	return count;
}

unsigned csa_code_place_erase(const struct csa_link_image *image, uint8_t *code,
			      const struct csa_insn *insn, uint64_t addr,
			      struct csa_code_pages *pages, uint64_t places[CSA_CODE_PLACES])
{
	if (image->machine->elf_machine == EM_AARCH64)
		return erase_aarch64(code, insn, addr, pages, places);
	return erase_x86_64(image, code, insn, places);
}
