/* SPDX-License-Identifier: MIT */
/*
 * The TRACE_ variables and what each takes: the table of docs/reference/environment.md, which a test compares
 * with this one and with what the runtime reads.
 */
#ifndef CSA_TRACE_VARIABLES_H
#define CSA_TRACE_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum csa_variable_kind {
	CSA_VARIABLE_SWITCH,
	CSA_VARIABLE_NUMBER,
	CSA_VARIABLE_WORD,
	CSA_VARIABLE_NAME, /* of a shared-memory object */
	CSA_VARIABLE_LIST, /* of triggers */
	CSA_VARIABLE_PATH,
	CSA_VARIABLE_GLOBS,
};

/* X(name, kind, words or NULL, smallest, largest): words are separated by '|'. */
#define CSA_VARIABLE_MAP(X)                                         \
	X(TRACE_ENABLE, SWITCH, NULL, 0, 0)                         \
	X(TRACE_DIR, PATH, NULL, 0, 0)                              \
	X(TRACE_MODE, WORD, "events|summary|count", 0, 0)           \
	X(TRACE_MAX_MB, NUMBER, NULL, 0, UINT64_MAX / 1048576)      \
	X(TRACE_FULL, WORD, "stop|wrap", 0, 0)                      \
	X(TRACE_SEG_MB, NUMBER, NULL, 0, UINT64_MAX / 1048576)      \
	X(TRACE_MIN_FREE_MB, NUMBER, NULL, 0, UINT64_MAX / 1048576) \
	X(TRACE_MAX, NUMBER, NULL, 0, UINT64_MAX)                   \
	X(TRACE_TRIGGER, LIST, NULL, 0, 0)                          \
	X(TRACE_SNAPSHOTS, NUMBER, NULL, 0, UINT32_MAX)             \
	X(TRACE_SHM, NAME, NULL, 0, 0)                              \
	X(TRACE_SHM_SIZE, NUMBER, NULL, 65536, UINT64_C(1) << 36)   \
	X(TRACE_CLOCK, WORD, "auto|mono|raw|tsc", 0, 0)             \
	X(TRACE_THREADS, GLOBS, NULL, 0, 0)                         \
	X(TRACE_CALLSITES, SWITCH, NULL, 0, 0)                      \
	X(TRACE_WIDE, SWITCH, NULL, 0, 0)

struct csa_variable {
	const char *name;
	enum csa_variable_kind kind;
	const char *words;
	uint64_t smallest;
	uint64_t largest;
};

extern const struct csa_variable csa_variables[]; /* ends with a NULL name */

/** csa_variable_find() - the row of that name, whose length is @length; NULL: there is none. */
const struct csa_variable *csa_variable_find(const char *name, size_t length);

/** csa_variable_like() - the row whose name is nearest, two letters away at most; NULL: none is. */
const struct csa_variable *csa_variable_like(const char *name, size_t length);

/**
 * csa_variable_accepts() - whether the runtime takes @value, which is not empty.
 * @expected: set to what it takes, for messages, when it does not
 */
bool csa_variable_accepts(const struct csa_variable *variable, const char *value, char *expected,
			  size_t size);

#endif
