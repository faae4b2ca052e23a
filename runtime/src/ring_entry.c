/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "ring_entry.h"

#include <stddef.h>
#include <time.h>

#include "clock.h"
#include "proc_self.h"
#include "process.h"
#include "ring_lock.h"
#include "text.h"

CSR_FN struct csf_ring_process *csr_ring_entry(const struct csr_ring *ring, uint32_t index)
{
	char *first = (char *)ring->processes;

	return (struct csf_ring_process *)(void *)(first + (size_t)index * CSF_RING_PAGE);
}

CSR_FN static void fill(struct csf_ring_process *entry)
{
	struct csr_text name;

	csr_zero((char *)entry + offsetof(struct csf_ring_process, pid),
		 sizeof(*entry) - offsetof(struct csf_ring_process, pid));
	entry->pid_namespace = csr_proc_self_pid_namespace();
	entry->process_start = csr_proc_self_start();
	entry->start_ns = csr_clock_ns(CLOCK_REALTIME);
	csr_text_init(&name, csr_process.name, sizeof(csr_process.name));
	csr_proc_self_name(&name, entry->start_ns);
	csr_copy(entry->name, csr_process.name, sizeof(entry->name));
	__atomic_store_n(&entry->pid, (uint32_t)csr_process.pid, __ATOMIC_RELEASE);
}

/* The lock first: who sees that the entry is taken finds the process alive. */
CSR_FN static bool try_take(const struct csr_ring *ring, uint32_t index)
{
	struct csf_ring_process *entry = csr_ring_entry(ring, index);
	uint32_t free = CSF_RING_FREE;

	if (__atomic_load_n(&entry->state, __ATOMIC_RELAXED) != free || !csr_ring_lock(ring, index))
		return false;
	/* acquire: pairs with the release of the client that set it free */
	if (__atomic_compare_exchange_n(&entry->state, &free, CSF_RING_ATTACHING, false,
					__ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return true;
	csr_ring_unlock(ring, index);
	return false;
}

CSR_FN int csr_ring_entry_take(const struct csr_ring *ring, uint32_t *index)
{
	uint32_t i = 0;

	while (i < ring->process_count && !try_take(ring, i))
		i++;
	if (i == ring->process_count)
		return -CSR_RING_CROWDED;
	*index = i;
	/* Pairs with the client's store of closed, after which it looks at all entries: one of us sees the other. */
	if (__atomic_load_n(&ring->header->closed, __ATOMIC_SEQ_CST)) {
		csr_ring_entry_give(ring, i);
		return -CSR_RING_ENDED;
	}
	fill(csr_ring_entry(ring, i));
	return 0;
}

CSR_FN void csr_ring_entry_publish(const struct csr_ring *ring, uint32_t index)
{
	__atomic_store_n(&csr_ring_entry(ring, index)->state, CSF_RING_ATTACHED, __ATOMIC_RELEASE);
}

CSR_FN void csr_ring_entry_give(const struct csr_ring *ring, uint32_t index)
{
	for (uint32_t i = 0; i < ring->window_max; i++) {
		uint32_t word = __atomic_load_n(&ring->windows[i], __ATOMIC_RELAXED);

		if (word && word >> CSF_WINDOW_PROCESS_SHIFT == index)
			__atomic_store_n(&ring->windows[i], CSF_WINDOW_FREE, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&csr_ring_entry(ring, index)->state, CSF_RING_FREE, __ATOMIC_RELEASE);
	csr_ring_unlock(ring, index);
}
