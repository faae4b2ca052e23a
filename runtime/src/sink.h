/* SPDX-License-Identifier: MIT */
/* Where finished blocks go. A sink is a file behind this struct; nothing else knows its medium. */
#ifndef CSR_SINK_H
#define CSR_SINK_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "callsight/trace_format.h"

/** Why a block was not taken; marker 0 = it was. */
struct csr_sink_result {
	uint32_t marker; /* enum csf_marker */
	uint64_t argument;
};

struct csr_sink {
	const char *name;
	/* Opens everything that will be needed: later calls may run under seccomp. 0 or -errno. */
	int (*open)(void);
	/* Any thread, signals blocked. @block->used_bytes are taken whole or not at all. */
	struct csr_sink_result (*write)(unsigned slot, const struct csf_block *block);
	/* In a child of fork: closes what the parent opened. */
	void (*disown)(void);
};

extern CSR_HIDDEN const struct csr_sink csr_sink_file;

#endif
