/* SPDX-License-Identifier: MIT */
/* The modules of a capture, given to the symbol lookup. */
#ifndef CSA_CAPTURE_SYMBOLS_H
#define CSA_CAPTURE_SYMBOLS_H

#include "capture_dir.h"
#include "err.h"
#include "symbolize.h"

/**
 * csa_capture_symbols() - a lookup that knows every module of @capture.
 * @sources: where files are looked for; what it points to outlives the lookup. NULL: where they were
 * @from: share its files, names and module numbers; NULL: the first one
 *
 * Return: 0, or what csa_symbols_new() and csa_symbols_add_module() say; csa_symbols_free(*@out) is
 * allowed after all of them.
 */
int csa_capture_symbols(struct csa_symbols **out, const struct csa_capture *capture,
			const struct csa_symbol_sources *sources, struct csa_symbols *from,
			struct csa_err *err);

#endif
