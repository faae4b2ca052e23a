/* SPDX-License-Identifier: MIT */
/* What the stream costs the traced program. */
#define _GNU_SOURCE /* asprintf */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_json.h"
#include "bench_loop.h"
#include "bench_run.h"
#include "bench_stats.h"
#include "bench_stream_parts.h"

enum { PLAIN, FILES, DRAINED, FULL, VARIANTS };

static const char *const variant_names[VARIANTS] = { "loop", "files", "ring", "ring_full" };

/* A round of one of them: nanoseconds a hook. */
static double run_variant(const struct bench_tools *tools, unsigned variant, const char *shm)
{
	const struct bench_loop loop = { tools->programs, tools->work, tools->quick };
	const char *const files[] = { "TRACE_ENABLE=1", NULL };
	const char *const ring[] = { "TRACE_ENABLE=1", shm, NULL };
	const char *const none[] = { NULL };
	char *drain = bench_text("%s/%s", tools->programs, "stream_drain");
	char *words = bench_text("%s%s", tools->work, "/words");
	const char *const argv[] = { drain, shm + sizeof("TRACE_SHM=") - 1, NULL };
	struct bench_background drainer = { 0 };
	double ns;

	if (variant == DRAINED)
		drainer = bench_start(argv, NULL, words);
	ns = bench_loop_run(&loop, variant == PLAIN ? "bench_plain" : "bench_hooks",
			    variant == PLAIN   ? none
			    : variant == FILES ? files
					       : ring,
			    0, 1)
		     .wall_ns;
	if (variant == DRAINED) {
		kill(drainer.pid, SIGKILL);
		bench_finish(&drainer, 10, NULL, 0);
	}
	shm_unlink(argv[1]);
	free(drain);
	free(words);
	return ns;
}

json_t *bench_stream_hand_over(const struct bench_tools *tools)
{
	struct bench_series ns[VARIANTS] = { 0 };
	struct bench_series beyond[VARIANTS] = { 0 };
	json_t *root = json_object();
	char *shm;

	if (asprintf(&shm, "TRACE_SHM=/callsight-bench-%d", (int)getpid()) < 0)
		abort();
	for (unsigned round = 0; round < (tools->quick ? 1u : 15u); round++) {
		for (unsigned i = 0; i < VARIANTS; i++) {
			const unsigned variant = (i + round) % VARIANTS;

			bench_add(&ns[variant], run_variant(tools, variant, shm));
		}
		for (unsigned i = FILES; i < VARIANTS; i++)
			bench_add(&beyond[i], ns[i].values[round] - ns[FILES].values[round]);
	}
	printf("%-44s %9s %9s %12s\n", "a hook", "ns", "min", "beyond files");
	for (unsigned i = FILES; i < VARIANTS; i++) {
		struct bench_series cost = ns[i];

		for (unsigned round = 0; round < cost.count; round++)
			cost.values[round] -= ns[PLAIN].values[round];
		printf("%-44s %9.2f %9.2f %12.2f\n", variant_names[i], bench_median(&cost),
		       bench_minimum(&cost), bench_median(&beyond[i]));
		json_object_set_new(root, variant_names[i],
				    json_pack("{s:o,s:o}", "ns", bench_json_series(&cost),
					      "beyond_files", bench_json_series(&beyond[i])));
	}
	free(shm);
	return root;
}

/* A peer that accepts, as the kernel does for it, and never reads. */
static int deaf_peer(unsigned *port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t bytes = sizeof(address);
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, bytes) != 0 || listen(fd, 8) != 0 ||
	    getsockname(fd, (struct sockaddr *)&address, &bytes) != 0) {
		perror("bench: port");
		exit(1);
	}
	*port = ntohs(address.sin_port);
	return fd;
}

/* Milliseconds of processors that the program needs. */
static double run_peer(const struct bench_tools *tools, bool is_deaf, const char *shm)
{
	char *path = bench_text("%s%s", tools->programs, "/bench_paced_hooks");
	const char *const argv[] = { path, "2000000", tools->quick ? "1" : "2", NULL };
	const char *name = shm + sizeof("TRACE_SHM=") - 1;
	struct bench_server server = bench_server_start(tools);
	struct bench_background client;
	struct bench_background program;
	struct bench_usage usage;
	unsigned port = server.port;
	int deaf = is_deaf ? deaf_peer(&server.port) : -1;
	json_t *status;

	client = bench_client_start(tools, &server, name, NULL);
	server.port = port;
	program = bench_start(argv, (const char *const[]){ "TRACE_ENABLE=1", shm, NULL },
			      server.words);
	usage = bench_finish(&program, 300, NULL, 0);
	if (usage.status != 0)
		bench_fail(tools, path, usage.status);
	kill(client.pid, SIGKILL);
	bench_finish(&client, 10, NULL, 0);
	bench_server_stop(&server, &status);
	json_decref(status);
	if (is_deaf)
		close(deaf);
	shm_unlink(name);
	free(path);
	return usage.cpu_ns / 1e6;
}

/* Of the middle half of the rounds. */
static double spread(const struct bench_series *series)
{
	struct bench_series upper = { 0 };
	struct bench_series lower = { 0 };
	const double median = bench_median(series);

	for (unsigned i = 0; i < series->count; i++)
		bench_add(series->values[i] > median ? &upper : &lower, series->values[i]);
	return upper.count && lower.count ? bench_median(&upper) - bench_median(&lower) : 0;
}

json_t *bench_stream_peers(const struct bench_tools *tools)
{
	struct bench_series ms[2] = { 0 };
	struct bench_series ratio;
	char *shm;

	if (asprintf(&shm, "TRACE_SHM=/callsight-bench-%d", (int)getpid()) < 0)
		abort();
	for (unsigned round = 0; round < (tools->quick ? 1u : 15u); round++) {
		bench_add(&ms[round % 2], run_peer(tools, round % 2, shm));
		bench_add(&ms[1 - round % 2], run_peer(tools, 1 - round % 2, shm));
	}
	ratio = bench_ratio(&ms[1], &ms[0]);
	printf("%-44s %9s %9s\n", "\n2 M hooks/s, processors' ms of the program", "median",
	       "spread");
	printf("%-44s %9.1f %9.1f\n", "a fast server", bench_median(&ms[0]), spread(&ms[0]));
	printf("%-44s %9.1f %9.1f\n", "a peer that never reads", bench_median(&ms[1]),
	       spread(&ms[1]));
	free(shm);
	return json_pack("{s:o,s:o,s:o}", "fast_ms", bench_json_series(&ms[0]), "deaf_ms",
			 bench_json_series(&ms[1]), "ratio", bench_json_series(&ratio));
}
