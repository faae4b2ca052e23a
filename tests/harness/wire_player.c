/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "wire_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "byte_order.h"
#include "test_files.h"

#define PEER "peer"

static void must(bool is_well, const char *what)
{
	if (is_well)
		return;
	fprintf(stderr, "wire_player: %s\n", what);
	abort();
}

static void say(void *data, const char *line)
{
	struct t_server *server = data;
	size_t length = strlen(server->lines);

	snprintf(server->lines + length, sizeof(server->lines) - length, "%s\n", line);
}

void t_server_reopen(struct t_server *server)
{
	struct csa_err err = { 0 };

	css_store_close(&server->store);
	must(css_store_open(&server->store, server->dir, &err) == 0, err.msg);
	server->store.say = say;
	server->store.say_data = server;
	server->lines[0] = '\0';
}

void t_server_open(struct t_server *server)
{
	*server = (struct t_server){ .dir = t_temp_dir(), .store.dir_fd = -1 };
	t_server_reopen(server);
}

void t_server_close(struct t_server *server)
{
	css_store_close(&server->store);
	t_remove(server->dir);
}

void t_client_open(struct t_client *client, struct t_server *server)
{
	const struct css_talk talk = { &server->store, "client", PEER, &client->outbox };

	*client = (struct t_client){ .server = server };
	client->state = css_wire_protocol.open(&talk);
	must(client->state, "no memory");
}

void t_client_close(struct t_client *client)
{
	if (client->state)
		css_wire_protocol.close(client->state);
	client->state = NULL;
}

static void take_replies(struct t_client *client, bool is_foreign)
{
	struct css_outbox *outbox = &client->outbox;
	size_t at = 0;

	while (at < outbox->count) {
		struct csf_wire_reply *r = &client->last;

		must(outbox->count - at >= sizeof(*r), "half a reply");
		memcpy(r, outbox->bytes + at, sizeof(*r));
		r->type = css_order32(is_foreign, r->type);
		r->number = css_order32(is_foreign, r->number);
		r->bytes = css_order32(is_foreign, r->bytes);
		r->final = css_order32(is_foreign, r->final);
		at += sizeof(*r);
		must(outbox->count - at >= r->bytes && r->bytes <= CSF_WIRE_TEXT_MAX,
		     "half a text");
		if (r->bytes) {
			memcpy(client->text, outbox->bytes + at, r->bytes);
			client->text[r->bytes] = '\0';
		}
		at += r->bytes;
		client->replies++;
	}
	outbox->count = 0;
}

int t_client_say(struct t_client *client, struct t_wire *wire, size_t piece)
{
	size_t at = 0;
	int rc = 0;

	must(client->state, "the connection has ended");
	while (at < wire->count && rc == 0) {
		void *to;
		size_t room = css_wire_protocol.want(client->state, &to);

		must(room > 0, "no room is wanted");
		if (room > piece)
			room = piece;
		if (room > wire->count - at)
			room = wire->count - at;
		memcpy(to, wire->bytes + at, room);
		at += room;
		rc = css_wire_protocol.took(client->state, room, &client->err);
	}
	if (rc == 0)
		css_wire_protocol.settle(client->state);
	take_replies(client, wire->is_foreign);
	wire->count = 0;
	if (rc < 0)
		t_client_close(client);
	return rc;
}

char *t_server_path(const struct t_server *server, const char *name, const char *file)
{
	char tail[512];

	snprintf(tail, sizeof(tail), PEER "/%s/%s", name, file);
	return t_path(server->dir, tail);
}

char *t_server_read(const struct t_server *server, const char *name, const char *file,
		    size_t *bytes)
{
	char *path = t_server_path(server, name, file);
	FILE *f = fopen(path, "rb");
	char *text;

	free(path);
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	*bytes = (size_t)ftell(f);
	rewind(f);
	text = malloc(*bytes + 1);
	must(text && fread(text, 1, *bytes, f) == *bytes, "a file cannot be read");
	text[*bytes] = '\0';
	fclose(f);
	return text;
}
