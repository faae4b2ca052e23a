/* SPDX-License-Identifier: MIT */
#include "count_mode.h"

#include <stddef.h>

#include "pause.h"
#include "syscalls.h"
#include "tally.h"

/* LIMIT: elsewhere, a handler between load and store that calls the same function hides one call. */
CSR_INLINE void add_one(uint64_t *counter)
{
#if defined(__x86_64__)
	__asm__ volatile("incq %0" : "+m"(*counter) : : "cc");
#elif defined(__aarch64__)
	uint64_t value;
	uint32_t failed;

	/* An exception clears the monitor: the store fails and the loop goes round. */
	__asm__ volatile("1: ldxr %0, %2\n\tadd %0, %0, #1\n\tstxr %w1, %0, %2\n\tcbnz %w1, 1b"
			 : "=&r"(value), "=&r"(failed), "+Q"(*counter));
#else
	*(volatile uint64_t *)counter += 1;
#endif
}

/* The first call of a function in this slot, or one that the process is asked not to count. */
CSR_COLD CSR_ALIGNS_STACK static void count_slowly(uint64_t function)
{
	struct csr_thread *t = csr_self;
	uint64_t signals = csr_signals_block();
	uint64_t *counter;

	if (!csr_pause_apply(t) || t->is_paused) {
		t->tally.first->paused_hooks++;
		csr_signals_restore(signals);
		return;
	}
	counter = csr_tally_add(t, function);
	if (counter)
		add_one(counter);
	else
		t->tally.first->lost_events++;
	csr_signals_restore(signals);
}

CSR_FN void csr_count_enter(uint64_t function)
{
	uint64_t *counter = csr_tally_find(csr_self->tally.index, function);

	if (CSR_UNLIKELY(!counter || csr_pause_of_process())) {
		count_slowly(function);
		return;
	}
	add_one(counter);
}
