/* SPDX-License-Identifier: MIT */
#include "ring_windows.h"

#include <stdbool.h>
#include <stddef.h>

#include "ring_lock.h"
#include "windows.h"

CSR_FN static bool try_take(const struct csr_ring *ring, uint32_t process, uint32_t index)
{
	uint32_t taken = CSF_WINDOW_TAKEN | process << CSF_WINDOW_PROCESS_SHIFT;
	uint32_t free = CSF_WINDOW_FREE;

	/* acquire: pairs with the client's release when it has read what was there */
	return __atomic_load_n(&ring->windows[index], __ATOMIC_RELAXED) == free &&
	       __atomic_compare_exchange_n(&ring->windows[index], &free, taken, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Return: ring->window_max when there is none. */
CSR_FN static uint32_t take(const struct csr_ring *ring, uint32_t process)
{
	uint32_t made = __atomic_load_n(&ring->header->windows_made, __ATOMIC_ACQUIRE);
	uint32_t index = 0;

	while (index < ring->window_max && !try_take(ring, process, index))
		index++;
	while (index < ring->window_max && made <= index &&
	       !__atomic_compare_exchange_n(&ring->header->windows_made, &made, index + 1, false,
					    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		continue;
	return index;
}

/* A program that closed all descriptors gave its lock back with them. */
CSR_FN static bool check(struct csr_ring *ring, uint32_t process)
{
	int before = ring->file.fd;

	if (csr_file_check(&ring->file, CSR_RING_FOLDER, ring->name) < 0)
		return false;
	if (ring->file.fd != before)
		csr_ring_lock(ring, process);
	return true;
}

CSR_FN void csr_ring_window_publish(const struct csr_ring *ring, uint32_t process, uint32_t index,
				    enum csf_ring_window kind)
{
	/* release: pairs with the acquire of the client */
	__atomic_store_n(&ring->windows[index],
			 (uint32_t)kind | process << CSF_WINDOW_PROCESS_SHIFT, __ATOMIC_RELEASE);
}

CSR_FN void *csr_ring_window(struct csr_ring *ring, uint32_t process, uint32_t *index)
{
	const struct csr_window_place place = { &ring->file, ring->windows_offset, 0, false };
	struct csf_block *window;
	bool is_low;

	*index = check(ring, process) ? take(ring, process) : ring->window_max;
	if (*index >= ring->window_max)
		return NULL;
	/* Zeros are written also into one that was used before, and so room is made where there was none. */
	window = csr_windows_make(&place, *index, &is_low);
	if (!window)
		__atomic_store_n(&ring->windows[*index], CSF_WINDOW_FREE, __ATOMIC_RELEASE);
	return window;
}
