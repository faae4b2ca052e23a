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
#include "tls.h"

#define MIB (UINT64_C(1) << 20)

struct serve {
	const struct csa_cmd *cmd;
	bool is_json;
	bool has_line; /* a status line stands on the terminal */
	bool is_terminal;
	uint64_t bytes_before; /* a second ago */
	struct css_tls *tls;   /* NULL: connections are not encrypted */
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
	const struct serve *serve = data;
	char why[256] = "";
	struct css_link *link = serve->tls ? css_tls_link(serve->tls, fd, NULL, why, sizeof(why))
					   : css_link_plain(fd);

	if (!link)
		close(fd);
	return link;
}

static int make_key(const char *path, struct csa_err *err)
{
	char why[512];

	if (css_tls_make_key(path, why, sizeof(why)) != 0)
		return csa_fail(err, CSA_E_IO, "--make-key: %s", why);
	return 0;
}

/* CSA_E_USAGE: options that do not go together; CSA_E_IO: a file. */
static int read_keys(struct serve *serve, const struct css_tls_settings *settings, bool is_insecure,
		     struct csa_err *err)
{
	const char *wrong = css_tls_check(settings, is_insecure);
	char why[512];

	if (wrong)
		return csa_fail(err, CSA_E_USAGE, "%s", wrong);
	if (!css_tls_is_wanted(settings))
		return 0;
	serve->tls = css_tls_new(settings, why, sizeof(why));
	return serve->tls ? 0 : csa_fail(err, CSA_E_IO, "%s", why);
}

/* As they are given; the server wants bytes and nanoseconds. */
struct arguments {
	struct csa_opt_list listen;
	const char *dir;
	const char *key_path; /* to be made */
	struct css_tls_settings tls;
	unsigned max_mb;
	unsigned max_total_mb;
	unsigned min_free_mb;
	unsigned seg_mb;
	unsigned handshake_s;
	unsigned idle_s;
	unsigned connections;
	unsigned peer_connections;
	bool is_insecure;
	bool is_once;
};

static const struct arguments defaults = { .dir = "traces",
					   .tls = { .is_server = true },
					   .max_mb = 4096,
					   .min_free_mb = 64,
					   .seg_mb = 32,
					   .handshake_s = 10,
					   .idle_s = 60,
					   .connections = 256,
					   .peer_connections = 64 };

static int receive(struct serve *serve, const struct arguments *given, struct csa_err *err)
{
	static const char *const listen_default[] = { "127.0.0.1:9001" };
	struct css_server_options o = {
		.listen = given->listen.count ? given->listen.items : listen_default,
		.listen_count = given->listen.count ? given->listen.count : 1,
		.dir = given->dir,
		.connection_bytes = given->max_mb * MIB,
		.total_bytes = given->max_total_mb * MIB,
		.min_free_bytes = given->min_free_mb * MIB,
		.segment_bytes = given->seg_mb * MIB,
		.connections = given->connections,
		.peer_connections = given->peer_connections,
		.times = { given->handshake_s * UINT64_C(1000000000),
			   given->idle_s * UINT64_C(1000000000) },
		.is_insecure = given->is_insecure,
		.has_tls = css_tls_is_built(),
		.ends_when_done = given->is_once,
		.data = serve,
		.say = say,
		.tick = tick,
		.link = make_link,
	};
	int rc = read_keys(serve, &given->tls, given->is_insecure, err);

	if (rc < 0)
		return rc;
	o.is_encrypted = serve->tls != NULL;
	rc = css_server_run(&o, err);
	css_tls_free(serve->tls);
	return rc;
}

static int run(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct serve serve = { .cmd = cmd, .is_terminal = isatty(STDERR_FILENO) };
	struct arguments given = defaults;
	const struct csa_opt opts[] = {
		{ CSA_OPT_LIST, 'l', "listen", "<address>",
		  "Where to listen, <address>:<port> or unix:<path>; default 127.0.0.1:9001.",
		  &given.listen },
		{ CSA_OPT_STRING, 'd', "dir", "<dir>", "The captures go there; default traces.",
		  &given.dir },
		{ CSA_OPT_UINT, 0, "max-mb", "<MB>",
		  "A connection may have that much on disk; default 4096; 0: no limit.",
		  &given.max_mb },
		{ CSA_OPT_UINT, 0, "max-total-mb", "<MB>",
		  "All captures in the folder together; default 0: no limit.",
		  &given.max_total_mb },
		{ CSA_OPT_UINT, 0, "min-free-mb", "<MB>",
		  "That much stays free on the disk; default 64; 0: no limit.",
		  &given.min_free_mb },
		{ CSA_OPT_UINT, 0, "seg-mb", "<MB>",
		  "A block file that is longer is followed by the next one; default 32; 0: never.",
		  &given.seg_mb },
		{ CSA_OPT_UINT, 0, "max-connections", "<count>",
		  "Connections at once; default 256; 0: no limit.", &given.connections },
		{ CSA_OPT_UINT, 0, "max-peer-connections", "<count>",
		  "Those of one address; default 64; 0: no limit.", &given.peer_connections },
		{ CSA_OPT_UINT, 0, "handshake-timeout", "<seconds>",
		  "A connection has so long to say hello; default 10; 0: no limit.",
		  &given.handshake_s },
		{ CSA_OPT_UINT, 0, "idle-timeout", "<seconds>",
		  "Without a byte for so long it is ended; default 60; 0: never.", &given.idle_s },
		{ CSA_OPT_STRING, 0, "key-file", "<file>",
		  "Encrypts, and lets in who has the key in the file.", &given.tls.key_file },
		{ CSA_OPT_STRING, 0, "cert", "<file>",
		  "Encrypts with this certificate; needs --key.", &given.tls.cert },
		{ CSA_OPT_STRING, 0, "key", "<file>", "The private key of --cert.",
		  &given.tls.cert_key },
		{ CSA_OPT_STRING, 0, "ca", "<file>",
		  "With --cert: lets in who has a certificate of one of these authorities.",
		  &given.tls.ca },
		{ CSA_OPT_STRING, 0, "make-key", "<file>",
		  "Only makes the file, for --key-file, with a new key.", &given.key_path },
		{ CSA_OPT_FLAG, 0, "insecure", NULL,
		  "Also listens, unencrypted, where other machines can reach it.",
		  &given.is_insecure },
		{ CSA_OPT_FLAG, 0, "status-json", NULL,
		  "Writes a line of JSON a second, and at the end.", &serve.is_json },
		{ CSA_OPT_FLAG, 0, "once", NULL,
		  "Ends when a client has sent everything and none is connected.", &given.is_once },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 0)
		return csa_fail(err, CSA_E_USAGE, "'%s' is too much; see --help", argv[0]);
	if (given.key_path)
		return make_key(given.key_path, err);
	return receive(&serve, &given, err);
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
