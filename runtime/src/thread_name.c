/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "thread_name.h"

#include <sys/prctl.h>

#include "api.h"
#include "block.h"
#include "slow_path.h"
#include "syscalls.h"
#include "tally.h"
#include "text.h"

/* Until the thread has a control block. */
static __thread char early_name[CSR_NAME_BYTES] __attribute__((tls_model("initial-exec")));

CSR_FN void csr_thread_name_read(const struct csr_thread *t, char name[CSR_NAME_BYTES])
{
	const char *given = csr_thread_records(t) ? t->given_name : early_name;

	csr_zero(name, CSR_NAME_BYTES);
	if (*given)
		csr_copy(name, given, CSR_NAME_BYTES);
	else
		csr_sys(SYS_prctl, PR_GET_NAME, name, 0, 0, 0);
}

CSR_FN void csr_thread_name_adopt(struct csr_thread *t, const struct csr_thread *from)
{
	csr_copy(t->given_name, csr_thread_records(from) ? from->given_name : early_name,
		 CSR_NAME_BYTES);
}

/* At most 15 bytes, and no half of a character of several bytes. */
CSR_FN static void copy_name(char to[CSR_NAME_BYTES], const char *name)
{
	size_t length = 0;

	csr_zero(to, CSR_NAME_BYTES);
	while (name && length < CSR_NAME_BYTES - 1 && name[length])
		length++;
	if (length == CSR_NAME_BYTES - 1 && ((unsigned char)name[length] & 0xc0) == 0x80) {
		while (length && ((unsigned char)name[length] & 0xc0) == 0x80)
			length--;
	}
	csr_copy(to, name, length);
}

/* A hook that this interrupts is over at the next block at the latest. */
CSR_FN static void show(struct csr_thread *t)
{
	if (t->tally.first)
		csr_tally_write_name(t);
	else if (csr_busy_is_rest(t->busy) && t->position)
		csr_block_write_name(t);
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_thread_name(const char *name)
{
	struct csr_thread *t = csr_self;
	uint64_t signals;

	if (t->busy == CSR_BUSY_OFF)
		return;
	signals = csr_signals_block();
	if (csr_thread_records(t)) {
		copy_name(t->given_name, name);
		if (t->is_alive)
			show(t);
	} else {
		copy_name(early_name, name);
		/* The next hook looks whether TRACE_THREADS matches now. */
		if (t->busy == CSR_BUSY_MUTED)
			csr_self = csr_primary =
				(struct csr_thread *)(uintptr_t)csr_thread_new_words;
	}
	csr_signals_restore(signals);
}
