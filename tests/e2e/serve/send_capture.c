/* SPDX-License-Identifier: MIT */
/*
 * send_capture [options] HOST:PORT|unix:PATH FOLDER: a client of `callsight serve` that says what lies in the
 * folder of a process. It connects again as often as it has to, and repeats what was not acknowledged. Exit
 * status 0: everything was; 1: the server refused for good, its reason on stdout.
 *
 *     --level N    of zstd, default 0: stored
 *     --pause US   after each message
 *     --turn N     only so many messages of FOLDER for each byte of standard input; all at its end
 *     --ring N     default 1
 *     --name NAME  of the process; default the folder's
 *     --dump FILE  writes what it would say into a file instead, without ADDRESS
 *     --no-end     everything but END
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "connect_to.h"
#include "wire_builder.h"

#define UNACKNOWLEDGED_MAX 16u

/* What is to be said, in order; offset and bytes lie in the contents of a file. */
struct part {
	uint32_t type;
	const char *bytes;
	size_t count;
	uint64_t offset; /* MODULES */
	uint32_t window; /* PARTIAL */
};

struct sender {
	const char *address;
	const char *name;
	char *dir; /* a copy, which @name may lie in */
	char *facts;
	char **contents; /* what was read, to be freed */
	size_t content_count;
	struct part *parts;
	size_t part_count;
	size_t acknowledged; /* parts */
	struct t_wire wire;
	uint64_t ring;
	unsigned pause_us;
	size_t turn;    /* 0: no limit */
	size_t allowed; /* parts, with a turn */
	int level;
	bool has_no_end;
	const char *dump;
	int fd;
};

static void die(const char *what)
{
	fprintf(stderr, "send_capture: %s: %s\n", what, strerror(errno));
	exit(2);
}

static char *read_file(struct sender *s, const char *dir, const char *name, size_t *count)
{
	char *path;
	struct stat st;
	char *bytes;
	int fd;

	*count = 0;
	if (asprintf(&path, "%s/%s", dir, name) < 0)
		die("memory");
	fd = open(path, O_RDONLY);
	free(path);
	if (fd < 0 || fstat(fd, &st) != 0)
		return NULL;
	bytes = malloc((size_t)st.st_size + 1);
	if (!bytes || read(fd, bytes, (size_t)st.st_size) != st.st_size)
		die(name);
	bytes[st.st_size] = '\0';
	close(fd);
	s->contents = realloc(s->contents, (s->content_count + 1) * sizeof(*s->contents));
	if (!s->contents)
		die("memory");
	s->contents[s->content_count++] = bytes;
	*count = (size_t)st.st_size;
	return bytes;
}

static void add(struct sender *s, struct part part)
{
	s->parts = realloc(s->parts, (s->part_count + 1) * sizeof(part));
	if (!s->parts)
		die("memory");
	s->parts[s->part_count++] = part;
}

static uint32_t used_of(const char *block)
{
	struct csf_block header;

	memcpy(&header, block, sizeof(header));
	return header.used_bytes;
}

static void add_blocks(struct sender *s, const char *bytes, size_t count)
{
	size_t from = 0;
	size_t at = 0;

	while (at + CSF_BLOCK_HEADER_BYTES <= count) {
		uint32_t used = used_of(bytes + at);

		if (used < CSF_BLOCK_HEADER_BYTES || at + used > count)
			break;
		if (at + used - from > CSF_WIRE_MESSAGE_MAX) {
			add(s, (struct part){ CSF_WIRE_BLOCKS, bytes + from, at - from, 0, 0 });
			from = at;
		}
		at += used;
	}
	if (at > from)
		add(s, (struct part){ CSF_WIRE_BLOCKS, bytes + from, at - from, 0, 0 });
}

static int is_blocks(const struct dirent *entry)
{
	return strncmp(entry->d_name, "blocks-", 7) == 0;
}

