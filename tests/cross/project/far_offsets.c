/* SPDX-License-Identifier: MIT */
/*
 * far_offsets FILE: the runtime's own system calls at 5 GiB: what is written there is read there, mapped there and
 * reserved there, and nowhere else.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wide_calls.h"

#define FAR (UINT64_C(5) << 30)

static int wrong(const char *what, long result)
{
	printf("%s: %ld\n", what, result);
	return 1;
}

int main(int argc, char **argv)
{
	int fd = (int)csr_sys(SYS_openat, AT_FDCWD, argv[argc - 1],
			      O_RDWR | O_CREAT | O_TRUNC | O_LARGEFILE, 0600);
	struct stat status;
	char byte = 0;
	long rc = csr_sys_pwrite(fd, "a", 1, FAR);
	char *page;
	const char *libc;

	if (rc != 1)
		return wrong("pwrite", rc);
	if (csr_sys_size(fd) != (int64_t)FAR + 1)
		return wrong("size", (long)(csr_sys_size(fd) >> 20));
	rc = csr_sys_pread(fd, &byte, 1, FAR);
	if (rc != 1 || byte != 'a')
		return wrong("pread", rc);
	rc = csr_sys_pread(fd, &byte, 1, FAR & 0xffffffff);
	if (rc != 1 || byte != 0)
		return wrong("pread of a hole", rc);
	rc = csr_sys_fallocate(fd, FAR + 8192, 4096);
	if (rc != 0 || fstat(fd, &status) != 0 || (uint64_t)status.st_size != FAR + 12288)
		return wrong("fallocate", rc);
	if (status.st_blocks > 64)
		return wrong("blocks of 512 bytes", (long)status.st_blocks);
	rc = csr_sys_mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, FAR);
	if (CSR_IS_ERROR(rc))
		return wrong("mmap", rc);
	page = (char *)rc;
	/* qemu-user 7.2 forgets what lies above 4 GiB: then that is what libc finds there, too. */
	libc = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, (off_t)FAR);
	if (libc != MAP_FAILED && libc[0] == 0 && page[0] == 0) {
		printf("mmap: the emulator maps offsets modulo 4 GiB\n");
		return 0;
	}
	if (page[0] != 'a')
		return wrong("mapped byte", page[0]);
	page[1] = 'b';
	rc = csr_sys_pread(fd, &byte, 1, FAR + 1);
	if (rc != 1 || byte != 'b')
		return wrong("pread of what was stored", rc);
	return 0;
}
