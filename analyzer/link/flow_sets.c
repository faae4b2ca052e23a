/* SPDX-License-Identifier: MIT */
#include "flow_sets.h"

#include <stdlib.h>

#include "link_values.h"

#define NOT_FOUND SIZE_MAX
#define NO_VALUE  UINT64_MAX /* not 0: addresses in the first page have that as a part */

static int by_value(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left;
	uint64_t b = *(const uint64_t *)right;

	return (a > b) - (a < b);
}

static size_t sort_unique(uint64_t *items, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(items, count, sizeof(*items), by_value);
	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || items[i] != items[kept - 1])
			items[kept++] = items[i];
	}
	return kept;
}

static size_t find(const uint64_t *items, size_t count, uint64_t wanted)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (items[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && items[low] == wanted ? low : NOT_FOUND;
}

/* The value that a load or an address in an instruction gives, or NO_VALUE: none that matters. */
static uint64_t value_of(const struct csa_link_image *image, uint64_t addr, bool is_load)
{
	uint64_t value = addr;

	if (addr >= CSA_VALUE_ENTER)
		return NO_VALUE;
	if (is_load && !csa_link_image_slot(image, addr, &value))
		return NO_VALUE;
	value = csa_link_image_value(image, value);
	return csa_link_image_is_goal(image, value) ? value : NO_VALUE;
}

/* aarch64 makes an address of two parts: the first is a constant as well. */
static bool has_parts(const struct csa_link_image *image)
{
	return image->machine->registers > 16;
}

struct constants {
	uint64_t *items;
	size_t count;
	size_t capacity;
	bool failed;
};

static void add(struct constants *constants, uint64_t value)
{
	if (value == NO_VALUE || constants->failed)
		return;
	if (constants->count == constants->capacity) {
		size_t capacity = constants->capacity ? constants->capacity * 2 : 64;
		uint64_t *items = realloc(constants->items, capacity * sizeof(*items));

		if (!items) {
			constants->failed = true;
			return;
		}
		constants->items = items;
		constants->capacity = capacity;
	}
	constants->items[constants->count++] = value;
}

static void add_sums(struct constants *constants, size_t parts, const struct csa_link_image *image,
		     const struct csa_flow_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		const struct csa_insn *insn = &code->items[i].insn;
		bool is_load = insn->effect == CSA_EFFECT_LOAD_BASED;

		if (insn->effect != CSA_EFFECT_ADD && !is_load)
			continue;
		for (size_t k = 0; constants->items && k < parts; k++)
			add(constants, value_of(image, constants->items[k] + insn->value, is_load));
	}
}

static bool find_constants(struct csa_flow_sets *sets, const struct csa_flow_code *code)
{
	const struct csa_link_image *image = sets->image;
	struct constants constants = { 0 };

	for (size_t i = 0; i < code->count; i++) {
		const struct csa_insn *insn = &code->items[i].insn;

		if (insn->effect == CSA_EFFECT_SET && has_parts(image) &&
		    insn->value < CSA_VALUE_ENTER)
			add(&constants, insn->value);
		if (insn->effect == CSA_EFFECT_SET || insn->effect == CSA_EFFECT_EQUAL_SET ||
		    insn->effect == CSA_EFFECT_LOAD)
			add(&constants,
			    value_of(image, insn->value, insn->effect == CSA_EFFECT_LOAD));
	}
	constants.count = sort_unique(constants.items, constants.count);
	if (has_parts(image))
		add_sums(&constants, constants.count, image, code);
	sets->constants = constants.items;
	sets->constant_count = sort_unique(constants.items, constants.count);
	return !constants.failed;
}

static size_t all_stack(const struct csa_flow_sets *sets)
{
	return sets->holders - 1;
}

static size_t holder_of_word(const struct csa_flow_sets *sets, uint64_t word)
{
	size_t index = find(sets->stack_words, sets->stack_word_count, word);

	return index == NOT_FOUND ? all_stack(sets) : sets->image->machine->registers + index;
}

static bool join(const struct csa_flow_sets *sets, uint64_t *set, const uint64_t *other)
{
	uint64_t grown = 0;

	for (size_t i = 0; i < sets->words; i++) {
		grown |= other[i] & ~set[i];
		set[i] |= other[i];
	}
	return grown != 0;
}

