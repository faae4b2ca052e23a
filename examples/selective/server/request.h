/* SPDX-License-Identifier: MIT */
/* A request as it comes from a client. */
#ifndef REQUEST_H
#define REQUEST_H

struct request {
	char method[8];
	char path[64];
	unsigned headers;
};

/* Return: 1, or 0 when the text is no request. */
int parse_request(struct request *request, const char *text);

#endif
