/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv, readlink, access */
#include "cmd_run_stream.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "program_path.h"
#include "server_check.h"

#define CLIENT "callsight-stream"

/* Beside us, as an installation has it; else in PATH. */
static int find_client(const struct csa_run_stream *stream, char **path, struct csa_err *err)
{
	char self[PATH_MAX] = "";
	char *slash;

	if (stream->client)
		return csa_program_find(stream->client, path, err);
	if (readlink("/proc/self/exe", self, sizeof(self) - sizeof(CLIENT)) > 0) {
		slash = strrchr(self, '/');
		memcpy(slash + 1, CLIENT, sizeof(CLIENT));
		if (access(self, X_OK) == 0)
			return csa_program_find(self, path, err);
	}
	return csa_program_find(CLIENT, path, err);
}

int csa_run_stream_start(struct csa_run_stream *stream, struct csa_err *err)
{
	const char *options[65] = { NULL };
	char *client = NULL;
	int rc = csa_server_check(stream->address, err);

	if (rc < 0)
		return rc;
	rc = find_client(stream, &client, err);
	memcpy(options, stream->options.items, stream->options.count * sizeof(*options));
	if (rc == 0)
		rc = csa_stream_keeper_start(&stream->keeper, client, options, stream->address,
					     stream->patience_s, err);
	free(client);
	if (rc == 0 && setenv("TRACE_SHM", stream->keeper.ring, 1) != 0)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	return rc;
}

void csa_run_stream_abandon(struct csa_run_stream *stream)
{
	struct csa_stream_result result;

	csa_stream_keeper_finish(&stream->keeper, &result);
}

bool csa_run_stream_finish(const struct csa_cmd *cmd, struct csa_run_stream *stream, bool *was_made)
{
	struct csa_stream_result result;

	csa_stream_keeper_finish(&stream->keeper, &result);
	*was_made = result.end != CSA_STREAM_NOTHING;
	if (result.dropped_blocks)
		csa_cmd_say(cmd,
			    "the ring was full: at least %u blocks of 64 KiB were dropped; the "
			    "report says "
			    "how many events that were, TRACE_SHM_SIZE makes it larger",
			    result.dropped_blocks);
	switch (result.end) {
	case CSA_STREAM_SENT:
		csa_cmd_say(cmd, "everything was sent to %s", stream->address);
		return true;
	case CSA_STREAM_RUNNING:
		csa_cmd_say(cmd,
			    "%u processes still run: " CLIENT " (process %d) goes on sending to %s",
			    result.running, (int)result.client, stream->address);
		return true;
	case CSA_STREAM_STUCK:
		csa_cmd_say(cmd, "%s has taken nothing for %u s: what was not sent is lost",
			    stream->address, stream->patience_s);
		return false;
	case CSA_STREAM_FAILED:
		csa_cmd_say(cmd, CLIENT " has given up: what was not sent is lost");
		return false;
	default:
		return false;
	}
}
