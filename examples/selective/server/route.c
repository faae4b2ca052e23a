/* SPDX-License-Identifier: MIT */
#include "route.h"

#include <string.h>

static const char *const routes[] = { "/about", "/index", "/users/*" };

static int matches(const char *route, const char *path)
{
	while (*route && *route == *path) {
		route++;
		path++;
	}
	return *route == '*' || *route == *path;
}

int find_route(const struct request *request)
{
	if (strcmp(request->method, "GET") != 0)
		return 0;
	for (unsigned i = 0; i < sizeof(routes) / sizeof(*routes); i++) {
		if (matches(routes[i], request->path))
			return 1;
	}
	return 0;
}
