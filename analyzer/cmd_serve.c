/* SPDX-License-Identifier: MIT */
/* callsight serve: receives what callsight-stream sends from devices, and makes captures of it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "duration.h"
#include "link.h"
#include "server.h"
#include "server_status.h"

#define MIB (UINT64_C(1) << 20)

struct serve {
	const struct csa_cmd *cmd;
	bool is_json;
	bool has_line; /* a status line stands on the terminal */
	bool is_terminal;
	uint64_t bytes_before; /* a second ago */
};

static void clear_line(struct serve *serve)
{
	if (serve->has_line)
		fputs("\r\033[K", stderr);
	serve->has_line = false;
}

static void say(void *data, const char *line)
{
	struct serve *serve = data;

	clear_line(serve);
	csa_cmd_say(serve->cmd, "%s", line);
}

static int tick(void *data, const struct css_store *store, unsigned connections, bool is_last,
		struct csa_err *err)
{
	struct serve *serve = data;
	struct css_server_status status;
	char text[CSS_STATUS_BYTES];

	css_server_status_get(&status, store, connections);
	if (serve->is_json) {
		css_server_status_json(&status, text);
		if (fputs(text, stdout) == EOF || fflush(stdout) != 0)
			return csa_fail(err, CSA_E_IO,
					"standard output: the status cannot be written");
	}
	if (serve->is_terminal && !is_last) {
		css_server_status_line(&status, status.totals.block_bytes - serve->bytes_before,
				       text);
		fprintf(stderr, "\r%s\033[K", text);
		serve->has_line = true;
	}
	serve->bytes_before = status.totals.block_bytes;
	if (is_last)
		clear_line(serve);
	return 0;
}

static struct css_link *make_link(void *data, int fd)
{
	struct css_link *link = css_link_plain(fd);

	(void)data;
	if (!link)
		close(fd);
	return link;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct serve serve = { .cmd = cmd, .is_terminal = isatty(STDERR_FILENO) };
	struct csa_opt_list listen = { .count = 0 };
	static const char *const listen_default[] = { "127.0.0.1:9001" };
	const char *dir = "traces";
	unsigned max_mb = 4096;
	unsigned max_total_mb = 0;
	unsigned min_free_mb = 64;
	unsigned seg_mb = 32;
	unsigned handshake_s = 10;
	unsigned idle_s = 60;
	struct css_server_options o = { .connections = 256,
					.peer_connections = 64,
					.data = &serve,
					.say = say,
					.tick = tick,
					.link = make_link };
	const struct csa_opt opts[] = {
		{ CSA_OPT_LIST, 'l', "listen", "<address>",
		  "Where to listen, <address>:<port> or unix:<path>; default 127.0.0.1:9001.",
		  &listen },
		{ CSA_OPT_STRING, 'd', "dir", "<dir>", "The captures go there; default traces.",
		  &dir },
		{ CSA_OPT_UINT, 0, "max-mb", "<MB>",
		  "A connection may have that much on disk; default 4096; 0: no limit.", &max_mb },
		{ CSA_OPT_UINT, 0, "max-total-mb", "<MB>",
		  "All captures in the folder together; default 0: no limit.", &max_total_mb },
		{ CSA_OPT_UINT, 0, "min-free-mb", "<MB>",
		  "That much stays free on the disk; default 64; 0: no limit.", &min_free_mb },
		{ CSA_OPT_UINT, 0, "seg-mb", "<MB>",
		  "A block file that is longer is followed by the next one; default 32; 0: never.",
		  &seg_mb },
		{ CSA_OPT_UINT, 0, "max-connections", "<count>",
		  "Connections at once; default 256; 0: no limit.", &o.connections },
		{ CSA_OPT_UINT, 0, "max-peer-connections", "<count>",
		  "Those of one address; default 64; 0: no limit.", &o.peer_connections },
		{ CSA_OPT_UINT, 0, "handshake-timeout", "<seconds>",
		  "A connection has so long to say hello; default 10; 0: no limit.", &handshake_s },
		{ CSA_OPT_UINT, 0, "idle-timeout", "<seconds>",
		  "Without a byte for so long it is ended; default 60; 0: never.", &idle_s },
		{ CSA_OPT_FLAG, 0, "insecure", NULL,
		  "Also listens, unencrypted, where other machines can reach it.",
		  &o.allows_remote },
		{ CSA_OPT_FLAG, 0, "status-json", NULL,
		  "Writes a line of JSON a second, and at the end.", &serve.is_json },
		{ CSA_OPT_FLAG, 0, "once", NULL,
		  "Ends when a client has sent everything and none is connected.",
		  &o.ends_when_done },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 0)
		return csa_fail(err, CSA_E_USAGE, "'%s' is too much; see --help", argv[0]);
	o.listen = listen.count ? listen.items : listen_default;
	o.listen_count = listen.count ? listen.count : 1;
	o.dir = dir;
	o.connection_bytes = max_mb * MIB;
	o.total_bytes = max_total_mb * MIB;
	o.min_free_bytes = min_free_mb * MIB;
	o.segment_bytes = seg_mb * MIB;
	o.times.handshake_ns = handshake_s * UINT64_C(1000000000);
	o.times.idle_ns = idle_s * UINT64_C(1000000000);
	return css_server_run(&o, err);
}

const struct csa_cmd csa_cmd_serve = {
	.name = "serve",
	.summary = "Receives what devices send, and makes captures of it.",
	.usage = "[options]",
	.details = "callsight-stream sends what traced programs on a device record. Each process "
		   "becomes\n"
		   "a capture <dir>/<peer>/<program>-<pid>-<start>; <peer> is the address of the "
		   "device,\n"
		   "or \"local\". Such a capture can be analyzed while it grows, too.\n\n"
		   "Exit status: 0 after SIGTERM or SIGINT, or with --once; 3 when it cannot "
		   "listen or\n"
		   "write.\n",
	.run = run,
};
