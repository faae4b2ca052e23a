/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup, O_CLOEXEC, 64-bit offsets */
#include "old_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_bytes.h"

#define HEADER_MAX 65536u /* chosen: a later producer may say more, but not much */

static int check_version(struct csa_old_header *h, const unsigned char *bytes, struct csa_err *err)
{
	h->version = csa_old_u32(bytes + CSA_OLD_AT_VERSION, false);
	h->is_big_endian = h->version > UINT16_MAX;
	if (h->is_big_endian)
		h->version = csa_old_u32(bytes + CSA_OLD_AT_VERSION, true);
	if (h->version < 1 || h->version > 2)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"offset %u: version is %" PRIu32 ", expected 1 or 2",
				CSA_OLD_AT_VERSION, h->version);
	return 0;
}

static int check_sizes(const struct csa_old_header *h, uint32_t header_min, uint32_t record,
		       struct csa_err *err)
{
	if (h->record_bytes != record)
		return csa_fail(err, CSA_E_FORMAT,
				"offset %u: record size is %" PRIu32 ", expected %" PRIu32,
				CSA_OLD_AT_RECORD_BYTES, h->record_bytes, record);
	if (h->header_bytes < header_min || h->header_bytes > HEADER_MAX)
		return csa_fail(err, CSA_E_FORMAT,
				"offset %u: header size is %" PRIu32 ", expected %" PRIu32,
				CSA_OLD_AT_HEADER_BYTES, h->header_bytes, header_min);
	return 0;
}

/* What both kinds have behind the record size. */
static void fill_common(struct csa_old_header *h, const unsigned char *bytes)
{
	bool big = h->is_big_endian;

	h->header_bytes = csa_old_u32(bytes + CSA_OLD_AT_HEADER_BYTES, big);
	h->flags = csa_old_u32(bytes + CSA_OLD_AT_FLAGS, big);
	h->bias = csa_old_u64(bytes + CSA_OLD_AT_BIAS, big);
	h->tick_hz = csa_old_u64(bytes + CSA_OLD_AT_TICK_HZ, big);
	h->first_ticks = csa_old_u64(bytes + CSA_OLD_AT_FIRST_TICKS, big);
	h->first_ns = csa_old_u64(bytes + CSA_OLD_AT_FIRST_NS, big);
	h->hook_ns = csa_old_u64(bytes + CSA_OLD_AT_HOOK_NS, big);
	h->pid = csa_old_u32(bytes + CSA_OLD_AT_PID, big);
}

static int cut(struct csa_err *err, uint64_t bytes, unsigned expected)
{
	return csa_fail(err, CSA_E_FORMAT,
			"offset 0: cut header: %" PRIu64 " bytes are there, expected %u", bytes,
			expected);
}

static int read_events_header(struct csa_old_header *h, const unsigned char *bytes, uint64_t count,
			      struct csa_err *err)
{
	if (h->version == 1) {
		h->header_bytes = CSA_OLD_V1_HEADER_BYTES;
		return check_sizes(h, CSA_OLD_V1_HEADER_BYTES, CSA_OLD_EVENT_BYTES, err);
	}
	if (count < CSA_OLD_EVENTS_HEADER_BYTES)
		return cut(err, count, CSA_OLD_EVENTS_HEADER_BYTES);
	fill_common(h, bytes);
	h->segment = csa_old_u32(bytes + CSA_OLD_AT_SEGMENT, h->is_big_endian);
	return check_sizes(h, CSA_OLD_EVENTS_HEADER_BYTES, CSA_OLD_EVENT_BYTES, err);
}

static int read_summary_header(struct csa_old_header *h, const unsigned char *bytes, uint64_t count,
			       struct csa_err *err)
{
	bool big = h->is_big_endian;

	if (count < CSA_OLD_SUMMARY_HEADER_BYTES)
		return cut(err, count, CSA_OLD_SUMMARY_HEADER_BYTES);
	fill_common(h, bytes);
	h->tid = csa_old_u32(bytes + CSA_OLD_AT_TID, big);
	h->records = csa_old_u64(bytes + CSA_OLD_AT_RECORDS, big);
	h->span = csa_old_u64(bytes + CSA_OLD_AT_SPAN, big);
	h->dropped = csa_old_u64(bytes + CSA_OLD_AT_DROPPED, big);
	return check_sizes(h, CSA_OLD_SUMMARY_HEADER_BYTES,
			   h->version == 1 ? CSA_OLD_V1_ROW_BYTES : CSA_OLD_ROW_BYTES, err);
}

static int read_header(struct csa_old_file *file, struct csa_err *err)
{
	unsigned char bytes[CSA_OLD_SUMMARY_HEADER_BYTES] = { 0 };
	ssize_t count = csa_file_read_at(file->fd, bytes, sizeof(bytes), 0, err);
	struct csa_old_header *h = &file->header;
	int rc;

	if (count < 0)
		return (int)count;
	if (count < (ssize_t)CSA_OLD_MAGIC_BYTES)
		return CSA_E_ABSENT;
	if (memcmp(bytes, CSA_OLD_EVENTS_MAGIC, CSA_OLD_MAGIC_BYTES) == 0)
		h->kind = CSA_OLD_EVENTS;
	else if (memcmp(bytes, CSA_OLD_SUMMARY_MAGIC, CSA_OLD_MAGIC_BYTES) == 0)
		h->kind = CSA_OLD_SUMMARY;
	else
		return CSA_E_ABSENT;
	if (count < (ssize_t)CSA_OLD_V1_HEADER_BYTES)
		return cut(err, (uint64_t)count, CSA_OLD_V1_HEADER_BYTES);
	rc = check_version(h, bytes, err);
	if (rc < 0)
		return rc;
	h->record_bytes = csa_old_u32(bytes + CSA_OLD_AT_RECORD_BYTES, h->is_big_endian);
	return h->kind == CSA_OLD_EVENTS ? read_events_header(h, bytes, (uint64_t)count, err)
					 : read_summary_header(h, bytes, (uint64_t)count, err);
}

int csa_old_file_open(struct csa_old_file *file, const char *path, struct csa_err *err)
{
	struct stat st;
	int rc;

	*file = (struct csa_old_file){ .fd = -1, .path = strdup(path) };
	if (!file->path)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	/* O_NONBLOCK: a FIFO of that name must not stop the report. */
	file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file->fd < 0 || fstat(file->fd, &st) != 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", path,
				strerror(errno));
	if (!S_ISREG(st.st_mode))
		return CSA_E_ABSENT;
	file->bytes = (uint64_t)st.st_size;
	rc = read_header(file, err);
	if (rc < 0 && rc != CSA_E_ABSENT)
		csa_err_context(err, "%s", path);
	return rc;
}

void csa_old_file_close(struct csa_old_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	*file = (struct csa_old_file){ .fd = -1 };
}
