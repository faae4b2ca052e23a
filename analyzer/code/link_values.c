/* SPDX-License-Identifier: MIT */
#include "link_values.h"

static const struct csa_link_section *find_section(const struct csa_link_image *image,
						   uint64_t addr)
{
	size_t low = 0;
	size_t high = image->sections.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (image->sections.items[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	/* Sections of thread-local zeros overlap what follows them. */
	for (; low > 0; low--) {
		const struct csa_link_section *section = &image->sections.items[low - 1];

		if (section->has_bytes)
			return addr - section->addr < section->size ? section : NULL;
	}
	return NULL;
}

const uint8_t *csa_link_image_code(const struct csa_link_image *image, uint64_t addr, size_t *room)
{
	const struct csa_link_section *section = find_section(image, addr);

	return section && section->is_code ? csa_link_image_bytes(image, addr, room) : NULL;
}

const uint8_t *csa_link_image_bytes(const struct csa_link_image *image, uint64_t addr, size_t *room)
{
	const struct csa_link_section *section = find_section(image, addr);

	if (!section)
		return NULL;
	*room = (size_t)(section->size - (addr - section->addr));
	return image->bytes + section->offset + (addr - section->addr);
}

uint64_t csa_link_image_value(const struct csa_link_image *image, uint64_t addr)
{
	const struct csa_link_section *section;
	const uint8_t *code;
	uint64_t slot;
	uint64_t value;
	size_t room = 0;

	if (addr >= CSA_VALUE_ENTER)
		return addr;
	if (addr == image->hook_addr[0] && addr)
		return CSA_VALUE_ENTER;
	if (addr == image->hook_addr[1] && addr)
		return CSA_VALUE_EXIT;
	if (addr < image->stubs_start || addr >= image->stubs_end)
		return addr;
	section = find_section(image, addr);
	if (!section || !section->is_stubs)
		return addr;
	code = csa_link_image_code(image, addr, &room);
	if (code && image->machine->slot_of_stub(code, room, addr, &slot) &&
	    csa_link_image_slot(image, slot, &value))
		return value;
	return addr;
}

bool csa_link_image_slot(const struct csa_link_image *image, uint64_t addr, uint64_t *value)
{
	const struct csa_link_section *section;
	size_t low = 0;
	size_t high = image->slots.count;
	uint64_t word = 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (image->slots.items[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < image->slots.count && image->slots.items[low].addr == addr) {
		word = image->slots.items[low].value;
	} else {
		section = find_section(image, addr);
		if (!section || section->is_code || section->size - (addr - section->addr) < 8)
			return false;
		for (unsigned i = 0; i < 8; i++)
			word |= (uint64_t)image->bytes[section->offset + (addr - section->addr) + i]
				<< (8 * i);
		/* A number: it must not pass for a hook or for a function of another module. */
		if (word >= CSA_VALUE_ENTER)
			return false;
	}
	if (word < CSA_VALUE_ENTER && word != 0) {
		if (word == image->hook_addr[0])
			word = CSA_VALUE_ENTER;
		else if (word == image->hook_addr[1])
			word = CSA_VALUE_EXIT;
	}
	*value = word;
	return true;
}

bool csa_link_image_goal(const struct csa_link_image *image, const struct csa_insn *insn,
			 uint64_t *value)
{
	if (insn->goal == CSA_GOAL_ADDR) {
		*value = csa_link_image_value(image, insn->target);
		return true;
	}
	return insn->goal == CSA_GOAL_SLOT && csa_link_image_slot(image, insn->target, value);
}

const struct csa_link_function *csa_link_image_function(const struct csa_link_image *image,
							uint64_t addr)
{
	const struct csa_link_function *items = image->functions.items;
	size_t low = 0;
	size_t high = image->functions.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (items[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	for (low--; low > 0 && items[low - 1].addr == items[low].addr;)
		low--;
	if (addr == items[low].addr || addr - items[low].addr < items[low].size)
		return &items[low];
	return NULL;
}

bool csa_link_image_is_goal(const struct csa_link_image *image, uint64_t value)
{
	const struct csa_link_function *function;

	if (value >= CSA_VALUE_ENTER)
		return true;
	if (value < image->code_start || value >= image->code_end)
		return false;
	function = csa_link_image_function(image, value);
	return function && function->addr == value;
}
