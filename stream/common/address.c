/* SPDX-License-Identifier: MIT */
#include "address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(char *why, size_t why_bytes, const char *text, const char *reason)
{
	snprintf(why, why_bytes, "'%.100s' is not HOST:PORT or unix:PATH: %s", text, reason);
	return -1;
}

static bool copy(char *to, size_t capacity, const char *from, size_t bytes)
{
	if (bytes == 0 || bytes >= capacity)
		return false;
	memcpy(to, from, bytes);
	to[bytes] = '\0';
	return true;
}

static bool take_port(char *to, size_t capacity, const char *text)
{
	size_t digits = strspn(text, "0123456789");
	long port = digits && digits < capacity ? strtol(text, NULL, 10) : 0;

	if (text[digits] != '\0' || port < 1 || port > 65535)
		return false;
	snprintf(to, capacity, "%u", (unsigned)port & 0xffffu);
	return true;
}

int css_address_parse(struct css_address *address, const char *text, char *why, size_t why_bytes)
{
	const char *host = text;
	const char *colon = strrchr(text, ':');
	const char *end = colon;

	*address = (struct css_address){ .is_unix = strncmp(text, "unix:", 5) == 0 };
	if (address->is_unix)
		return copy(address->path, sizeof(address->path), text + 5, strlen(text + 5))
			       ? 0
			       : refuse(why, why_bytes, text, "a path has 1 to 107 bytes");
	if (!colon)
		return refuse(why, why_bytes, text, "it has no port");
	if (*host == '[') {
		host++;
		end = strchr(host, ']');
		if (!end || end + 1 != colon)
			return refuse(why, why_bytes, text, "']:' and a port have to follow '['");
	} else if (memchr(host, ':', (size_t)(colon - host))) {
		return refuse(why, why_bytes, text, "an IPv6 address stands in brackets");
	}
	if (!copy(address->host, sizeof(address->host), host, (size_t)(end - host)))
		return refuse(why, why_bytes, text, "a host has 1 to 255 bytes");
	if (!take_port(address->port, sizeof(address->port), colon + 1))
		return refuse(why, why_bytes, text, "a port is a number from 1 to 65535");
	return 0;
}
