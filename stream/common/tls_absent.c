/* SPDX-License-Identifier: MIT */
/*
 * What stands for stream/tls where it was not built. The condition is for the one cc line of the client, which
 * takes every file of this folder.
 */
#include "tls.h"

#ifndef CALLSIGHT_TLS

#include <stdio.h>

bool css_tls_is_built(void)
{
	return false;
}

struct css_tls *css_tls_new(const struct css_tls_settings *settings, char *why, size_t why_bytes)
{
	(void)settings;
	snprintf(why, why_bytes,
		 "built without OpenSSL, so there is no TLS: let ssh -L carry the stream");
	return NULL;
}

struct css_link *css_tls_link(struct css_tls *tls, int fd, const char *host, char *why,
			      size_t why_bytes)
{
	(void)tls, (void)fd, (void)host;
	snprintf(why, why_bytes, "built without OpenSSL");
	return NULL;
}

int css_tls_make_key(const char *path, char *why, size_t why_bytes)
{
	(void)path;
	snprintf(why, why_bytes, "built without OpenSSL: there is nothing to use a key for");
	return -1;
}

void css_tls_free(struct css_tls *tls)
{
	(void)tls;
}

#endif
