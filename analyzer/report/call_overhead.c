/* SPDX-License-Identifier: MIT */
#include "call_overhead.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "vec.h"

void csa_overhead_release(struct csa_call_overhead *o)
{
	free(o->child_ns);
	free(o->calls);
	*o = (struct csa_call_overhead){ 0 };
}

static bool enter(struct csa_call_overhead *o)
{
	uint64_t *child_ns =
		csa_vec_grow(o->child_ns, o->depth, &o->capacity, 1, sizeof(*child_ns));

	if (!child_ns)
		return false;
	o->child_ns = child_ns;
	child_ns[o->depth++] = 0;
	return true;
}

static void leave(struct csa_call_overhead *o, struct csa_call *call)
{
	double cost = o->hook_ns * (1.0 + (double)call->exit.hooks);
	uint64_t self_ns = call->exit.self_ns;
	uint64_t taken_ns = cost < (double)self_ns ? (uint64_t)cost : self_ns;

	o->taken_ns += taken_ns;
	call->exit.self_ns = self_ns - taken_ns;
	call->exit.duration_ns = call->exit.self_ns + o->child_ns[--o->depth];
	if (o->depth)
		o->child_ns[o->depth - 1] += call->exit.duration_ns;
}

const struct csa_call *csa_overhead_take(struct csa_call_overhead *o, const struct csa_call *calls,
					 size_t count)
{
	bool ok = true;

	if (count > o->call_capacity) {
		struct csa_call *larger = realloc(o->calls, count * sizeof(*larger));

		if (!larger)
			return NULL;
		o->calls = larger;
		o->call_capacity = count;
	}
	memcpy(o->calls, calls, count * sizeof(*calls));
	for (size_t i = 0; i < count && ok; i++) {
		if (calls[i].kind == CSA_CALL_ENTER)
			ok = enter(o);
		else if (calls[i].kind == CSA_CALL_EXIT)
			leave(o, &o->calls[i]);
	}
	return ok ? o->calls : NULL;
}
