/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "proc_self.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "process.h"
#include "syscalls.h"

CSR_FN void csr_proc_self_exe(char *path, size_t bytes)
{
	long count = csr_sys(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, bytes - 1);

	path[CSR_IS_ERROR(count) ? 0 : count] = '\0';
}

CSR_FN static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '.' || c == '_' || c == '-' || c == '+';
}

CSR_FN void csr_proc_self_name(struct csr_text *text, uint64_t started)
{
	static char path[4096]; /* one thread at a time, during a start; stacks may be small */
	const char *name = path;
	unsigned length = 0;

	csr_proc_self_exe(path, sizeof(path));
	for (const char *c = path; *c; c++) {
		if (*c == '/')
			name = c + 1;
	}
	for (; *name && length < 200; name++, length++)
		csr_text_add_char(text, (char)(is_name_byte(*name) ? *name : '_'));
	if (!length)
		csr_text_add(text, "program");
	csr_text_add_char(text, '-');
	csr_text_add_decimal(text, (uint64_t)csr_process.pid);
	csr_text_add_char(text, '-');
	csr_text_add_decimal(text, started);
}

CSR_FN uint64_t csr_proc_self_start(void)
{
	static char stat[1024];
	long fd = csr_sys(SYS_openat, AT_FDCWD, "/proc/self/stat", O_RDONLY | O_CLOEXEC, 0);
	const char *at = stat;
	uint64_t number = 0;
	long count;

	if (CSR_IS_ERROR(fd))
		return 0;
	count = csr_sys(SYS_read, fd, stat, sizeof(stat) - 1);
	csr_sys(SYS_close, fd);
	stat[CSR_IS_ERROR(count) ? 0 : count] = '\0';
	for (const char *c = stat; *c; c++) { /* the name, field 2, may hold anything */
		if (*c == ')')
			at = c + 1;
	}
	for (unsigned field = 2; field < 22 && *at; at++)
		field += *at == ' ';
	for (; *at >= '0' && *at <= '9'; at++)
		number = number * 10 + (uint64_t)(*at - '0');
	return number;
}

CSR_FN uint64_t csr_proc_self_pid_namespace(void)
{
	struct statx status;
	long rc;

	status.stx_ino = 0;
	rc = csr_sys(SYS_statx, AT_FDCWD, "/proc/self/ns/pid", 0, STATX_INO, &status);
	return CSR_IS_ERROR(rc) ? 0 : status.stx_ino;
}
