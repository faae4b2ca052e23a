/* SPDX-License-Identifier: MIT */
#include "dwarf_inlines.h"

#include <dwarf.h>
#include <stdbool.h>

#define STEPS_MAX 64 /* down from a function; a damaged file might not end */

static bool holds_code(int tag)
{
	return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
	       tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* The part of @parent that the address lies in. */
static bool find_part(Dwarf_Die *parent, Dwarf_Addr addr, Dwarf_Die *part)
{
	if (dwarf_child(parent, part) != 0)
		return false;
	do {
		if (holds_code(dwarf_tag(part)) && dwarf_haspc(part, addr) == 1)
			return true;
	} while (dwarf_siblingof(part, part) == 0);
	return false;
}

static unsigned number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attribute) || dwarf_formudata(&attribute, &value) != 0 ||
	    value > INT32_MAX)
		return 0;
	return (unsigned)value;
}

static void fill(struct csa_dwarf_inline *out, const struct csa_dwarf_function *outer,
		 Dwarf_Die *die)
{
	*out = (struct csa_dwarf_inline){
		.function = { .name = dwarf_diename(die),
			      .linkage_name = csa_dwarf_linkage_name(die),
			      .index = outer->index,
			      .die = *die,
			      .unit = outer->unit },
		.call_line = number_of(die, DW_AT_call_line),
	};
	if (out->call_line)
		out->call_file =
			csa_dwarf_find_file(outer, die->cu, number_of(die, DW_AT_call_file));
}

size_t csa_dwarf_inlines_find(struct csa_dwarf_index *index, uint64_t addr,
			      struct csa_dwarf_inline *out, size_t max)
{
	struct csa_dwarf_function function;
	size_t count = 0;
	Dwarf_Die die;

	if (csa_dwarf_index_function(index, addr, &function) != 1)
		return 0;
	die = function.die;
	for (int i = 0; i < STEPS_MAX && count < max; i++) {
		Dwarf_Die part;

		if (!find_part(&die, addr - index->bias, &part))
			break;
		if (dwarf_tag(&part) == DW_TAG_inlined_subroutine &&
		    csa_dwarf_is_sound(index, &part))
			fill(&out[count++], &function, &part);
		die = part;
	}
	return count;
}
