/* SPDX-License-Identifier: MIT */
/*
 * Judges again what the gates of study.sh measured, without running anything: the same verdict for the same numbers.
 *
 *   replay FOLDER REPEAT < GATES
 *
 * A line of GATES begins with the names of the runs and of the baseline that they were compared with, both in FOLDER, each
 * with .json behind it. For each line the same two are printed, the exit status of the gate, and what regressed, that
 * which costs most first: FUNCTION:METRIC:CHANGE, of times in percent of what they were.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "file_text.h"
#include "gate_judge.h"

static int read_set(struct csa_gate_set *set, const char *folder, const char *name,
		    struct csa_err *err)
{
	char path[4096];
	struct csa_buf text;
	int rc;

	snprintf(path, sizeof(path), "%s/%s.json", folder, name);
	csa_buf_init(&text);
	rc = csa_file_text_read(&text, path, err);
	if (rc == 0)
		rc = csa_baseline_read(set, text.data, text.length, err);
	csa_buf_release(&text);
	if (rc < 0)
		csa_err_context(err, "%s", path);
	return rc;
}

static void print_verdict(const struct csa_gate_verdict *verdict, const char *now,
			  const char *before)
{
	printf("%s %s %d", now, before, verdict->of_kind[CSA_GATE_REGRESSED] > 0);
	for (uint32_t i = 0; i < verdict->count; i++) {
		const struct csa_gate_item *item = &verdict->items[i];
		const struct csa_gate_evidence *e = &item->rounds[0];

		if (item->kind != CSA_GATE_REGRESSED)
			continue;
		printf(" %s:%s:", item->now->function, csa_gate_metric_name(item->metric));
		if (item->metric == CSA_GATE_CALLS)
			printf("%+.0f", e->change);
		else if (item->before)
			printf("%+.1f%%", 100 * (e->after / e->before - 1));
		else
			printf("new");
	}
	putchar('\n');
}

static int judge(const char *folder, unsigned repeat, const char *now_name, const char *before_name,
		 struct csa_err *err)
{
	const struct csa_gate_options options = {
		.metrics = 1u << CSA_GATE_CALLS | 1u << CSA_GATE_SELF,
		.max_percent = 5,
		.min_ns = 100000,
	};
	struct csa_gate_verdict verdict = { 0 };
	struct csa_gate_set before;
	struct csa_gate_set now;
	int rc;

	csa_gate_set_init(&before);
	csa_gate_set_init(&now);
	csa_notes_init(&verdict.notes);
	rc = read_set(&before, folder, before_name, err);
	if (rc == 0)
		rc = read_set(&now, folder, now_name, err);
	if (rc == 0 && (now.runs == 0 || now.runs % repeat || now.runs > repeat * CSA_GATE_ROUNDS))
		rc = csa_fail(err, CSA_E_FORMAT, "%s has %u runs, not one or two rounds of %u",
			      now_name, now.runs, repeat);
	if (rc == 0)
		rc = csa_gate_judge(&verdict, &before, &now, now.runs / repeat, &options, err);
	if (rc == 0)
		print_verdict(&verdict, now_name, before_name);
	csa_gate_verdict_release(&verdict);
	csa_gate_set_release(&now);
	csa_gate_set_release(&before);
	return rc;
}

int main(int argc, char **argv)
{
	struct csa_err err = { 0 };
	unsigned repeat = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	char line[65536];

	if (!repeat) {
		fprintf(stderr, "usage: replay FOLDER REPEAT < GATES\n");
		return 2;
	}
	while (fgets(line, sizeof(line), stdin)) {
		char now[256];
		char before[256];

		if (sscanf(line, "%255s %255s", now, before) != 2)
			continue;
		if (judge(argv[1], repeat, now, before, &err) < 0) {
			fprintf(stderr, "replay: %s\n", err.msg);
			return 3;
		}
	}
	return 0;
}
