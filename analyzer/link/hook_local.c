/* SPDX-License-Identifier: MIT */
#include "hook_local.h"

#include "link_values.h"

/* What the registers hold, as far as one path says it: an address, or a value of the image. */
struct registers {
	uint64_t values[CSA_INSN_REGISTERS];
	uint32_t known; /* bit n: values[n] */
};

static bool is_hook(uint64_t value)
{
	return value == CSA_VALUE_ENTER || value == CSA_VALUE_EXIT;
}

static bool is_known(const struct registers *r, unsigned number)
{
	return r->known >> number & 1;
}

/* What the first register gets. Return: false = it is not known afterwards. */
static bool result_of(const struct registers *r, const struct csa_link_image *image,
		      const struct csa_insn *insn, uint64_t *value)
{
	uint64_t from = r->values[insn->from];

	switch ((enum csa_effect)insn->effect) {
	case CSA_EFFECT_SET:
		*value = insn->value;
		return insn->value < CSA_VALUE_ENTER;
	case CSA_EFFECT_LOAD:
		return csa_link_image_slot(image, insn->value, value);
	case CSA_EFFECT_COPY:
		*value = from;
		return is_known(r, insn->from);
	case CSA_EFFECT_ADD:
		*value = from + insn->value;
		return is_known(r, insn->from) && *value < CSA_VALUE_ENTER;
	case CSA_EFFECT_LOAD_BASED:
		return is_known(r, insn->from) && from < CSA_VALUE_ENTER &&
		       csa_link_image_slot(image, from + insn->value, value);
	default:
		return false;
	}
}

/* Return: false = a hook's address is in a register: calls through it cannot be told here. */
static bool apply(struct registers *r, const struct csa_link_image *image,
		  const struct csa_insn *insn)
{
	uint64_t value = 0;
	bool known = result_of(r, image, insn, &value);
	uint32_t lost = insn->clobbers;

	if (insn->flow == CSA_FLOW_CALL)
		lost |= image->machine->lost_in_call;
	switch ((enum csa_effect)insn->effect) {
	case CSA_EFFECT_NONE:
	case CSA_EFFECT_SPILL:
	case CSA_EFFECT_SPILL_PAIR:
	case CSA_EFFECT_EQUAL: /* what was known still is */
	case CSA_EFFECT_EQUAL_SET:
		r->known &= ~lost;
		return true;
	case CSA_EFFECT_RELOAD_PAIR:
		lost |= UINT32_C(1) << insn->value;
		break;
	default:
		break;
	}
	r->known &= ~(lost | UINT32_C(1) << insn->to);
	if (known) {
		r->values[insn->to] = value;
		r->known |= UINT32_C(1) << insn->to;
	}
	return !known || !is_hook(csa_link_image_value(image, value));
}

/* The hook that an instruction calls or jumps to; not through a register. Return: 0 = none. */
static uint64_t hook_of(const struct csa_link_image *image, const struct csa_insn *insn)
{
	uint64_t value;

	if (insn->flow == CSA_FLOW_NEXT || insn->flow == CSA_FLOW_END ||
	    !csa_link_image_goal(image, insn, &value) || !is_hook(value))
		return 0;
	return value;
}

/* Return: false = not known, or not a function. */
static bool argument_of(const struct registers *r, const struct csa_link_image *image,
			uint64_t *function)
{
	unsigned number = image->machine->argument;

	if (!is_known(r, number))
		return false;
	*function = csa_link_image_value(image, r->values[number]);
	return csa_link_image_is_goal(image, *function) && !is_hook(*function);
}

int csa_hook_local(struct csa_hook_sites *sites, const struct csa_link_image *image,
		   const struct csa_flow_code *code, uint32_t group)
{
	size_t before = sites->count;
	struct registers registers = { .known = 0 };

	for (size_t i = 0; i < code->count; i++) {
		const struct csa_step *step = &code->items[i];
		uint64_t hook = hook_of(image, &step->insn);

		if (step->place)
			registers.known = 0;
		if (hook) {
			struct csa_hook_site site = { .addr = step->addr,
						      .insn = step->insn,
						      .is_exit = hook == CSA_VALUE_EXIT,
						      .is_certain = true,
						      .function_count = 1,
						      .group = group };

			if (!argument_of(&registers, image, &site.functions[0]))
				goto long_way;
			if (!csa_hook_sites_add(sites, &site))
				return CSA_E_NOMEM;
		}
		if (!apply(&registers, image, &step->insn))
			goto long_way;
	}
	if (code->is_whole)
		return 1;
long_way:
	sites->count = before;
	return 0;
}
