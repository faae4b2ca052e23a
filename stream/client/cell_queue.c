/* SPDX-License-Identifier: MIT */
#include "cell_queue.h"

#include <stdlib.h>
#include <string.h>

bool css_cells_init(struct css_cells *cells, const struct css_ring *ring)
{
	*cells = (struct css_cells){
		.ring = ring,
		.is_taken = calloc(ring->cell_count, sizeof(*cells->is_taken)),
		.queue = calloc(ring->cell_count, sizeof(*cells->queue)),
	};
	return cells->is_taken && cells->queue;
}

void css_cells_release(struct css_cells *cells)
{
	free(cells->is_taken);
	free(cells->queue);
	*cells = (struct css_cells){ 0 };
}

void css_cells_restart(struct css_cells *cells)
{
	memset(cells->is_taken, 0, cells->ring->cell_count);
	cells->taken = 0;
	cells->count = 0;
	cells->next = 0;
	cells->is_settled = false;
}

/* Tickets wrap around; those in the ring at one time lie close together. */
static int by_ticket(const void *left, const void *right)
{
	const struct css_cell *a = left;
	const struct css_cell *b = right;
	int32_t distance = (int32_t)(a->ticket - b->ticket);

	return (distance > 0) - (distance < 0);
}

/* Return: false when the cell is damaged. */
static bool look_at(struct css_cells *cells, uint32_t index, uint32_t first_ticket,
		    const bool *is_known)
{
	const struct csf_ring_cell *cell = css_ring_cell(cells->ring, index);
	/* acquire: pairs with the release of the writer */
	uint32_t state = __atomic_load_n(&cell->state, __ATOMIC_ACQUIRE);
	uint32_t kind = state & CSF_CELL_KIND_MASK;
	struct css_cell found = { .index = index, .process = state >> CSF_CELL_PROCESS_SHIFT };

	if (state == CSF_CELL_FREE)
		return true;
	if (found.process >= cells->ring->process_count)
		return false;
	if (kind == CSF_CELL_BUSY) {
		cells->is_settled = false;
		return true;
	}
	found.ticket = __atomic_load_n(&cell->ticket, __ATOMIC_RELAXED);
	found.bytes = __atomic_load_n(&cell->bytes, __ATOMIC_RELAXED);
	if (kind != CSF_CELL_FULL || found.bytes < CSF_BLOCK_HEADER_BYTES ||
	    found.bytes > CSF_BLOCK_BYTES || found.bytes % 8)
		return false;
	if (cells->is_taken[index])
		return true;
	cells->has_unknown |= !is_known[found.process];
	if ((int32_t)(found.ticket - first_ticket) < 0 && is_known[found.process])
		cells->queue[cells->count++] = found;
	else
		cells->is_settled = false;
	return true;
}

bool css_cells_scan(struct css_cells *cells, const bool *is_known)
{
	uint32_t ticket;

	if (cells->next < cells->count)
		return true;
	/* acquire: who drew a ticket below it had filled its earlier cells before */
	ticket = __atomic_load_n(&css_ring_header(cells->ring)->next_ticket, __ATOMIC_ACQUIRE);
	cells->scans++;
	if (cells->is_settled && ticket == cells->last_ticket)
		return true;
	cells->count = 0;
	cells->next = 0;
	cells->last_ticket = ticket;
	cells->is_settled = true;
	for (uint32_t i = 0; i < cells->ring->cell_count; i++) {
		if (look_at(cells, i, ticket, is_known))
			continue;
		cells->is_settled = false;
		return false;
	}
	qsort(cells->queue, cells->count, sizeof(*cells->queue), by_ticket);
	return true;
}

uint32_t css_cells_waiting(const struct css_cells *cells)
{
	return cells->count - cells->next;
}

bool css_cells_has(const struct css_cells *cells, uint32_t process)
{
	for (uint32_t i = cells->next; i < cells->count; i++)
		if (cells->queue[i].process == process)
			return true;
	return false;
}

/* The queue without its entry @at. Those before it move up: the order stays. */
static void remove_at(struct css_cells *cells, uint32_t at)
{
	memmove(&cells->queue[cells->next + 1], &cells->queue[cells->next],
		(at - cells->next) * sizeof(*cells->queue));
	cells->next++;
}

uint32_t css_cells_take(struct css_cells *cells, struct css_cell *group, uint32_t max_bytes)
{
	uint32_t count = 0;
	uint32_t bytes = 0;

	for (uint32_t i = cells->next; i < cells->count && count < CSS_GROUP_MAX; i++) {
		const struct css_cell cell = cells->queue[i];

		if (count && cell.process != group[0].process)
			continue;
		if (bytes + cell.bytes > max_bytes)
			break;
		bytes += cell.bytes;
		group[count++] = cell;
		cells->is_taken[cell.index] = 1;
		cells->taken++;
		remove_at(cells, i);
	}
	return count;
}

static void set_free(struct csf_ring_cell *cell, uint32_t state)
{
	/* release: pairs with the acquire of the next writer; nobody else changes it if all is well */
	__atomic_compare_exchange_n(&cell->state, &state, CSF_CELL_FREE, false, __ATOMIC_RELEASE,
				    __ATOMIC_RELAXED);
}

void css_cells_free(struct css_cells *cells, uint32_t index, uint32_t process)
{
	set_free(css_ring_cell(cells->ring, index),
		 CSF_CELL_FULL | process << CSF_CELL_PROCESS_SHIFT);
	cells->taken -= cells->is_taken[index];
	cells->is_taken[index] = 0;
}

void css_cells_free_all(struct css_cells *cells, uint32_t process)
{
	for (uint32_t i = 0; i < cells->ring->cell_count; i++) {
		struct csf_ring_cell *cell = css_ring_cell(cells->ring, i);
		uint32_t state = __atomic_load_n(&cell->state, __ATOMIC_RELAXED);

		if (state && state >> CSF_CELL_PROCESS_SHIFT == process) {
			set_free(cell, state);
			cells->taken -= cells->is_taken[i];
			cells->is_taken[i] = 0;
		}
	}
}
