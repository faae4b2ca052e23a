/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "ring_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "syscalls.h"

CSR_FN static long set(const struct csr_ring *ring, uint32_t number, short type)
{
#ifdef SYS_fcntl64
	struct flock64 lock = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = number, .l_len = 1
	};

	return csr_sys(SYS_fcntl64, ring->file.fd, F_SETLK64, &lock);
#else
	struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = number, .l_len = 1 };

	return csr_sys(SYS_fcntl, ring->file.fd, F_SETLK, &lock);
#endif
}

CSR_FN bool csr_ring_lock(const struct csr_ring *ring, uint32_t number)
{
	long rc = set(ring, number, F_WRLCK);

	/* Where there are no locks, nobody has one. */
	return rc != -EAGAIN && rc != -EACCES;
}

CSR_FN void csr_ring_unlock(const struct csr_ring *ring, uint32_t number)
{
	set(ring, number, F_UNLCK);
}
