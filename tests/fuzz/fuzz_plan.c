/* SPDX-License-Identifier: MIT */
/* The plan of a build. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "select/plan.h"

/* Reads every text that the plan hands out: each must lie in it, with its NUL. */
static size_t read_all(const struct csa_plan *plan)
{
	size_t sum = strlen(plan->ctags) + strlen(plan->cache);

	for (uint32_t i = 0; i < plan->folders.count; i++)
		sum += strlen(plan->folders.items[i]);
	for (uint32_t i = 0; i < plan->targets.count; i++)
		sum += strlen(plan->targets.items[i].name) + strlen(plan->targets.items[i].config) +
		       strlen(plan->targets.items[i].unity) +
		       strlen(plan->targets.items[i].selection);
	for (uint32_t i = 0; i < plan->sources.count; i++) {
		if (plan->sources.items[i].target >= plan->targets.count)
			abort();
		sum += strlen(plan->sources.items[i].path) + strlen(plan->sources.items[i].rsp);
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_plan plan;
	struct csa_err err = { 0 };
	volatile size_t sum;

	if (csa_plan_read(&plan, fuzz_input_file(0, data, size), &err) == 0)
		sum = read_all(&plan);
	csa_plan_release(&plan);
	(void)sum;
	return 0;
}
