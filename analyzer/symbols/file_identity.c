/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* st_mtim */
#include "file_identity.h"

#include <elfutils/libdwelf.h>
#include <string.h>

#include "err.h"

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
}

bool csa_build_id_is_same(const char *text, const char *other)
{
	size_t length = strlen(text);
	size_t other_length = strlen(other);

	if (length < other_length)
		return csa_build_id_is_same(other, text);
	/* Some tools pad a short id with zeros to the length of a long one. */
	for (size_t i = 0; i < length; i++) {
		char expected = '0';

		if (i < other_length)
			expected = other[i];
		if (lower(text[i]) != lower(expected))
			return false;
	}
	return other_length > 0;
}

void csa_build_id_add(Elf *elf, struct csa_buf *out)
{
	const void *bytes;
	ssize_t count = dwelf_elf_gnu_build_id(elf, &bytes);

	for (ssize_t i = 0; i < count; i++)
		csa_buf_add_fmt(out, "%02x", ((const unsigned char *)bytes)[i]);
}

/* @changed_ns: of the file that is here */
static int check_stat(const struct stat *status, uint64_t changed_ns,
		      const struct csa_file_wanted *wanted, struct csa_buf *why)
{
	if ((uint64_t)status->st_size == wanted->file_bytes &&
	    changed_ns == wanted->file_changed_ns) {
		csa_buf_add_str(why, "has no build-id; its size and time of change are those of "
				     "the file that ran");
		return 0;
	}
	csa_buf_add_fmt(why,
			"has no build-id, and its %s not that of the file that ran: "
			"no names for this module",
			(uint64_t)status->st_size == wanted->file_bytes ? "time of change is"
									: "size is");
	return CSA_E_FORMAT;
}

static int check_age(const struct stat *status, const struct csa_file_wanted *wanted,
		     struct csa_buf *why)
{
	uint64_t changed_ns =
		(uint64_t)status->st_mtim.tv_sec * 1000000000u + (uint64_t)status->st_mtim.tv_nsec;

	if (wanted->has_stat)
		return check_stat(status, changed_ns, wanted, why);
	if (wanted->started_realtime_ns && status->st_mtim.tv_sec >= 0 &&
	    changed_ns > wanted->started_realtime_ns) {
		csa_buf_add_str(why, "has no build-id and was changed after the program began: "
				     "no names for this module");
		return CSA_E_FORMAT;
	}
	csa_buf_add_str(why, "has no build-id: whether this file is the one that ran is not known");
	return 0;
}

int csa_file_check(Elf *elf, const struct stat *status, const struct csa_file_wanted *wanted,
		   struct csa_buf *why)
{
	const char *wanted_id = wanted->build_id ? wanted->build_id : "";
	struct csa_buf id;
	int rc = 0;

	csa_buf_init(&id);
	csa_build_id_add(elf, &id);
	if (id.failed) {
		rc = CSA_E_NOMEM;
	} else if (!*wanted_id && id.length == 0) {
		rc = check_age(status, wanted, why);
	} else if (!csa_build_id_is_same(wanted_id, id.data)) {
		csa_buf_add_fmt(why,
				"is another build (build-id %s, the program ran with %s): "
				"no names for this module",
				id.length ? id.data : "none", *wanted_id ? wanted_id : "none");
		rc = CSA_E_FORMAT;
	}
	csa_buf_release(&id);
	return rc;
}
