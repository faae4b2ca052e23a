/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf */
#include "bench_device.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_run.h"

_Noreturn void bench_fail(const struct bench_tools *tools, const char *what, int status)
{
	char *words = bench_text("%s%s", tools->work, "/words");
	FILE *file = fopen(words, "r");
	char line[512];

	fprintf(stderr, "bench: %s: status %d\n", what, status);
	while (file && fgets(line, sizeof(line), file))
		fputs(line, stderr);
	exit(1);
}

/* One that is free: nobody else looks for one in the moment until the server has it. */
static unsigned free_port(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t bytes = sizeof(address);
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, bytes) != 0 ||
	    getsockname(fd, (struct sockaddr *)&address, &bytes) != 0) {
		perror("bench: port");
		exit(1);
	}
	close(fd);
	return ntohs(address.sin_port);
}

static bool is_listening(void *data)
{
	const struct bench_server *server = data;
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons((uint16_t)server->port),
					     .sin_addr = { htonl(INADDR_LOOPBACK) } };
	const int fd = socket(AF_INET, SOCK_STREAM, 0);
	const bool is = connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0;

	close(fd);
	return is;
}

struct bench_server bench_server_start(const struct bench_tools *tools)
{
	struct bench_server server = { .port = free_port() };
	char listen[32];
	const char *argv[] = { tools->callsight,
			       "serve",
			       "--listen",
			       listen,
			       "--dir",
			       NULL,
			       "--max-mb",
			       "0",
			       "--max-peer-connections",
			       "0",
			       "--status-json",
			       NULL };

	snprintf(listen, sizeof(listen), "127.0.0.1:%u", server.port);
	server.folder = bench_text("%s%s", tools->work, "/received");
	server.words = bench_text("%s%s", tools->work, "/words");
	argv[5] = server.folder;
	bench_remove_tree(server.folder);
	unlink(server.words);
	server.process = bench_start(argv, NULL, server.words);
	if (!bench_wait_for(60, is_listening, &server))
		bench_fail(tools, "the server does not listen", -1);
	return server;
}

struct bench_usage bench_server_stop(struct bench_server *server, json_t **status)
{
	struct bench_usage usage;
	char line[4096];
	const char *last;

	kill(server->process.pid, SIGTERM);
	usage = bench_finish(&server->process, 60, line, sizeof(line));
	if (*line)
		line[strlen(line) - 1] = '\0';
	last = strrchr(line, '\n');
	*status = json_loads(last ? last + 1 : line, 0, NULL);
	free(server->folder);
	free(server->words);
	return usage;
}

struct bench_background bench_client_start(const struct bench_tools *tools,
					   const struct bench_server *server, const char *name,
					   const char *level)
{
	char address[32];
	const char *const argv[] = { tools->client, name, address, level ? "--level" : NULL,
				     level,         NULL };

	snprintf(address, sizeof(address), "127.0.0.1:%u", server->port);
	return bench_start(argv, NULL, server->words);
}

void bench_capture_totals(const struct bench_tools *tools, const char *folder, double *events,
			  double *lost)
{
	const char *const argv[] = { tools->callsight, "analyze", folder, "--all",
				     "--format",       "json",    NULL };
	const struct bench_result result = bench_run(argv, NULL, 2);
	const char *first = strstr(result.output, "\"events\":");
	const char *second = strstr(result.output, "\"lost\":");

	if (result.status != 0 || !first || !second)
		bench_fail(tools, "the report", result.status);
	*events = strtod(first + strlen("\"events\":"), NULL);
	*lost = strtod(second + strlen("\"lost\":"), NULL);
}

/* What a loop says of itself, "<ns> <hooks>"; 0: another program. */
static double made_hooks(const char *output, double *wall_ns)
{
	double hooks;
	int length = 0;

	if (sscanf(output, "%lf %lf\n%n", wall_ns, &hooks, &length) != 2 || output[length] != 0)
		hooks = 0;
	return hooks;
}

struct bench_device_run bench_device_run(const struct bench_tools *tools, const char *const *argv,
					 const char *ring_bytes, const char *level)
{
	struct bench_device_run run = { 0 };
	struct bench_server server = bench_server_start(tools);
	char *name;
	char *shm;
	char *size = bench_text("TRACE_SHM_SIZE=%s%s", ring_bytes, "");
	struct bench_background client;
	struct bench_background program;
	char *captures = bench_text("%s%s", server.folder, "/127.0.0.1");
	char output[64];
	double hooks;
	double ended;
	json_t *status;

	if (asprintf(&name, "/callsight-bench-%d", (int)getpid()) < 0)
		abort();
	shm = bench_text("TRACE_SHM=%s%s", name, "");
	client = bench_client_start(tools, &server, name, level);
	program = bench_start(argv, (const char *const[]){ "TRACE_ENABLE=1", shm, size, NULL },
			      server.words);
	run.program = bench_finish(&program, 600, output, sizeof(output));
	ended = bench_now_ns();
	hooks = made_hooks(output, &run.wall_ns);
	run.client = bench_finish(&client, 300, NULL, 0);
	run.drained_ns = bench_now_ns() - ended;
	run.server = bench_server_stop(&server, &status);
	if (run.program.status || run.client.status || run.server.status)
		bench_fail(tools, "the program, the client or the server",
			   run.program.status  ? run.program.status
			   : run.client.status ? run.client.status
					       : run.server.status);
	run.stored_bytes = json_number_value(json_object_get(status, "stored_bytes"));
	run.block_bytes = json_number_value(json_object_get(status, "block_bytes"));
	bench_capture_totals(tools, captures, &run.events, &run.lost);
	/* One call of four hooks comes before the loops. */
	if (hooks > 0 && run.events + run.lost != hooks + 4) {
		fprintf(stderr, "bench: made %.0f, received %.0f, lost %.0f\n", hooks, run.events,
			run.lost);
		exit(1);
	}
	bench_remove_tree(captures);
	json_decref(status);
	free(name);
	free(shm);
	free(size);
	free(captures);
	return run;
}
