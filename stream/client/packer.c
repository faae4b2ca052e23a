/* SPDX-License-Identifier: MIT */
#include "packer.h"

#include <stdlib.h>

#ifndef CALLSIGHT_NO_ZSTD

#include <zstd.h>

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
	/* One call that knows the length: tables are no larger than the message needs. */
	size_t rc = ZSTD_compressCCtx(packer->context, to, capacity, from, count, level);

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
