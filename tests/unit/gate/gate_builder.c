/* SPDX-License-Identifier: MIT */
#include "gate_builder.h"

#include <string.h>

#include "test.h"

static void add(struct csa_side *side, const struct t_gated *f, unsigned step)
{
	bool ok = true;
	struct csa_side_row row = {
		.function = csa_side_text(side, f->function, &ok),
		.module = csa_side_text(side, f->module ? f->module : "/b/app", &ok),
		.file = csa_side_text(side, f->file ? f->file : "/src/app/x.c", &ok),
		.line = f->line,
		.is_scope = f->is_scope,
		.code = f->code,
		.layout = f->layout,
	};
	uint64_t calls = (f->calls ? f->calls : 1) + step * f->calls_step;

	row.hooks = f->hooks ? f->hooks : calls;
	csa_value_put(&row.values, CSA_VALUE_CALLS, calls);
	csa_value_put(&row.values, CSA_VALUE_SELF, f->self + step * f->self_step);
	csa_value_put(&row.values, CSA_VALUE_INCL, f->incl);
	csa_value_put(&row.values, CSA_VALUE_P99, f->p99);
	assert_true(ok && csa_side_add(side, &row));
}

void t_gate_set(struct csa_gate_set *set, const struct t_gated *functions, unsigned count,
		unsigned runs)
{
	static struct csa_side sides[CSA_GATE_RUNS_MAX];

	for (unsigned run = 0; run < runs; run++) {
		csa_side_init(&sides[run]);
		sides[run].facts.exe = "/b/app";
		for (unsigned i = 0; i < count; i++) {
			const struct t_gated *f = &functions[i];

			if (!f->is_absent || (run >= f->from && run < f->until))
				add(&sides[run], f, run % T_RUNS);
		}
		assert_int_equal(csa_side_finish(&sides[run], NULL), 0);
	}
	csa_gate_set_release(set);
	csa_gate_set_init(set);
	assert_int_equal(csa_gate_set_fill(set, sides, runs, NULL), 0);
	for (unsigned run = 0; run < runs; run++) {
		set->run[run] = (struct csa_gate_run){ .reference_ns = 1000000, .hook_ns = 10 };
		csa_side_release(&sides[run]);
	}
	set->facts.cpu = "cpu";
	set->facts.cpus = 2;
	set->facts.arch = "arch";
	set->facts.mode = "summary";
}

void t_gate_init(struct t_gate *gate)
{
	*gate = (struct t_gate){ .options = { .metrics = 1u << CSA_GATE_CALLS | 1u << CSA_GATE_SELF,
					      .max_percent = 5,
					      .min_ns = 100000 } };
	csa_gate_set_init(&gate->before);
	csa_gate_set_init(&gate->now);
}

void t_gate_release(struct t_gate *gate)
{
	csa_gate_verdict_release(&gate->verdict);
	csa_gate_set_release(&gate->now);
	csa_gate_set_release(&gate->before);
}

int t_gate_start(void **state)
{
	t_gate_init(*state);
	return 0;
}

int t_gate_stop(void **state)
{
	t_gate_release(*state);
	return 0;
}

void t_gate_judge(struct t_gate *gate, unsigned rounds)
{
	struct csa_err err = { 0 };

	csa_gate_verdict_release(&gate->verdict);
	if (csa_gate_judge(&gate->verdict, &gate->before, &gate->now, rounds, &gate->options,
			   &err) != 0)
		fail_msg("%s", err.msg);
}

const struct csa_gate_item *t_gate_find(const struct t_gate *gate, enum csa_gate_kind kind,
					const char *function)
{
	for (uint32_t i = 0; i < gate->verdict.count; i++) {
		const struct csa_gate_item *item = &gate->verdict.items[i];

		if (item->kind == kind &&
		    strcmp((item->now ? item->now : item->before)->function, function) == 0)
			return item;
	}
	return NULL;
}
