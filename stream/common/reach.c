/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* struct addrinfo is hidden by -std=c11 alone */
#include "reach.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static bool is_loopback_ipv4(uint32_t address)
{
	return address >> 24 == 127;
}

static bool is_loopback_ipv6(const struct in6_addr *address)
{
	uint32_t last;

	if (IN6_IS_ADDR_LOOPBACK(address))
		return true;
	if (!IN6_IS_ADDR_V4MAPPED(address))
		return false;
	memcpy(&last, address->s6_addr + 12, sizeof(last));
	return is_loopback_ipv4(ntohl(last));
}

bool css_reach_is_local(const struct sockaddr *address)
{
	/* Copies: a sockaddr need not be aligned as the type that it holds. */
	if (address->sa_family == AF_INET) {
		struct sockaddr_in ipv4;

		memcpy(&ipv4, address, sizeof(ipv4));
		return is_loopback_ipv4(ntohl(ipv4.sin_addr.s_addr));
	}
	if (address->sa_family == AF_INET6) {
		struct sockaddr_in6 ipv6;

		memcpy(&ipv6, address, sizeof(ipv6));
		return is_loopback_ipv6(&ipv6.sin6_addr);
	}
	return address->sa_family == AF_UNIX;
}

bool css_reach_all_local(const struct addrinfo *list)
{
	for (const struct addrinfo *at = list; at; at = at->ai_next)
		if (!css_reach_is_local(at->ai_addr))
			return false;
	return list;
}

void css_reach_refusal(char *text, size_t bytes, enum css_reach_side side, const char *where,
		       bool has_tls)
{
	if (side == CSS_REACH_LISTEN && has_tls)
		snprintf(text, bytes,
			 "%.200s can be reached from other machines: it needs --key-file, or "
			 "--cert and "
			 "--key (or listen on 127.0.0.1 or a Unix socket; --insecure listens all "
			 "the same)",
			 where);
	else if (side == CSS_REACH_LISTEN)
		snprintf(text, bytes,
			 "%.200s can be reached from other machines, and this program was built "
			 "without "
			 "OpenSSL: listen on 127.0.0.1 and let ssh -L carry the stream",
			 where);
	else if (has_tls)
		snprintf(text, bytes,
			 "%.200s is not on this machine: a trace goes there encrypted only, with "
			 "--key-file "
			 "or --ca (--insecure sends it in the clear)",
			 where);
	else
		snprintf(text, bytes,
			 "%.200s is not on this machine, and this program was built without "
			 "OpenSSL: "
			 "connect to a port that ssh -L forwards (--insecure sends in the clear)",
			 where);
}

void css_reach_insecure(char *text, size_t bytes, enum css_reach_side side, const char *where)
{
	if (side == CSS_REACH_LISTEN)
		snprintf(text, bytes,
			 "--insecure: whoever reaches %.200s can write captures here, and who is "
			 "on the way "
			 "can read and change what is sent",
			 where);
	else
		snprintf(text, bytes,
			 "--insecure: who is on the way to %.200s can read and change the trace, "
			 "or take it in "
			 "place of the server",
			 where);
}
