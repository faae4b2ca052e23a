/* SPDX-License-Identifier: MIT */
/*
 * send_bytes [--hold] HOST:PORT|unix:PATH FILE: sends a file to a server as it is, says with --hold not that it is
 * all, and waits until the server closes. Exit status 0: it did.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "connect_to.h"

int main(int argc, char **argv)
{
	bool is_held = argc == 4 && strcmp(argv[1], "--hold") == 0;
	char bytes[4096];
	FILE *file;
	size_t count;
	int fd;

	if (argc != (is_held ? 4 : 3))
		return 2;
	fd = t_connect_to(argv[argc - 2]);
	file = fopen(argv[argc - 1], "rb");
	if (fd < 0 || !file)
		return 2;
	/* The server may close before it has all. */
	while ((count = fread(bytes, 1, sizeof(bytes), file)) > 0)
		if (send(fd, bytes, count, MSG_NOSIGNAL) < 0)
			break;
	if (!is_held)
		shutdown(fd, SHUT_WR);
	while (recv(fd, bytes, sizeof(bytes), 0) > 0) {
	}
	return 0;
}
