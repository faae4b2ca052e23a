/* SPDX-License-Identifier: MIT */
#include "error_text.h"

#include <errno.h>
#include <stdint.h>

#include "text.h"

CSR_FN static const char *number_of(int rc)
{
	static char number[32];
	struct csr_text text;

	csr_text_init(&text, number, sizeof(number));
	csr_text_add(&text, ": error ");
	csr_text_add_decimal(&text, (uint64_t)-rc);
	return number;
}

CSR_FN const char *csr_error_text(int rc)
{
	switch (-rc) {
	case EACCES:
	case EPERM:
		return ": permission denied";
	case EROFS:
		return ": read-only file system";
	case ENOSPC:
	case EDQUOT:
		return ": no space left";
	case ENOTDIR:
		return ": not a directory";
	case ENOENT:
		return ": no such directory";
	case EFBIG:
		return ": file size limit";
	case EMFILE:
	case ENFILE:
		return ": too many open files";
	case ENAMETOOLONG:
		return ": name too long";
	case ENOMEM:
		return ": out of memory";
	default:
		return number_of(rc);
	}
}
