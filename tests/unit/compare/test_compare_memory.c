/* SPDX-License-Identifier: MIT */
/* Every allocation of a comparison fails once, in turn: it says so, and leaks and touches nothing. */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "failing_memory.h"
#include "test.h"

static const char *const text =
	"{\"schema\":1,\"summary\":{\"calls\":3},\"rows\":["
	"{\"function\":\"f\",\"module\":\"/b/"
	"app\",\"file\":\"x.c\",\"line\":1,\"calls\":1,\"self_ns\":5},"
	"{\"function\":\"f\",\"module\":\"/b/"
	"app\",\"file\":\"y.c\",\"line\":2,\"calls\":1,\"self_ns\":6},"
	"{\"function\":\"g\",\"module\":\"/b/"
	"app\",\"file\":\"y.c\",\"line\":9,\"calls\":1,\"self_ns\":6,"
	"\"size\":4,\"address\":\"0x10\"}],\"processes\":[{\"exe\":\"/b/app\"}]}";
static const char *const other = "{\"schema\":1,\"summary\":{\"calls\":3},\"rows\":["
				 "{\"function\":\"f\",\"module\":\"/b/"
				 "app\",\"file\":\"y.c\",\"line\":2,\"calls\":1,\"self_ns\":9},"
				 "{\"function\":\"h\",\"module\":\"/b/"
				 "app\",\"file\":\"y.c\",\"line\":9,\"calls\":1,\"self_ns\":7,"
				 "\"size\":4,\"address\":\"0x10\"}],\"processes\":[{\"exe\":\"/b/"
				 "app\",\"mode\":\"events\"}]}";

/* Return: 0, or what failed. */
static int run(FILE *out)
{
	const struct csa_compare_options options = { .key = CSA_VALUE_SELF };
	const struct csa_compare_view view = { .a = "a", .b = "b" };
	struct csa_compare compare = { 0 };
	struct csa_side a;
	struct csa_side b;
	struct csa_err err = { 0 };
	int rc;

	csa_side_init(&a);
	csa_side_init(&b);
	rc = csa_side_from_json(&a, text, strlen(text), &err);
	if (rc == 0)
		rc = csa_side_from_json(&b, other, strlen(other), &err);
	if (rc == 0)
		rc = csa_compare_make(&compare, &a, &b, &options, &err);
	if (rc == 0)
		rc = csa_compare_text(&compare, &view, out, &err);
	if (rc == 0)
		rc = csa_compare_json(&compare, &view, out, &err);
	csa_compare_release(&compare);
	csa_side_release(&b);
	csa_side_release(&a);
	assert_int_equal(rc, err.code);
	return rc;
}

TEST(every_allocation_fails_once)
{
	FILE *out = fopen("/dev/null", "w");
	unsigned failures = 0;

	T_UNUSED;
	assert_non_null(out);
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
	fclose(out);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_fails_once) };

	return T_RUN(cases, argc, argv);
}
