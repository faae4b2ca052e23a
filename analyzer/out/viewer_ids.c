/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "viewer_ids.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* PID_MAX_LIMIT of a 64-bit kernel (proc(5), pid_max). */
#define KERNEL_IDS (1u << 22)

bool csa_viewer_ids_init(struct csa_viewer_ids *ids)
{
	*ids = (struct csa_viewer_ids){ .next = KERNEL_IDS };
	ids->used = calloc(KERNEL_IDS / 64, sizeof(*ids->used));
	if (ids->used)
		ids->used[0] = 1; /* 0 is the idle task */
	return ids->used != NULL;
}

void csa_viewer_ids_release(struct csa_viewer_ids *ids)
{
	for (uint32_t i = 0; i < ids->threads.count; i++)
		free(ids->threads.items[i].name);
	free(ids->threads.items);
	free(ids->processes.items);
	free(ids->used);
	*ids = (struct csa_viewer_ids){ 0 };
}

static uint32_t claim(struct csa_viewer_ids *ids, uint64_t wanted)
{
	uint64_t bit = 1ull << (wanted % 64);

	if (wanted >= KERNEL_IDS || (ids->used[wanted / 64] & bit))
		return ids->next++;
	ids->used[wanted / 64] |= bit;
	return (uint32_t)wanted;
}

const struct csa_viewer_process *csa_viewer_ids_process(struct csa_viewer_ids *ids,
							const struct csa_report *report,
							size_t process)
{
	struct csa_viewer_process *added;

	if (!CSA_VEC_ROOM(&ids->processes, 1))
		return NULL;
	added = &ids->processes.items[ids->processes.count++];
	*added = (struct csa_viewer_process){
		.process = process,
		.kernel_pid = report->processes[process].pid,
		.pid = claim(ids, report->processes[process].pid),
	};
	return added;
}

/* The main thread has the number of its process, whichever that is. */
static uint32_t claim_tid(struct csa_viewer_ids *ids, struct csa_viewer_process *process,
			  uint32_t kernel_tid)
{
	if (process->has_main || kernel_tid != process->kernel_pid)
		return claim(ids, kernel_tid);
	process->has_main = true;
	return process->pid;
}

const struct csa_viewer_thread *csa_viewer_ids_thread(struct csa_viewer_ids *ids,
						      const struct csa_call_thread *thread)
{
	struct csa_viewer_process *process = &ids->processes.items[ids->processes.count - 1];
	struct csa_viewer_thread added = {
		.process = thread->process,
		.serial = thread->serial,
		.lane = thread->lane,
		.kernel_tid = thread->tid,
		.pid = process->pid,
	};

	if (!CSA_VEC_ROOM(&ids->threads, 1))
		return NULL;
	if (thread->name) {
		added.name = strdup(thread->name);
		if (!added.name)
			return NULL;
	}
	added.tid = claim_tid(ids, process, thread->tid);
	ids->threads.items[ids->threads.count++] = added;
	return &ids->threads.items[ids->threads.count - 1];
}

static int compare_keys(size_t process_a, uint32_t serial_a, size_t process_b, uint32_t serial_b)
{
	if (process_a != process_b)
		return process_a < process_b ? -1 : 1;
	return (serial_a > serial_b) - (serial_a < serial_b);
}

static int compare_threads(const void *left, const void *right)
{
	const struct csa_report_thread *a = *(const struct csa_report_thread *const *)left;
	const struct csa_report_thread *b = *(const struct csa_report_thread *const *)right;

	return compare_keys(a->process, a->serial, b->process, b->serial);
}

static int compare_wanted(const void *key, const void *item)
{
	const struct csa_viewer_thread *a = key;
	const struct csa_report_thread *b = *(const struct csa_report_thread *const *)item;

	return compare_keys(a->process, a->serial, b->process, b->serial);
}

static bool rename_thread(struct csa_viewer_thread *thread, const char *name)
{
	char *copy = strdup(name);

	if (!copy)
		return false;
	free(thread->name);
	thread->name = copy;
	return true;
}

bool csa_viewer_ids_finish(struct csa_viewer_ids *ids, const struct csa_report *report)
{
	size_t count = report->thread_count;
	bool has_room = true;
	const struct csa_report_thread **sorted =
		calloc(count + 1, sizeof(struct csa_report_thread *));

	if (!sorted)
		return false;
	for (size_t i = 0; i < count; i++)
		sorted[i] = &report->threads[i];
	qsort(sorted, count, sizeof(sorted[0]), compare_threads);
	for (uint32_t i = 0; has_room && i < ids->threads.count; i++) {
		struct csa_viewer_thread *thread = &ids->threads.items[i];
		const struct csa_report_thread **found =
			bsearch(thread, sorted, count, sizeof(sorted[0]), compare_wanted);

		if (found && (*found)->name)
			has_room = rename_thread(thread, (*found)->name);
	}
	free(sorted);
	return has_room;
}

void csa_viewer_thread_label(struct csa_buf *buf, const struct csa_viewer_thread *thread)
{
	if (thread->name && *thread->name)
		csa_buf_add_str(buf, thread->name);
	else
		csa_buf_add_fmt(buf, "thread %u", thread->kernel_tid);
	if (thread->lane)
		csa_buf_add_str(buf, " (nested hooks)");
}

const char *csa_viewer_process_label(const struct csa_report_process *process)
{
	const char *path = process->exe ? process->exe : process->command;
	const char *slash;

	if (!path || !*path)
		return "process";
	slash = process->exe ? strrchr(path, '/') : NULL;
	return slash && slash[1] ? slash + 1 : path;
}
