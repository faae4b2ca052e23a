/* SPDX-License-Identifier: MIT */
/* How much the stream carries. */
#include <stdio.h>
#include <stdlib.h>

#include "bench_json.h"
#include "bench_run.h"
#include "bench_stats.h"
#include "bench_stream_parts.h"

#define RING "16777216"

static struct bench_device_run run_paced(const struct bench_tools *tools, unsigned rate,
					 const char *seconds)
{
	char *path = bench_text("%s%s", tools->programs, "/bench_paced_hooks");
	char number[32];
	const char *const argv[] = { path, number, seconds, NULL };
	struct bench_device_run run;

	snprintf(number, sizeof(number), "%u", rate);
	run = bench_device_run(tools, argv, RING, NULL);
	free(path);
	return run;
}

/* The processors' time of the same calls without hooks. */
static double plain_ns(const struct bench_tools *tools, unsigned rate, const char *seconds)
{
	char *path = bench_text("%s%s", tools->programs, "/bench_paced_plain");
	char *words = bench_text("%s%s", tools->work, "/words");
	char number[32];
	const char *const argv[] = { path, number, seconds, NULL };
	struct bench_background program;
	struct bench_usage usage;

	snprintf(number, sizeof(number), "%u", rate);
	program = bench_start(argv, NULL, words);
	usage = bench_finish(&program, 300, NULL, 0);
	if (usage.status != 0)
		bench_fail(tools, path, usage.status);
	free(path);
	free(words);
	return usage.cpu_ns;
}

/* The middle of a rate's rounds, printed, as a part of the result file. */
static json_t *run_rate(const struct bench_tools *tools, unsigned rate, unsigned rounds,
			const char *seconds)
{
	struct bench_series lost = { 0 };
	struct bench_series program = { 0 };
	struct bench_series client = { 0 };
	struct bench_series server = { 0 };
	struct bench_series peak = { 0 };
	struct bench_series drained = { 0 };
	const double plain = plain_ns(tools, rate, seconds);

	for (unsigned i = 0; i < rounds; i++) {
		const struct bench_device_run run = run_paced(tools, rate, seconds);
		const double millions = (run.events + run.lost) / 1e6;

		bench_add(&lost, 100 * run.lost / (run.events + run.lost));
		bench_add(&program, (run.program.cpu_ns - plain) / 1e6 / millions);
		bench_add(&client, run.client.cpu_ns / 1e6 / millions);
		bench_add(&server, run.server.cpu_ns / 1e6 / millions);
		bench_add(&peak, (double)run.client.peak_kb);
		bench_add(&drained, run.drained_ns / 1e6);
	}
	printf("%4u M/s for %2s s %15s %9.3f %9.2f %9.2f %9.2f %9.1f %9.0f\n", rate / 1000000,
	       seconds, "", bench_median(&lost), bench_median(&program), bench_median(&client),
	       bench_median(&server), bench_median(&peak) / 1024, bench_median(&drained));
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "lost_percent", bench_json_series(&lost),
			 "program_ms", bench_json_series(&program), "client_ms",
			 bench_json_series(&client), "server_ms", bench_json_series(&server),
			 "client_peak_kb", bench_json_series(&peak), "drained_ms",
			 bench_json_series(&drained));
}

json_t *bench_stream_steady(const struct bench_tools *tools)
{
	static const unsigned rates[] = { 1, 10, 25, 40, 60, 80 };
	json_t *root = json_object();
	unsigned highest = 0;
	bool has_lost = false;

	/* One that does not count: memory that the machine has not given to anybody yet takes longer. */
	run_paced(tools, 25000000, tools->quick ? "1" : "10");
	printf("\n%-32s %9s %9s %9s %9s %9s %9s\n", "an even rate", "lost, %", "program", "client",
	       "server", "client", "drained");
	printf("%-32s %9s %29s %9s %9s\n", "", "", "ms of processors for 1 M hooks", "MB", "ms");
	for (unsigned i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		char name[16];
		json_t *part;
		double lost;

		if (tools->quick && rates[i] != 1)
			continue;
		part = run_rate(tools, rates[i] * 1000000, tools->quick ? 1 : 3,
				tools->quick ? "1" : "10");
		lost = json_number_value(
			json_object_get(json_object_get(part, "lost_percent"), "median"));
		has_lost = has_lost || lost > 0;
		if (!has_lost)
			highest = rates[i];
		snprintf(name, sizeof(name), "%u", rates[i]);
		json_object_set_new(root, name, part);
	}
	printf("%-32s %9u M/s\n", "without loss up to", highest);
	json_object_set_new(root, "highest", json_integer(highest));
	return root;
}

json_t *bench_stream_burst(const struct bench_tools *tools)
{
	char *path = bench_text("%s%s", tools->programs, "/bench_hooks");
	const char *const argv[] = { path, tools->quick ? "20000" : "2000000", NULL };
	struct bench_series lost = { 0 };
	struct bench_series rate = { 0 };

	for (unsigned i = 0; i < (tools->quick ? 1u : 15u); i++) {
		const struct bench_device_run run = bench_device_run(tools, argv, RING, NULL);

		bench_add(&lost, 100 * run.lost / (run.events + run.lost));
		bench_add(&rate, (run.events + run.lost) / run.wall_ns * 1e3);
	}
	printf("%-32s %9.2f %% lost, %.0f M hooks/s\n", "8 M hooks as fast as they go",
	       bench_median(&lost), bench_median(&rate));
	free(path);
	return json_pack("{s:o,s:o}", "lost_percent", bench_json_series(&lost), "rate_m",
			 bench_json_series(&rate));
}
