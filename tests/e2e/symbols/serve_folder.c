/* SPDX-License-Identifier: MIT */
/*
 * serve_folder FOLDER PORT-FILE LOG: answers HTTP requests of this machine with files of FOLDER, one after
 * the other, until it is ended. Its port is written to PORT-FILE, the path of each request to LOG.
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void stop(const char *what)
{
	perror(what);
	exit(1);
}

static int listen_somewhere(const char *port_file)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	socklen_t length = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char temporary[4096];
	FILE *file;

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) != 0 || listen(fd, 16) != 0 ||
	    getsockname(fd, (struct sockaddr *)&address, &length) != 0)
		stop("socket");
	/* Renamed: who waits for the file sees all of it. */
	(void)snprintf(temporary, sizeof(temporary), "%s.part", port_file);
	file = fopen(temporary, "w");
	if (!file || fprintf(file, "%u\n", ntohs(address.sin_port)) < 0 || fclose(file) != 0 ||
	    rename(temporary, port_file) != 0)
		stop(port_file);
	return fd;
}

static void send_all(int fd, const char *bytes, size_t count)
{
	while (count) {
		ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);

		if (sent <= 0)
			return;
		bytes += sent;
		count -= (size_t)sent;
	}
}

static void send_file(int client, int fd)
{
	struct stat status;
	char header[200];
	char bytes[4096];
	ssize_t count;

	if (fd < 0 || fstat(fd, &status) != 0) {
		static const char none[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n"
					   "Connection: close\r\n\r\n";

		send_all(client, none, sizeof(none) - 1);
		return;
	}
	(void)snprintf(header, sizeof(header),
		       "HTTP/1.1 200 OK\r\nContent-Length: %lld\r\nConnection: close\r\n\r\n",
		       (long long)status.st_size);
	send_all(client, header, strlen(header));
	while ((count = read(fd, bytes, sizeof(bytes))) > 0)
		send_all(client, bytes, (size_t)count);
}

static void answer(int client, const char *folder, FILE *log)
{
	char request[4096] = "";
	char path[4096];
	size_t used = 0;
	ssize_t count;
	char *end;
	int fd;

	while (used < sizeof(request) - 1 && !strstr(request, "\r\n\r\n") &&
	       (count = recv(client, request + used, sizeof(request) - 1 - used, 0)) > 0)
		used += (size_t)count;
	end = strncmp(request, "GET /", 5) == 0 ? strchr(request + 5, ' ') : NULL;
	if (!end || strstr(request, ".."))
		return;
	*end = '\0';
	fprintf(log, "%s\n", request + 4);
	fflush(log);
	(void)snprintf(path, sizeof(path), "%s%s", folder, request + 4);
	fd = open(path, O_RDONLY);
	send_file(client, fd);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	FILE *log;
	int fd;

	if (argc != 4)
		return 2;
	log = fopen(argv[3], "w");
	if (!log)
		stop(argv[3]);
	fd = listen_somewhere(argv[2]);
	for (;;) {
		int client = accept(fd, NULL, NULL);

		if (client < 0)
			stop("accept");
		answer(client, argv[1], log);
		close(client);
	}
}
