/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_DIRECTORY, flock() */
#include "socket_turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define TRIES_A_SECOND 200u

static int open_folder(const char *path)
{
	char folder[sizeof(((struct sockaddr_un *)NULL)->sun_path) + 1];
	const char *slash = strrchr(path, '/');

	if (!slash)
		snprintf(folder, sizeof(folder), ".");
	else
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path + 1), path);
	return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int css_socket_turn_begin(const char *path, int *turn)
{
	const struct timespec pause = { .tv_nsec = 1000000000 / TRIES_A_SECOND };
	int rc;

	*turn = open_folder(path);
	if (*turn < 0)
		return 0;
	rc = flock(*turn, LOCK_EX | LOCK_NB);
	for (unsigned i = 0; rc != 0 && errno == EWOULDBLOCK; i++) {
		if (i == CSS_SOCKET_TURN_S * TRIES_A_SECOND)
			break;
		nanosleep(&pause, NULL);
		rc = flock(*turn, LOCK_EX | LOCK_NB);
	}
	if (rc == 0)
		return 0;
	rc = errno == EWOULDBLOCK ? -EWOULDBLOCK : 0;
	css_socket_turn_end(*turn);
	*turn = -1;
	return rc;
}

void css_socket_turn_end(int turn)
{
	if (turn >= 0)
		close(turn);
}