static void add_live(struct sender *s, const char *dir)
{
	size_t count;
	char *live = read_file(s, dir, "live.cst", &count);
	struct csf_live header;

	if (!live || count < sizeof(header))
		return;
	memcpy(&header, live, sizeof(header));
	for (uint32_t i = 0; i < header.window_count; i++) {
		const char *window = live + CSF_LIVE_HEADER_BYTES + (size_t)i * CSF_BLOCK_BYTES;
		struct csf_block block;

		memcpy(&block, window, sizeof(block));
		if (block.state & 1)
			add(s, (struct part){ CSF_WIRE_PARTIAL, window, block.used_bytes, 0, i });
	}
	add(s, (struct part){ CSF_WIRE_STATUS, live, sizeof(header), 0, 0 });
}

static void read_folder(struct sender *s, const char *dir)
{
	struct dirent **entries;
	size_t count;
	char *modules = read_file(s, dir, "modules", &count);
	int files = scandir(dir, &entries, is_blocks, versionsort);

	s->facts = read_file(s, dir, "process.json", &(size_t){ 0 });
	for (size_t at = 0; modules && at < count; at += 1000)
		add(s, (struct part){ CSF_WIRE_MODULES, modules + at,
				      count - at < 1000 ? count - at : 1000, at, 0 });
	for (int i = 0; i < files; i++) {
		char *bytes = read_file(s, dir, entries[i]->d_name, &count);

		add_blocks(s, bytes, count);
		free(entries[i]);
	}
	if (files >= 0)
		free(entries);
	add_live(s, dir);
	if (!s->has_no_end)
		add(s, (struct part){ CSF_WIRE_END, "", 0, 0, 0 });
}

static bool send_all(int fd, const unsigned char *bytes, size_t count)
{
	while (count) {
		ssize_t put = send(fd, bytes, count, MSG_NOSIGNAL);

		if (put <= 0)
			return false;
		bytes += put;
		count -= (size_t)put;
	}
	return true;
}

static bool receive_all(int fd, void *to, size_t count)
{
	return count == 0 || recv(fd, to, count, MSG_WAITALL) == (ssize_t)count;
}

/* @first: the part that has the number 2; number 1 is PROCESS. Return: false: the connection is gone. */
static bool take_reply(struct sender *s, size_t first)
{
	struct csf_wire_reply reply;
	char text[CSF_WIRE_TEXT_MAX + 1] = "";

	if (!receive_all(s->fd, &reply, sizeof(reply)) || reply.bytes > CSF_WIRE_TEXT_MAX ||
	    !receive_all(s->fd, text, reply.bytes))
		return false;
	if (reply.type == CSF_WIRE_REFUSED) {
		printf("refused%s: %s\n", reply.final ? "" : " for now", text);
		if (reply.final)
			exit(1);
		return false;
	}
	if (reply.type == CSF_WIRE_ACK && reply.number >= 1 &&
	    first + reply.number - 1 > s->acknowledged)
		s->acknowledged = first + reply.number - 1;
	return true;
}

static bool has_reply(const struct sender *s)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

/* Until there is a reply, or the connection broke, or more may be said. */
static void wait_for_turn(struct sender *s)
{
	struct pollfd p[2] = { { .fd = s->fd, .events = POLLIN },
			       { .fd = STDIN_FILENO, .events = POLLIN } };
	char byte;

	if (poll(p, 2, -1) <= 0 || !p[1].revents)
		return;
	if (read(STDIN_FILENO, &byte, 1) == 1)
		s->allowed += s->turn;
	else
		s->turn = 0;
}

static void build(struct sender *s, const struct part *part)
{
	s->wire.count = 0;
	if (part->type == CSF_WIRE_MODULES) {
		char text[1001] = "";

		memcpy(text, part->bytes, part->count);
		t_wire_modules(&s->wire, 0, part->offset, text);
	} else if (part->type == CSF_WIRE_PARTIAL) {
		struct csf_block block;
		char *raw = malloc(sizeof(struct csf_wire_partial) + part->count);

		memcpy(&block, part->bytes, sizeof(block));
		memcpy(raw,
		       &(struct csf_wire_partial){ part->window, 0, block.used_bytes, block.state,
						   block.first_ticks },
		       sizeof(struct csf_wire_partial));
		memcpy(raw + sizeof(struct csf_wire_partial), part->bytes, part->count);
		t_wire_message(&s->wire, part->type, 0, raw,
			       sizeof(struct csf_wire_partial) + part->count);
		free(raw);
	} else if (part->type == CSF_WIRE_STATUS) {
		struct csf_live live;

		memcpy(&live, part->bytes, sizeof(live));
		t_wire_status(&s->wire, 0, &live, 0);
	} else {
		t_wire_message(&s->wire, part->type, 0, part->bytes, part->count);
	}
}

