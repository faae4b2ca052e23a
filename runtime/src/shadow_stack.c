/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "shadow_stack.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "mapping.h"
#include "syscalls.h"
#include "wide_calls.h"

/* Frames that fit: a frame with hooks takes at least 32 bytes of the program's own stack, so this
 * covers 64 MiB of it. */
/* Address space; where it is short, as threads of the program may be many. */
#define STACK_BYTES     (UINT64_C(1) << (UINTPTR_MAX > UINT32_MAX ? 26 : 21))
#define STACK_BYTES_MIN (UINT64_C(2) << 20)

/* Up to the entry at @end and one page beyond: a barrier can stand on a full stack. */
CSR_FN static bool make_usable(const struct csr_thread *t, uint64_t from, uint64_t end)
{
	uint64_t extra = t->tally.extra_offset;
	uint64_t bytes = end + CSR_PAGE - from;

	if (extra && csr_sys(SYS_mprotect, from + extra, bytes, PROT_READ | PROT_WRITE) != 0)
		return false;
	return csr_sys(SYS_mprotect, from, bytes, PROT_READ | PROT_WRITE) == 0;
}

/* *@bytes: of what is found. 0: none. */
CSR_FN static uint64_t reserve(bool with_extra, uint64_t *bytes)
{
	uint64_t wanted = STACK_BYTES;
	uint64_t at = 0;

	/* A limit of address space is the program's to use; and rather a lower stack than none. */
	if (csr_sys_soft_limit(RLIMIT_AS) != UINT64_MAX)
		wanted = STACK_BYTES_MIN;
	for (; !at && wanted >= STACK_BYTES_MIN; wanted /= 2) {
		*bytes = (with_extra ? 2 : 1) * (wanted + CSR_PAGE) + CSR_STACK_CHUNK;
		at = (uint64_t)(uintptr_t)csr_map_reserved(*bytes);
	}
	return at;
}

CSR_FN bool csr_stack_make(struct csr_thread *t, bool with_extra)
{
	uint64_t bytes;
	uint64_t at = reserve(with_extra, &bytes);
	uint64_t bottom = (at + CSR_STACK_CHUNK - 1) & ~(CSR_STACK_CHUNK - 1);

	if (!at)
		return false;
	if (bottom != at)
		csr_sys(SYS_munmap, at, bottom - at);
	t->stack_bytes = bytes - (bottom - at);
	t->tally.extra_offset = with_extra ? (t->stack_bytes / 2) & ~(uint64_t)(CSR_PAGE - 1) : 0;
	t->stack_end_max =
		bottom + (with_extra ? t->tally.extra_offset : t->stack_bytes) - CSR_PAGE;
	t->bottom = t->top = (struct csr_frame *)(uintptr_t)bottom;
	t->stack_end = (struct csr_frame *)(uintptr_t)(bottom + CSR_STACK_CHUNK);
	if (!make_usable(t, bottom, bottom + CSR_STACK_CHUNK)) {
		csr_stack_drop(t);
		return false;
	}
	t->bottom->cfa = UINT64_MAX;
	return true;
}

CSR_FN void csr_stack_drop(struct csr_thread *t)
{
	if (t->bottom)
		csr_sys(SYS_munmap, t->bottom, t->stack_bytes);
	t->bottom = t->top = t->stack_end = NULL;
}

CSR_FN void csr_stack_adopt(struct csr_thread *t, const struct csr_thread *from)
{
	csr_stack_drop(t);
	t->bottom = from->bottom;
	t->stack_bytes = from->stack_bytes;
	t->stack_end = from->stack_end;
	t->stack_end_max = from->stack_end_max;
	t->tally.extra_offset = from->tally.extra_offset;
	t->top = from->top;
}

CSR_FN bool csr_stack_grow(struct csr_thread *t)
{
	uint64_t end = (uint64_t)(uintptr_t)t->stack_end;

	if (end + CSR_STACK_CHUNK > t->stack_end_max)
		return false;
	if (!make_usable(t, end, end + CSR_STACK_CHUNK)) {
		t->stack_end_max = end; /* not tried again */
		return false;
	}
	t->stack_end = (struct csr_frame *)(uintptr_t)(end + CSR_STACK_CHUNK);
	return true;
}
