/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* fstatvfs() */
#include "disk_budget.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#define CHECK_EVERY \
	(1u << 20) /* chosen: half a millisecond of a fast stream; the look costs a microsecond */
#define MIB (UINT64_C(1) << 20)

void css_budget_init(struct css_disk_budget *budget, int dir_fd)
{
	*budget = (struct css_disk_budget){ .dir_fd = dir_fd, .unchecked_bytes = CHECK_EVERY };
}

/* @stop gets the text that @err gets, also where that is NULL. */
__attribute__((format(printf, 5, 6))) static int stop_at(struct css_stop *stop,
							 enum csf_marker marker, uint64_t argument,
							 struct csa_err *err, const char *fmt, ...)
{
	va_list arguments;

	*stop = (struct css_stop){ .marker = marker, .argument = argument };
	va_start(arguments, fmt);
	vsnprintf(stop->why, sizeof(stop->why), fmt, arguments);
	va_end(arguments);
	return csa_fail(err, CSA_E_IO, "%s", stop->why);
}

static int check_free(struct css_disk_budget *budget, uint64_t bytes, struct css_stop *stop,
		      struct csa_err *err)
{
	struct statvfs fs;
	uint64_t left;

	if (budget->unchecked_bytes < CHECK_EVERY || budget->min_free_bytes == 0)
		return 0;
	if (fstatvfs(budget->dir_fd, &fs) != 0)
		return 0; /* a file system that does not say is not a reason to refuse */
	left = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (left < budget->min_free_bytes || left - budget->min_free_bytes < bytes) {
		return stop_at(stop, CSF_MARKER_MIN_FREE, budget->min_free_bytes, err,
			       "less than %" PRIu64 " MB are free (--min-free-mb)",
			       budget->min_free_bytes / MIB);
	}
	budget->unchecked_bytes = 0;
	return 0;
}

int css_budget_take(struct css_disk_budget *budget, uint64_t *connection_used, uint64_t bytes,
		    struct css_stop *stop, struct csa_err *err)
{
	budget->unchecked_bytes += bytes;
	if (budget->connection_bytes && *connection_used + bytes > budget->connection_bytes) {
		return stop_at(stop, CSF_MARKER_MAX_BYTES, budget->connection_bytes, err,
			       "more than %" PRIu64 " MB of one client (--max-mb)",
			       budget->connection_bytes / MIB);
	}
	if (budget->total_bytes && budget->used_bytes + bytes > budget->total_bytes) {
		budget->is_total_reached = true;
		return stop_at(stop, CSF_MARKER_MAX_BYTES, budget->total_bytes, err,
			       "more than %" PRIu64 " MB in all (--max-total-mb)",
			       budget->total_bytes / MIB);
	}
	if (check_free(budget, bytes, stop, err) < 0)
		return CSA_E_IO;
	*connection_used += bytes;
	budget->used_bytes += bytes;
	return 0;
}

int css_budget_failed(int error, struct css_stop *stop, struct csa_err *err)
{
	bool is_full = error == ENOSPC || error == EDQUOT;

	return stop_at(stop, is_full ? CSF_MARKER_NO_SPACE : CSF_MARKER_WRITE_ERROR,
		       (uint64_t)error, err, "writing failed: %s", strerror(error));
}

int css_budget_hold(struct css_disk_budget *budget, uint64_t before, uint64_t after,
		    struct csa_err *err)
{
	budget->memory_bytes += after - before;
	if (after <= before || budget->memory_bytes <= CSS_MEMORY_MAX)
		return 0;
	return csa_fail(err, CSA_E_NOMEM, "too many threads at once: %u MB of memory are in use",
			CSS_MEMORY_MAX >> 20);
}
