/* SPDX-License-Identifier: MIT */
/*
 * One process folder, opened for reading: facts, modules, and where every block lies. Blocks are
 * not decoded here.
 *
 * Invariants after csa_capture_open(): blocks are sorted by (thread serial, lane, sequence) without
 * duplicates; lanes divide them. Memory grows by sizeof(struct csa_block_ref) a block and with
 * nothing else.
 */
#ifndef CSA_CAPTURE_DIR_H
#define CSA_CAPTURE_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <callsight/trace_format.h>

#include "clock_pairs.h"
#include "err.h"
#include "module_list.h"
#include "note_list.h"
#include "process_facts.h"
#include "summary_file.h"

enum csa_block_ref_flags {
	CSA_REF_GAP = 1u << 0,    /* blocks or events before it in its lane are missing */
	CSA_REF_CUT = 1u << 1,    /* fewer bytes are there than the header says */
	CSA_REF_WINDOW = 1u << 2, /* in live.cst */
	CSA_REF_LOST = 1u << 3,   /* its header counts lost events */
};

struct csa_block_ref {
	uint64_t offset;
	uint32_t file;  /* index of csa_capture.files */
	uint32_t bytes; /* header and words that can be read */
	uint32_t thread_serial;
	uint32_t sequence;
	uint32_t lane0_sequence; /* of lane 1: the block that it belongs to */
	uint8_t lane;
	uint8_t flags; /* enum csa_block_ref_flags */
};

/** One lane of one thread: blocks first to first + count - 1. */
struct csa_lane {
	uint32_t thread_serial;
	uint32_t tid;
	uint8_t lane;
	bool is_inherited; /* its first block's open frames were entered in the parent process */
	bool is_continued; /* a part of a lane: its first block is not the lane's */
	bool begins_lost;  /* it began with events that were lost, not with its first block */
	size_t first;
	size_t count;
	uint64_t
		first_ticks; /* of its first block, begins_lost: of the process; frames entered before
				 are not of the capture */
	uint64_t lost_events;
	uint64_t lost_blocks; /* gaps in the sequence */
	uint64_t
		older_blocks; /* TRACE_FULL=wrap: those before its first one, overwritten as meant */
};

struct csa_capture_file {
	char *path;
	int fd;
	uint64_t bytes;
	uint64_t surveyed; /* block files: whole blocks up to here, nothing in doubt */
};

struct csa_capture {
	char *dir;
	struct csa_process_facts facts;
	struct csa_modules modules;
	struct csa_capture_file *files;
	size_t file_count;
	struct csa_block_ref *blocks;
	size_t block_count;
	size_t block_capacity;
	struct csa_lane *lanes;
	size_t lane_count;
	struct csa_summary *summary; /* of the modes summary and count; NULL: events */
	bool has_record_files; /* blocks or a summary; without any, the process has only begun */
	bool is_received;      /* from a stream: by `callsight serve`, which may still write */
	bool is_wrap;          /* TRACE_FULL=wrap: the newest windows are all that there is */
	bool has_live;         /* live.cst was there and could be read */
	struct csf_live live;
	size_t open_windows;
	size_t changed_windows;       /* in use when it was read: the process runs */
	struct csa_clock_pairs pairs; /* only while it is opened */
	uint64_t first_ticks;         /* no block begins earlier */
	struct csa_clock clock;
	uint64_t lost_events; /* of all lanes and of threads without a window */
	uint64_t lost_blocks;
	uint64_t older_blocks;
	uint64_t
		window_ticks; /* with older_blocks: everything from here on is there, of every thread */
};

/**
 * csa_capture_open() - read the small files and survey the large ones.
 * @capture: closed by csa_capture_close(), also after a failure
 * @notes: damage and what is missing
 *
 * Return: 0, also for a damaged capture of which something can be read; CSA_E_ABSENT when @dir is no
 * process folder; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_capture_open(struct csa_capture *capture, const char *dir, struct csa_notes *notes,
		     struct csa_err *err);

/**
 * csa_capture_open_file() - one block file, live.cst or summary.cst, with the modules of its folder if
 * they are there. Otherwise as csa_capture_open().
 */
int csa_capture_open_file(struct csa_capture *capture, const char *path, struct csa_notes *notes,
			  struct csa_err *err);
void csa_capture_close(struct csa_capture *capture);

/**
 * csa_capture_refresh() - what the process wrote since @capture was opened or refreshed.
 *
 * Only what is new in block files is read, and the headers of the windows. Blocks of files stay, in their
 * lanes and with their places there; with TRACE_FULL=wrap, where there are only windows, none do. The
 * clock stays as it was, so that times of before and after can be subtracted.
 *
 * Return: as csa_capture_open().
 */
int csa_capture_refresh(struct csa_capture *capture, struct csa_notes *notes, struct csa_err *err);

/**
 * csa_capture_read_block() - read one block.
 * @block: CSF_BLOCK_BYTES, 8-byte aligned; filled in this machine's byte order
 *
 * The header was valid when the folder was surveyed and is checked again. May be called from several
 * threads.
 *
 * Return: the bytes that can be used, a multiple of 8 from CSF_BLOCK_HEADER_BYTES up; CSA_E_ABSENT
 * when the process runs and its window holds the next block already, which is no damage: the thread
 * is known up to the block before; CSA_E_IO, CSA_E_FORMAT.
 */
int csa_capture_read_block(const struct csa_capture *capture, const struct csa_block_ref *ref,
			   void *block, struct csa_err *err);

/** csa_capture_has_losses() - whether events are missing that should be there, so that functions can have been
 *  called more often than it says. */
bool csa_capture_has_losses(const struct csa_capture *capture);

/** csa_capture_block_bytes() - bytes of all blocks. */
uint64_t csa_capture_block_bytes(const struct csa_capture *capture);

/** csa_is_process_dir() - whether @dir holds process.json, live.cst or a block file. */
bool csa_is_process_dir(const char *dir);

/** csa_has_record_files() - whether @dir holds block files or a summary: a process makes them last when it
 *  begins. */
bool csa_has_record_files(const char *dir);

/** csa_is_block_file_name() - whether @name is blocks-<k>.<seq>.cst. */
bool csa_is_block_file_name(const char *name, unsigned long *k, unsigned long *seq);

#endif
