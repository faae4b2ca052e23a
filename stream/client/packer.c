/* SPDX-License-Identifier: MIT */
#include "packer.h"

#include <stdlib.h>

#ifndef CALLSIGHT_NO_ZSTD

#include <zstd.h>

/*
 * Memory rather than the last 2 %: the window of a block, and the tables of levels above 4 (those below have smaller
 * ones) with 2^15 entries. The context takes 0.7 MB at level 9 in place of 3.7 (docs/decisions/0048).
 */
#define WINDOW_LOG      16
#define SMALL_LEVEL_MAX 4
#define TABLE_LOG       15

struct css_packer {
	ZSTD_CCtx *context;
};

bool css_packer_is_built(void)
{
	return true;
}

struct css_packer *css_packer_new(void)
{
	struct css_packer *packer = malloc(sizeof(*packer));

	if (!packer)
		return NULL;
	packer->context = ZSTD_createCCtx();
	if (packer->context)
		return packer;
	free(packer);
	return NULL;
}

void css_packer_free(struct css_packer *packer)
{
	if (packer)
		ZSTD_freeCCtx(packer->context);
	free(packer);
}

size_t css_packer_pack(struct css_packer *packer, int level, void *to, size_t capacity,
		       const void *from, size_t count)
{
	int table_log = level > SMALL_LEVEL_MAX ? TABLE_LOG : 0;
	size_t rc;

	ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level);
	ZSTD_CCtx_setParameter(packer->context, ZSTD_c_windowLog, WINDOW_LOG);
	ZSTD_CCtx_setParameter(packer->context, ZSTD_c_hashLog, table_log);
	ZSTD_CCtx_setParameter(packer->context, ZSTD_c_chainLog, table_log);
	rc = ZSTD_compress2(packer->context, to, capacity, from, count);
	return ZSTD_isError(rc) || rc >= count ? 0 : rc;
}

#else

struct css_packer {
	char nothing;
};

bool css_packer_is_built(void)
{
	return false;
}

struct css_packer *css_packer_new(void)
{
	return malloc(sizeof(struct css_packer));
}

void css_packer_free(struct css_packer *packer)
{
	free(packer);
}

size_t css_packer_pack(struct css_packer *packer, int level, void *to, size_t capacity,
		       const void *from, size_t count)
{
	(void)packer, (void)level, (void)to, (void)capacity, (void)from, (void)count;
	return 0;
}

#endif
