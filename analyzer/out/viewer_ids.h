/* SPDX-License-Identifier: MIT */
/*
 * Numbers and names of processes and threads for viewers. A viewer tells processes and threads apart
 * by number alone, and takes a thread with the number of its process for the main thread; the kernel
 * gives numbers again, and a process that calls exec keeps its own. So the first that comes with a
 * number has it, later ones get numbers beyond the kernel's.
 */
#ifndef CSA_VIEWER_IDS_H
#define CSA_VIEWER_IDS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "report.h"

struct csa_viewer_process {
	size_t process;
	uint64_t kernel_pid;
	uint32_t pid;  /* unique */
	bool has_main; /* its thread with the same number has come */
};

struct csa_viewer_thread {
	size_t process;
	uint32_t serial;
	uint32_t lane;
	uint32_t kernel_tid;
	uint32_t tid; /* unique */
	uint32_t pid; /* of its process, unique */
	char *name;   /* UTF-8; NULL: none */
};

struct csa_viewer_ids {
	uint64_t *used; /* a bit for each number that the kernel can give */
	uint32_t next;  /* the next beyond them */
	struct {
		struct csa_viewer_process *items;
		uint32_t count;
		uint32_t capacity;
	} processes;
	struct {
		struct csa_viewer_thread *items;
		uint32_t count;
		uint32_t capacity;
	} threads; /* in the order in which they came */
};

/** csa_viewer_ids_init() - Return: false: no memory. Release is allowed then too. */
bool csa_viewer_ids_init(struct csa_viewer_ids *ids);
void csa_viewer_ids_release(struct csa_viewer_ids *ids);

/**
 * csa_viewer_ids_process() - a process begins; its threads come before the next one.
 * csa_viewer_ids_thread() - a thread of the process begun last.
 *
 * Return: valid until the next one is added; NULL: no memory.
 */
const struct csa_viewer_process *csa_viewer_ids_process(struct csa_viewer_ids *ids,
							const struct csa_report *report,
							size_t process);
const struct csa_viewer_thread *csa_viewer_ids_thread(struct csa_viewer_ids *ids,
						      const struct csa_call_thread *thread);

/**
 * csa_viewer_ids_finish() - take the names that the complete report has.
 *
 * Return: false: no memory.
 */
bool csa_viewer_ids_finish(struct csa_viewer_ids *ids, const struct csa_report *report);

/** csa_viewer_thread_label() - add what to call it; "thread <tid>" when it has no name. */
void csa_viewer_thread_label(struct csa_buf *buf, const struct csa_viewer_thread *thread);

/** csa_viewer_process_label() - its program's name without folder. */
const char *csa_viewer_process_label(const struct csa_report_process *process);

#endif
