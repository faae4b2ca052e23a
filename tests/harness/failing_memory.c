/* SPDX-License-Identifier: MIT */
#include "failing_memory.h"

#include <stddef.h>
#include <stdlib.h>

static bool is_armed;
static bool has_failed;
static unsigned allocations_left;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

void t_fail_after(unsigned count)
{
	is_armed = true;
	has_failed = false;
	allocations_left = count;
}

bool t_never_fail(void)
{
	bool failed = has_failed;

	is_armed = false;
	has_failed = false;
	return failed;
}

static bool must_fail(void)
{
	if (!is_armed || allocations_left--)
		return false;
	is_armed = false;
	has_failed = true;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return must_fail() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
	return must_fail() ? NULL : __real_strdup(text);
}