/* Return: false: the connection broke. */
static bool talk(struct sender *s)
{
	size_t first = s->acknowledged;
	size_t at = first;

	s->wire.count = 0;
	t_wire_hello(&s->wire, s->ring);
	t_wire_process(&s->wire, 0, s->name, s->facts ? s->facts : "");
	if (!send_all(s->fd, s->wire.bytes, s->wire.count))
		return false;
	while (s->acknowledged < s->part_count) {
		bool is_full = at == s->part_count || at - s->acknowledged >= UNACKNOWLEDGED_MAX;

		if (is_full || has_reply(s)) {
			if (!take_reply(s, first))
				return false;
			continue;
		}
		if (s->turn && at >= s->allowed) {
			wait_for_turn(s);
			continue;
		}
		build(s, &s->parts[at++]);
		if (!send_all(s->fd, s->wire.bytes, s->wire.count))
			return false;
		if (s->pause_us)
			usleep(s->pause_us);
	}
	return true;
}

/* As it would be said without any break. */
static int dump(struct sender *s)
{
	FILE *file = fopen(s->dump, "wb");

	if (!file)
		die(s->dump);
	t_wire_hello(&s->wire, s->ring);
	t_wire_process(&s->wire, 0, s->name, s->facts ? s->facts : "");
	for (size_t i = 0; i <= s->part_count; i++) {
		fwrite(s->wire.bytes, 1, s->wire.count, file);
		if (i < s->part_count)
			build(s, &s->parts[i]);
	}
	return fclose(file) ? 2 : 0;
}

static const char *take_options(struct sender *s, char **argv, const char **dir)
{
	char **at = argv + 1;

	for (; *at && strncmp(*at, "--", 2) == 0; at++) {
		if (strcmp(*at, "--no-end") == 0)
			s->has_no_end = true;
		else if (strcmp(*at, "--level") == 0)
			s->level = atoi(*++at);
		else if (strcmp(*at, "--pause") == 0)
			s->pause_us = (unsigned)atoi(*++at);
		else if (strcmp(*at, "--turn") == 0)
			s->turn = (size_t)atoi(*++at);
		else if (strcmp(*at, "--ring") == 0)
			s->ring = (uint64_t)atoi(*++at);
		else if (strcmp(*at, "--dump") == 0)
			s->dump = *++at;
		else if (strcmp(*at, "--name") == 0)
			s->name = *++at;
	}
	if (!at[0] || (!at[1] && !s->dump)) {
		fprintf(stderr, "send_capture [options] ADDRESS FOLDER\n");
		exit(2);
	}
	*dir = s->dump ? at[0] : at[1];
	return at[0];
}

static void release(struct sender *s)
{
	for (size_t i = 0; i < s->content_count; i++)
		free(s->contents[i]);
	free(s->contents);
	free(s->parts);
	free(s->dir);
	t_wire_release(&s->wire);
}

int main(int argc, char **argv)
{
	struct sender s = { .ring = 1 };
	const char *dir;
	int status = 0;

	(void)argc;
	s.address = take_options(&s, argv, &dir);
	s.dir = strdup(dir);
	if (!s.dir)
		die("memory");
	if (!s.name)
		s.name = basename(s.dir);
	read_folder(&s, dir);
	t_wire_init(&s.wire, false);
	s.wire.level = s.level;
	if (s.dump)
		status = dump(&s);
	while (!s.dump && s.acknowledged < s.part_count) {
		s.fd = t_connect_to(s.address);
		if (s.fd < 0 || !talk(&s))
			usleep(20000);
		if (s.fd >= 0)
			close(s.fd);
	}
	release(&s);
	return status;
}