bool csa_flow_join(const struct csa_flow_sets *sets, uint64_t *state, const uint64_t *other)
{
	uint64_t grown = 0;

	for (size_t i = 0; i < sets->state_words; i++) {
		grown |= other[i] & ~state[i];
		state[i] |= other[i];
	}
	return grown != 0;
}

static void put(const struct csa_flow_sets *sets, uint64_t *set, uint64_t value)
{
	size_t index = find(sets->constants, sets->constant_count, value);

	if (index != NOT_FOUND)
		set[index / 64] |= UINT64_C(1) << (index % 64);
}

/* Nearly always one word: a call of memset() costs more. */
static void clear(const struct csa_flow_sets *sets, uint64_t *set)
{
	for (size_t i = 0; i < sets->words; i++)
		set[i] = 0;
}

static uint64_t *set_of(const struct csa_flow_sets *sets, uint64_t *state, size_t holder)
{
	return state + holder * sets->words;
}

/* Everything in @from moved by a distance, or the words there. */
static void add_moved(const struct csa_flow_sets *sets, uint64_t *set, const uint64_t *from,
		      const struct csa_insn *insn)
{
	bool is_load = insn->effect == CSA_EFFECT_LOAD_BASED;

	for (size_t i = 0; i < sets->constant_count; i++) {
		if (from[i / 64] >> (i % 64) & 1)
			put(sets, set,
			    value_of(sets->image, sets->constants[i] + insn->value, is_load));
	}
}

/* What the first register gets. */
static void find_result(struct csa_flow_sets *sets, uint64_t *state, const struct csa_insn *insn)
{
	uint64_t *result = sets->result;
	const uint64_t *from = set_of(sets, state, insn->from);

	clear(sets, result);
	switch ((enum csa_effect)insn->effect) {
	case CSA_EFFECT_SET:
		if (has_parts(sets->image))
			put(sets, result, insn->value);
		put(sets, result, value_of(sets->image, insn->value, false));
		break;
	case CSA_EFFECT_LOAD:
		put(sets, result, value_of(sets->image, insn->value, true));
		break;
	case CSA_EFFECT_ADD:
	case CSA_EFFECT_LOAD_BASED:
		add_moved(sets, result, from, insn);
		break;
	case CSA_EFFECT_CHOOSE:
		join(sets, result, set_of(sets, state, (size_t)insn->value));
		join(sets, result, from);
		break;
	case CSA_EFFECT_EQUAL_SET:
		put(sets, result, value_of(sets->image, insn->value, false));
		join(sets, result, set_of(sets, state, insn->to));
		break;
	case CSA_EFFECT_EQUAL:
		join(sets, result, set_of(sets, state, insn->to));
		join(sets, result, from);
		break;
	case CSA_EFFECT_COPY:
		join(sets, result, from);
		break;
	case CSA_EFFECT_RELOAD:
	case CSA_EFFECT_RELOAD_PAIR:
		join(sets, result, set_of(sets, state, holder_of_word(sets, insn->target)));
		break;
	case CSA_EFFECT_NONE:
	case CSA_EFFECT_SPILL:
	case CSA_EFFECT_SPILL_PAIR:
		break;
	}
}

static void copy(const struct csa_flow_sets *sets, uint64_t *set, const uint64_t *from)
{
	for (size_t i = 0; i < sets->words; i++)
		set[i] = from[i];
}

static void spill(struct csa_flow_sets *sets, uint64_t *state, uint64_t word, size_t reg)
{
	size_t holder = holder_of_word(sets, word);

	join(sets, set_of(sets, state, all_stack(sets)), set_of(sets, state, reg));
	if (holder != all_stack(sets))
		copy(sets, set_of(sets, state, holder), set_of(sets, state, reg));
}

