/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "connect_to.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int t_connect_to(const char *address)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	struct sockaddr_in in = { .sin_family = AF_INET };
	const char *colon = strrchr(address, ':');
	bool is_unix = strncmp(address, "unix:", 5) == 0;
	int fd = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
	int rc;

	if (is_unix) {
		snprintf(un.sun_path, sizeof(un.sun_path), "%s", address + 5);
		rc = connect(fd, (struct sockaddr *)&un, sizeof(un));
	} else {
		in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		in.sin_port = htons((uint16_t)strtoul(colon ? colon + 1 : "0", NULL, 10));
		rc = connect(fd, (struct sockaddr *)&in, sizeof(in));
	}
	if (rc == 0)
		return fd;
	close(fd);
	return -1;
}
