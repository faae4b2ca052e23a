/* SPDX-License-Identifier: MIT */
/* A report as JSON, compared with one of ours and with itself, both ways, and printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "fuzz_input.h"

static const char ours[] =
	"{\"schema\":1,\"summary\":{\"events\":8,\"calls\":4,\"lost\":0},\"rows\":["
	"{\"function\":\"main\",\"kind\":\"function\",\"module\":\"/b/app\",\"file\":\"/s/main.c\","
	"\"line\":3,\"address\":\"0x10\",\"size\":9,\"calls\":1,\"incl_ns\":30,\"self_ns\":20,"
	"\"avg_ns\":30,\"min_ns\":30,\"max_ns\":30,\"p50_ns\":30},"
	"{\"function\":\"init\",\"kind\":\"function\",\"module\":\"/b/libx.so.1\",\"file\":\"/s/"
	"x.c\","
	"\"line\":7,\"address\":\"0x20\",\"size\":4,\"calls\":3,\"incl_ns\":10,\"self_ns\":10}],"
	"\"processes\":[{\"exe\":\"/b/app\",\"mode\":\"events\",\"cpus\":2,\"tick_hz\":1000}]}";

static void check(const struct csa_compare *compare)
{
	size_t sum = compare->unchanged + compare->incomparable;

	for (unsigned kind = 0; kind < CSA_CHANGE_KINDS; kind++)
		sum += compare->of_kind[kind];
	/* Each row is in one line, each line has one or two. */
	if (sum > (size_t)compare->a->count + compare->b->count ||
	    2 * sum < (size_t)compare->a->count + compare->b->count)
		abort();
}

static void compare(struct csa_side *a, struct csa_side *b, FILE *out)
{
	const struct csa_compare_view view = { .a = "a", .b = "b" };
	struct csa_compare_options options = { .key = CSA_VALUE_SELF, .min_calls = 2 };
	struct csa_compare result;
	struct csa_err err = { 0 };

	if (csa_limits_add(&options.threshold, "1%", &err) != 0 ||
	    csa_limits_add(&options.fail_over, "5%,3ns", &err) != 0)
		abort();
	if (csa_compare_make(&result, a, b, &options, &err) == 0) {
		check(&result);
		(void)csa_compare_text(&result, &view, out, &err);
		(void)csa_compare_json(&result, &view, out, &err);
	}
	csa_compare_release(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *out = fopen("/dev/null", "w");
	struct csa_side sides[3];
	struct csa_err err = { 0 };

	for (size_t i = 0; i < 3; i++)
		csa_side_init(&sides[i]);
	if (!out || csa_side_from_json(&sides[2], ours, sizeof(ours) - 1, &err) != 0)
		abort();
	if (csa_side_from_json(&sides[0], (const char *)data, size, &err) == 0 &&
	    csa_side_from_json(&sides[1], (const char *)data, size, &err) == 0) {
		compare(&sides[0], &sides[1], out);
		compare(&sides[0], &sides[2], out);
		compare(&sides[2], &sides[0], out);
	}
	for (size_t i = 0; i < 3; i++)
		csa_side_release(&sides[i]);
	fclose(out);
	return 0;
}