void csa_flow_apply(struct csa_flow_sets *sets, uint64_t *state, const struct csa_insn *insn)
{
	uint32_t clobbers = insn->clobbers;

	if (insn->effect != CSA_EFFECT_NONE)
		find_result(sets, state, insn);
	if (insn->flow == CSA_FLOW_CALL)
		clobbers |= sets->image->machine->lost_in_call;
	for (; clobbers; clobbers &= clobbers - 1)
		clear(sets, set_of(sets, state, (size_t)__builtin_ctz(clobbers)));
	switch ((enum csa_effect)insn->effect) {
	case CSA_EFFECT_NONE:
		break;
	case CSA_EFFECT_SPILL_PAIR:
		spill(sets, state, insn->target + 8, (size_t)insn->value);
		spill(sets, state, insn->target, insn->from);
		break;
	case CSA_EFFECT_SPILL:
		spill(sets, state, insn->target, insn->from);
		break;
	case CSA_EFFECT_RELOAD_PAIR:
		copy(sets, set_of(sets, state, (size_t)insn->value),
		     set_of(sets, state, holder_of_word(sets, insn->target + 8)));
		copy(sets, set_of(sets, state, insn->to), sets->result);
		break;
	case CSA_EFFECT_EQUAL:
		copy(sets, set_of(sets, state, insn->from), sets->result);
		copy(sets, set_of(sets, state, insn->to), sets->result);
		break;
	default:
		copy(sets, set_of(sets, state, insn->to), sets->result);
		break;
	}
}

/* The registers that can hold a constant at some time: those given one, and those that these go to. */
static uint32_t find_constant_registers(const struct csa_flow_code *code)
{
	uint32_t registers = 0;
	uint32_t before;

	do {
		before = registers;
		for (size_t i = 0; i < code->count; i++) {
			const struct csa_insn *insn = &code->items[i].insn;
			bool is_given = insn->effect == CSA_EFFECT_SET ||
					insn->effect == CSA_EFFECT_LOAD ||
					insn->effect == CSA_EFFECT_EQUAL_SET ||
					insn->effect == CSA_EFFECT_RELOAD ||
					insn->effect == CSA_EFFECT_RELOAD_PAIR;
			bool is_moved = insn->effect == CSA_EFFECT_COPY ||
					insn->effect == CSA_EFFECT_ADD ||
					insn->effect == CSA_EFFECT_LOAD_BASED ||
					insn->effect == CSA_EFFECT_CHOOSE ||
					insn->effect == CSA_EFFECT_EQUAL;

			if (is_given || (is_moved && (registers >> insn->from & 1)))
				registers |= 1u << insn->to;
			if (insn->effect == CSA_EFFECT_RELOAD_PAIR)
				registers |= 1u << insn->value;
			if (insn->effect == CSA_EFFECT_EQUAL && (registers >> insn->to & 1))
				registers |= 1u << insn->from;
		}
	} while (registers != before);
	return registers;
}

/* Words of the stack that a register with a constant is stored to. */
static bool find_stack_words(struct csa_flow_sets *sets, const struct csa_flow_code *code)
{
	uint32_t registers = find_constant_registers(code);
	size_t count = 0;
	uint64_t *words = calloc(2 * code->count + 1, sizeof(*words));

	for (size_t i = 0; words && i < code->count; i++) {
		const struct csa_insn *insn = &code->items[i].insn;
		bool is_pair = insn->effect == CSA_EFFECT_SPILL_PAIR;

		if ((is_pair || insn->effect == CSA_EFFECT_SPILL) && (registers >> insn->from & 1))
			words[count++] = insn->target;
		if (is_pair && (registers >> insn->value & 1))
			words[count++] = insn->target + 8;
	}
	sets->stack_words = words;
	sets->stack_word_count = words ? sort_unique(words, count) : 0;
	return words != NULL;
}

bool csa_flow_sets_init(struct csa_flow_sets *sets, const struct csa_link_image *image,
			const struct csa_flow_code *code)
{
	*sets = (struct csa_flow_sets){ .image = image };
	if (!find_constants(sets, code) || !find_stack_words(sets, code))
		return false;
	sets->words = sets->constant_count / 64 + 1;
	sets->holders = image->machine->registers + 1 + sets->stack_word_count + 1;
	sets->state_words = sets->holders * sets->words;
	sets->result = calloc(sets->words, sizeof(*sets->result));
	return sets->result != NULL;
}

void csa_flow_sets_release(struct csa_flow_sets *sets)
{
	free(sets->constants);
	free(sets->stack_words);
	free(sets->result);
	*sets = (struct csa_flow_sets){ 0 };
}
