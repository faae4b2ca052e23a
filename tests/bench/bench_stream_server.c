/* SPDX-License-Identifier: MIT */
/* What arrives: its size on the wire, when it is visible, how many devices there can be. */
#define _GNU_SOURCE /* asprintf, kill */
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench_json.h"
#include "bench_run.h"
#include "bench_stats.h"
#include "bench_stream_parts.h"
#include "callsight/trace_format.h"

static json_t *compress(const struct bench_tools *tools, const char *what, const char *const *argv)
{
	static const char *const levels[] = { NULL, "-5", "1", "3", "9" };
	json_t *root = json_object();

	printf("%-32s", what);
	for (unsigned i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		const char *name = levels[i] ? levels[i] : "auto";
		const struct bench_device_run run =
			bench_device_run(tools, argv, "268435456", levels[i]);
		const double ratio = run.stored_bytes > 0 ? run.block_bytes / run.stored_bytes : 0;

		printf(" %s: %.2f%s", name, ratio, run.lost > 0 ? " (with loss)" : "");
		json_object_set_new(root, name, json_real(ratio));
	}
	printf("\n");
	return root;
}

json_t *bench_stream_compression(const struct bench_tools *tools)
{
	char *tree = bench_text("%s%s", tools->programs, "/bench_tree");
	char *demo = bench_text("%s%s", tools->programs, "/bench_demo");
	char *fill = tools->leveldb ? bench_text("%s%s", tools->leveldb, "/fill") : NULL;
	char *folder = bench_text("%s%s", tools->work, "/filled");
	const char *const tree_argv[] = { tree, tools->quick ? "100000" : "10000000", NULL };
	const char *const demo_argv[] = { demo, "--documents", tools->quick ? "4" : "64", NULL };
	const char *const fill_argv[] = { fill, folder, tools->quick ? "100" : "3000", NULL };
	json_t *root = json_object();

	printf("\nbytes of blocks by bytes on the wire, by level\n");
	json_object_set_new(root, "tree",
			    compress(tools, "300 functions, random calls", tree_argv));
	json_object_set_new(root, "demo", compress(tools, "examples/minimal", demo_argv));
	if (fill && access(fill, X_OK) == 0)
		json_object_set_new(root, "leveldb", compress(tools, "LevelDB", fill_argv));
	else
		printf("LevelDB: skipped, there is no traced build of it (ctest -R "
		       "real.leveldb/build)\n");
	bench_remove_tree(folder);
	free(tree);
	free(demo);
	free(fill);
	free(folder);
	return root;
}

/* Bytes in the windows of the capture that the server writes; 0: there is none yet. */
static uint64_t window_bytes(const char *pattern)
{
	const size_t window = CSF_BLOCK_BYTES;
	struct csf_block block;
	struct csf_live live;
	uint64_t bytes = 0;
	glob_t found;
	int fd;

	if (glob(pattern, 0, NULL, &found) != 0)
		return 0;
	fd = open(found.gl_pathv[0], O_RDONLY | O_CLOEXEC);
	globfree(&found);
	if (fd < 0)
		return 0;
	if (pread(fd, &live, sizeof(live), 0) != (ssize_t)sizeof(live))
		live.window_count = 0;
	for (uint32_t i = 0; i < live.window_count; i++) {
		if (pread(fd, &block, sizeof(block), (off_t)(CSF_LIVE_HEADER_BYTES + i * window)) ==
		    (ssize_t)sizeof(block))
			bytes += block.used_bytes;
	}
	close(fd);
	return bytes;
}

