/* SPDX-License-Identifier: MIT */
#include "debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Of debuginfod.h of elfutils, which is loaded when it is needed: its servers are rarely asked. */
#define LIBRARY "libdebuginfod.so.1"

struct debuginfod_client;
typedef struct debuginfod_client *(*begin_fn)(void);
typedef void (*end_fn)(struct debuginfod_client *client);
typedef int (*find_fn)(struct debuginfod_client *client, const unsigned char *build_id, int bytes,
		       char **path);

/* dlsym() returns a pointer to an object; C has no conversion to one to a function. */
static void set_function(void *target, void *library, const char *name)
{
	void *found = dlsym(library, name);

	memcpy(target, &found, sizeof(found));
}

static int find(void *library, enum csa_debuginfod_kind kind, const char *build_id, char **path)
{
	struct debuginfod_client *client;
	begin_fn begin;
	end_fn end;
	find_fn find_file;
	int fd = -1;

	set_function(&begin, library, "debuginfod_begin");
	set_function(&end, library, "debuginfod_end");
	set_function(&find_file, library,
		     kind == CSA_DEBUGINFOD_PROGRAM ? "debuginfod_find_executable"
						    : "debuginfod_find_debuginfo");
	client = begin && end && find_file ? begin() : NULL;
	if (!client)
		return -1;
	/* 0 bytes: the id is hexadecimal text. */
	fd = find_file(client, (const unsigned char *)build_id, 0, path);
	end(client);
	return fd;
}

int csa_debuginfod_find(enum csa_debuginfod_kind kind, const char *build_id, char **path)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	void *library;
	int fd;

	*path = NULL;
	if (!urls || !*urls || strspn(build_id, "0123456789abcdef") != strlen(build_id))
		return -1;
	library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		return -1;
	fd = find(library, kind, build_id, path);
	/* It stays loaded: libcurl, which it uses, cannot be started a second time safely. */
	if (fd < 0) {
		free(*path);
		*path = NULL;
		return -1;
	}
	return fd;
}
