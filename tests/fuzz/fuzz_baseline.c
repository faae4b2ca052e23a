/* SPDX-License-Identifier: MIT */
/* A baseline, judged against one of ours, both ways, written and printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "gate/baseline.h"
#include "gate/gate_text.h"

static const char ours[] =
	"{\"kind\":\"callsight "
	"baseline\",\"schema\":1,\"mode\":\"summary\",\"machine\":{\"cpu\":\"c\","
	"\"cpus\":2},\"runs\":2,\"hook_ns\":[1,2],\"program\":\"app\",\"functions\":["
	"{\"function\":\"f\",\"file\":\"s/"
	"x.c\",\"calls\":2,\"self_ns\":[5000000,6000000],\"hooks\":2},"
	"{\"function\":\"g\",\"file\":\"s/x.c\",\"calls\":[1,2],\"self_ns\":7000000,\"hooks\":9}]}";

static void judge(struct csa_gate_set *before, struct csa_gate_set *now, FILE *out)
{
	struct csa_gate_options options = { .metrics = 1u << CSA_GATE_CALLS | 1u << CSA_GATE_SELF,
					    .max_percent = 1,
					    .min_ns = 10,
					    .any_machine = true };
	const struct csa_gate_view view = {
		.baseline = "b", .options = &options, .before = before, .now = now
	};
	struct csa_gate_verdict verdict;
	unsigned rounds = now->runs > 1 && now->runs % 2 == 0 ? 2 : 1;
	struct csa_err err = { 0 };

	options.metrics &= before->series & now->series;
	if (csa_gate_judge(&verdict, before, now, rounds, &options, &err) == 0)
		(void)csa_gate_text(&verdict, &view, out, &err);
	csa_gate_verdict_release(&verdict);
}

/* What was read is written so that it can be read again. */
static void write_again(const struct csa_gate_set *set)
{
	struct csa_gate_set again;
	struct csa_buf text;
	struct csa_err err = { 0 };

	csa_buf_init(&text);
	csa_gate_set_init(&again);
	if (csa_baseline_write(set, set->series, &text, &err) != 0 ||
	    csa_baseline_read(&again, text.data, text.length, &err) != 0 ||
	    again.side.count != set->side.count)
		abort();
	csa_gate_set_release(&again);
	csa_buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *out = fopen("/dev/null", "w");
	char *text = calloc(size + 1, 1);
	struct csa_gate_set sets[2];
	struct csa_err err = { 0 };

	for (size_t i = 0; i < 2; i++)
		csa_gate_set_init(&sets[i]);
	if (!out || !text || csa_baseline_read(&sets[1], ours, sizeof(ours) - 1, &err) != 0)
		abort();
	memcpy(text, data, size);
	if (csa_baseline_read(&sets[0], text, size, &err) == 0) {
		judge(&sets[0], &sets[1], out);
		judge(&sets[1], &sets[0], out);
		write_again(&sets[0]);
	}
	for (size_t i = 0; i < 2; i++)
		csa_gate_set_release(&sets[i]);
	free(text);
	fclose(out);
	return 0;
}
