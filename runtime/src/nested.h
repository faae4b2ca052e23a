/* SPDX-License-Identifier: MIT */
/*
 * Lane 1: hooks that interrupt a hook of their thread, in a signal handler (docs/decisions/0013).
 *
 * It is a control block of its own, with a window, a position and a shadow stack, made when it is
 * first needed. Its hooks run with all signals blocked, so that it is never interrupted itself and
 * two lanes serve any nesting. It never touches lane 0.
 */
#ifndef CSR_NESTED_H
#define CSR_NESTED_H

#include <stdbool.h>

#include "attributes.h"
#include "frames.h"
#include "thread.h"

/**
 * csr_nested_run() - record a hook that found @t busy.
 *
 * Return: true when the hook that keeps it busy is gone, because a handler jumped out of it: @t is ready
 * again, and nothing was recorded. False: recorded, or counted as lost.
 */
CSR_HIDDEN bool csr_nested_run(struct csr_thread *t, const struct csr_hook *hook);

/** csr_nested_inherit() - in a child of fork, whose shadow stack @t has: the frames of the handler that
 *  forked lie above it. @nested: the parent's lane 1. */
CSR_HIDDEN void csr_nested_inherit(struct csr_thread *t, const struct csr_thread *nested);

#endif
