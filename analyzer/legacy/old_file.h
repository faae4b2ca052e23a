/* SPDX-License-Identifier: MIT */
/* One event or summary file of an earlier producer: is it one, and what does its header say. */
#ifndef CSA_OLD_FILE_H
#define CSA_OLD_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "err.h"
#include "old_format.h"

#define CSA_HOST_IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

enum csa_old_kind {
	CSA_OLD_EVENTS,
	CSA_OLD_SUMMARY,
};

/** Version 1 of event files says nothing but its version: the rest is 0. */
struct csa_old_header {
	enum csa_old_kind kind;
	uint32_t version;
	bool is_big_endian;
	uint32_t header_bytes;
	uint32_t record_bytes;
	uint32_t flags; /* enum csa_old_flags */
	uint64_t bias;
	uint64_t tick_hz;
	uint64_t first_ticks;
	uint64_t first_ns;
	uint64_t hook_ns;
	uint32_t pid;
	uint32_t segment; /* event files */
	uint32_t tid;     /* summary files, from here on */
	uint64_t records;
	uint64_t span;    /* in units of the clock */
	uint64_t dropped; /* calls */
};

struct csa_old_file {
	char *path;
	int fd; /* -1: closed */
	uint64_t bytes;
	struct csa_old_header header;
};

/**
 * csa_old_file_open() - open @path and read its header.
 * @file: closed by csa_old_file_close(), also after a failure
 *
 * Return: 0; CSA_E_ABSENT when it is no such file: nothing is wrong with it; CSA_E_FORMAT,
 * CSA_E_UNSUPPORTED, CSA_E_IO, CSA_E_NOMEM: @err names file and offset.
 */
int csa_old_file_open(struct csa_old_file *file, const char *path, struct csa_err *err);
void csa_old_file_close(struct csa_old_file *file);

/** Numbers of a file, at any alignment. */
static inline uint32_t csa_old_u32(const unsigned char *at, bool is_big_endian)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return is_big_endian == CSA_HOST_IS_BIG_ENDIAN ? value : __builtin_bswap32(value);
}

static inline uint64_t csa_old_u64(const unsigned char *at, bool is_big_endian)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return is_big_endian == CSA_HOST_IS_BIG_ENDIAN ? value : __builtin_bswap64(value);
}

#endif
