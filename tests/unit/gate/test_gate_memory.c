/* SPDX-License-Identifier: MIT */
/* Every allocation of a gate fails once, in turn: it says so, and leaks and touches nothing. */
#include <stdio.h>
#include <string.h>

#include "baseline.h"
#include "failing_memory.h"
#include "gate_builder.h"
#include "gate_text.h"
#include "test.h"

static struct csa_side sides[2];

static void fill(struct csa_side *side)
{
	static const char *const names[] = { "f", "g", "h" };

	csa_side_init(side);
	for (size_t i = 0; i < 3; i++) {
		struct csa_side_row row = { .function = names[i],
					    .module = "/b/app",
					    .file = "x.c" };

		csa_value_put(&row.values, CSA_VALUE_CALLS, 3);
		csa_value_put(&row.values, CSA_VALUE_SELF, 5000000 * (i + 1));
		assert_true(csa_side_add(side, &row));
	}
	assert_int_equal(csa_side_finish(side, NULL), 0);
	side->facts.exe = "/b/app";
}

/* What a gate does: write, read, judge, print. */
static int run(FILE *out)
{
	static const char *const fact = "value";
	struct csa_gate_options options = { .metrics = 1u << CSA_GATE_CALLS | 1u << CSA_GATE_SELF };
	struct csa_gate_view view = { .baseline = "b", .options = &options };
	struct csa_gate_verdict verdict = { 0 };
	struct csa_gate_set before;
	struct csa_gate_set now;
	struct csa_err err = { 0 };
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_gate_set_init(&before);
	csa_gate_set_init(&now);
	rc = csa_gate_set_fill(&now, sides, 2, &err);
	if (rc == 0 && (!csa_gate_machine(&now.facts, &now.side.pool) ||
			!csa_gate_fact_add(&now.facts, &now.side.pool, "key", fact)))
		rc = csa_fail(&err, CSA_E_NOMEM, "facts");
	if (rc == 0)
		rc = csa_baseline_write(&now, now.series, &text, &err);
	if (rc == 0)
		rc = csa_baseline_read(&before, text.data, text.length, &err);
	if (rc == 0) {
		csa_gate_samples(&now, 0, CSA_GATE_CALLS)[0] = 9;
		csa_gate_samples(&now, 0, CSA_GATE_CALLS)[1] = 9;
		rc = csa_gate_judge(&verdict, &before, &now, 1, &options, &err);
	}
	view.before = &before;
	view.now = &now;
	if (rc == 0)
		rc = csa_gate_text(&verdict, &view, out, &err);
	csa_gate_verdict_release(&verdict);
	csa_gate_set_release(&now);
	csa_gate_set_release(&before);
	csa_buf_release(&text);
	assert_int_equal(rc, err.code);
	return rc;
}

TEST(every_allocation_fails_once)
{
	FILE *out = fopen("/dev/null", "w");
	unsigned failures = 0;

	T_UNUSED;
	assert_non_null(out);
	fill(&sides[0]);
	fill(&sides[1]);
	for (unsigned n = 0;; n++) {
		int rc;

		t_fail_after(n);
		rc = run(out);
		if (!t_never_fail())
			break;
		failures += rc == CSA_E_NOMEM;
		/* What only says something beside the table may be missing. */
		assert_true(rc == 0 || rc == CSA_E_NOMEM);
	}
	assert_int_equal(run(out), 0);
	assert_true(failures > 10);
	csa_side_release(&sides[1]);
	csa_side_release(&sides[0]);
	fclose(out);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_fails_once) };

	return T_RUN(cases, argc, argv);
}