static double realtime_ns(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

#define MARKS_MAX 20u

/* What the four hooks of a mark take in a window, at least. */
#define MARK_BYTES 32u

/* When the windows grew by a mark, @count times; the program is told to make the next. How often they did. */
static unsigned watch(const char *pattern, pid_t program, double *seen_ns, unsigned count)
{
	double end = bench_now_ns() + 60e9;
	uint64_t last = 0;
	unsigned seen = 0;

	while (seen < count && bench_now_ns() < end) {
		const uint64_t bytes = window_bytes(pattern);

		if (bytes >= last + MARK_BYTES) {
			seen_ns[seen++] = realtime_ns();
			last = bytes;
			end = bench_now_ns() + 60e9;
			kill(program, SIGUSR1);
		}
		bench_sleep(0.001);
	}
	return seen;
}

json_t *bench_stream_visible(const struct bench_tools *tools)
{
	const unsigned count = tools->quick ? 3 : MARKS_MAX;
	struct bench_server server = bench_server_start(tools);
	char *path = bench_text("%s%s", tools->programs, "/bench_paced_hooks");
	char *pattern = bench_text("%s%s", server.folder, "/127.0.0.1/*/live.cst");
	struct bench_series ms = { 0 };
	double seen_ns[MARKS_MAX];
	char number[16];
	const char *const argv[] = { path, "marks", number, NULL };
	struct bench_background client;
	struct bench_background program;
	char output[MARKS_MAX * 24];
	double most = 0;
	char *rest = output;
	unsigned seen;
	json_t *status;
	char *shm;

	snprintf(number, sizeof(number), "%u", count);
	if (asprintf(&shm, "TRACE_SHM=/callsight-bench-%d", (int)getpid()) < 0)
		abort();
	client = bench_client_start(tools, &server, shm + sizeof("TRACE_SHM=") - 1, NULL);
	program = bench_start(argv, (const char *const[]){ "TRACE_ENABLE=1", shm, NULL },
			      server.words);
	seen = watch(pattern, program.pid, seen_ns, count);
	if (bench_finish(&program, 60, output, sizeof(output)).status != 0 ||
	    bench_finish(&client, 60, NULL, 0).status != 0 || seen != count)
		bench_fail(tools, "what was called is not all visible", (int)seen);
	bench_server_stop(&server, &status);
	json_decref(status);
	for (unsigned i = 0; i < count; i++) {
		const double made = strtod(rest, &rest);

		bench_add(&ms, (seen_ns[i] - made) / 1e6);
		if (ms.values[i] > most)
			most = ms.values[i];
	}
	printf("\n%-32s %9.0f ms, at most %.0f ms\n", "visible at the server after",
	       bench_median(&ms), most);
	free(path);
	free(pattern);
	free(shm);
	return json_pack("{s:o,s:f}", "ms", bench_json_series(&ms), "most_ms", most);
}

#define DEVICES_MAX 100u

json_t *bench_stream_connections(const struct bench_tools *tools)
{
	const unsigned count = tools->quick ? 5 : DEVICES_MAX;
	struct bench_server server = bench_server_start(tools);
	char *path = bench_text("%s%s", tools->programs, "/bench_paced_hooks");
	const char *const argv[] = { path, "20000", tools->quick ? "1" : "5", NULL };
	struct bench_background clients[DEVICES_MAX];
	struct bench_background programs[DEVICES_MAX];
	char *captures = bench_text("%s%s", server.folder, "/127.0.0.1");
	struct bench_usage usage;
	double events;
	double lost;
	json_t *status;

	for (unsigned i = 0; i < count; i++) {
		char name[64];
		char shm[80];

		snprintf(name, sizeof(name), "/callsight-bench-%d-%u", (int)getpid(), i);
		snprintf(shm, sizeof(shm), "TRACE_SHM=%s", name);
		clients[i] = bench_client_start(tools, &server, name, NULL);
		programs[i] = bench_start(argv,
					  (const char *const[]){ "TRACE_ENABLE=1", shm,
								 "TRACE_SHM_SIZE=1048576", NULL },
					  server.words);
	}
	for (unsigned i = 0; i < count; i++) {
		if (bench_finish(&programs[i], 300, NULL, 0).status != 0 ||
		    bench_finish(&clients[i], 300, NULL, 0).status != 0)
			bench_fail(tools, "one of many devices", -1);
	}
	usage = bench_server_stop(&server, &status);
	json_decref(status);
	bench_capture_totals(tools, captures, &events, &lost);
	bench_remove_tree(captures);
	printf("%-32s %9.1f MB of memory, %.0f events, %.0f lost\n",
	       "a server with 100 connections", (double)usage.peak_kb / 1024, events, lost);
	free(path);
	free(captures);
	return json_pack("{s:i,s:i,s:f}", "connections", (int)count, "peak_kb", (int)usage.peak_kb,
			 "lost", lost);
}
