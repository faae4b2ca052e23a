/* SPDX-License-Identifier: MIT */
/*
 * Error codes and texts of the analyzer. Every function that can fail returns 0 or a count on
 * success and a negative enum csa_errcode on failure, and takes a struct csa_err last. The deepest
 * function records the cause; callers may put context in front; nobody else prints.
 */
#ifndef CSA_ERR_H
#define CSA_ERR_H

#define CSA_ERR_MAP(X)                                      \
	X(1, USAGE, "wrong command line")                   \
	X(2, IO, "input or output failed")                  \
	X(3, FORMAT, "not a callsight capture, or damaged") \
	X(4, NOMEM, "out of memory")                        \
	X(5, ABSENT, "not there")                           \
	X(6, CONFIG, "trace.config is wrong")               \
	X(7, SYSTEM, "the system refused")                  \
	X(8, UNSUPPORTED, "not available in this version")

enum csa_errcode {
#define X(num, name, text) CSA_E_##name = -(num),
	CSA_ERR_MAP(X)
#undef X
};

struct csa_err {
	int code;       /* 0 or an enum csa_errcode */
	char msg[1024]; /* one line, no newline, truncated if longer */
};

/**
 * csa_fail() - record a failure.
 * @err: may be NULL; the first recorded failure wins
 * @code: enum csa_errcode
 *
 * Return: @code, so that "return csa_fail(...)" is the usual form.
 */
int csa_fail(struct csa_err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** csa_err_context() - put "<context>: " in front of a recorded failure. @err may be NULL. */
void csa_err_context(struct csa_err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** csa_err_text() - the general text of @code; "unknown error" for a code that is none. */
const char *csa_err_text(int code);

/** csa_err_exit_status() - the exit status of the command for @code: 2 for USAGE, otherwise 3. */
int csa_err_exit_status(int code);

#endif
