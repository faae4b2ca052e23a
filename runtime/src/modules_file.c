/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "modules_file.h"

#include "process.h"
#include "wide_calls.h"

static struct csr_file modules_file = { .fd = -1 }; /* under the lock of modules.c */

CSR_FN int csr_modules_file_create(void)
{
	return csr_file_create(&modules_file, csr_process.folder, "modules");
}

CSR_FN void csr_modules_file_add(const char *lines, size_t bytes)
{
	csr_file_append(&modules_file, csr_process.folder, "modules", lines, bytes);
}

CSR_FN int csr_modules_file_copy(const struct csr_file *to, uint64_t *offset, void *buffer,
				 uint64_t bytes)
{
	int rc = csr_file_check(&modules_file, csr_process.folder, "modules");

	while (rc == 0) {
		long n = csr_sys_pread(modules_file.fd, buffer, bytes, *offset);

		if (n == -EINTR)
			continue;
		if (CSR_IS_ERROR(n) || n == 0)
			return (int)n;
		rc = csr_file_write_at(to, buffer, (uint64_t)n, *offset);
		*offset += (uint64_t)n;
	}
	return rc;
}

CSR_FN void csr_modules_file_disown(void)
{
	csr_file_close(&modules_file);
}
