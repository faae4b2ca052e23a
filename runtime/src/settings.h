/* SPDX-License-Identifier: MIT */
/* What the TRACE_ variables say: read once, at the first hook, never written afterwards. */
#ifndef CSR_SETTINGS_H
#define CSR_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"

enum csr_clock_choice { CSR_CLOCK_AUTO, CSR_CLOCK_MONO, CSR_CLOCK_RAW, CSR_CLOCK_TSC };

enum csr_mode { CSR_MODE_EVENTS, CSR_MODE_SUMMARY, CSR_MODE_COUNT };

struct csr_settings {
	bool is_enabled;     /* TRACE_ENABLE */
	bool has_call_sites; /* TRACE_CALLSITES */
	bool is_wide;        /* TRACE_WIDE: wide records from the start, a form that tests force */
	uint64_t max_events; /* TRACE_MAX; 0 = none */
	uint64_t max_bytes;  /* TRACE_MAX_MB in bytes; 0 = none, never with is_wrap */
	bool is_wrap;        /* TRACE_FULL=wrap, in events mode */
	uint64_t segment_bytes;  /* TRACE_SEG_MB in bytes; 0 = files are not divided */
	uint64_t min_free_bytes; /* TRACE_MIN_FREE_MB in bytes; 0 = a disk may become full */
	const char *trigger;     /* TRACE_TRIGGER; NULL = none */
	uint64_t max_snapshots;  /* TRACE_SNAPSHOTS */
	const char *dir;         /* TRACE_DIR; the environment's own string */
	const char *threads; /* TRACE_THREADS: globs separated by commas or blanks; NULL = all */
	enum csr_clock_choice clock; /* TRACE_CLOCK */
	enum csr_mode mode;          /* TRACE_MODE */
	const char *shm; /* TRACE_SHM without its slash, where it can be followed; NULL = files */
	uint64_t shm_bytes; /* TRACE_SHM_SIZE */
	bool has_shm_bytes; /* it was given */
};

/* What TRACE_FULL=wrap can keep: a mapping each MiB, a quarter of those that kernels allow by default. */
#define CSR_WRAP_MB_MAX 16384u

/** csr_settings_read() - reads the environment; a bad value is named on stderr, the default used. */
CSR_HIDDEN void csr_settings_read(struct csr_settings *settings);

/** csr_settings_mode_name() - "events", "summary" or "count". */
CSR_HIDDEN const char *csr_settings_mode_name(enum csr_mode mode);

/** csr_settings_thread_matches() - does @name match one of the globs of @globs (NULL: yes)? */
CSR_HIDDEN bool csr_settings_thread_matches(const char *globs, const char *name);

#endif
