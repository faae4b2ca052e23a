/* SPDX-License-Identifier: MIT */
/*
 * Which hook calls of a linked file are to do nothing, and making it so.
 *
 * The hooks of one function in one group are silenced together or not at all: a half of a pair would
 * be an exit without its enter. A call that can be for several functions is silenced when none of
 * them is selected.
 */
#ifndef CSA_SILENCE_H
#define CSA_SILENCE_H

#include "hook_list.h"
#include "hook_sites.h"
#include "link_image.h"

/** csa_silence_ask() - whether the function at a value is selected. */
typedef bool (*csa_silence_ask_fn)(void *data, const struct csa_link_image *image, uint64_t value);

struct csa_silence_counts {
	size_t traced;   /* functions with hooks */
	size_t silenced; /* functions without any more */
	size_t kept;     /* functions that are not selected and keep hooks */
	size_t calls;    /* that were silenced */
};

/**
 * csa_silence() - patch the calls in image->bytes.
 * @entries: a list of all hooked functions of this file, by address; the caller frees items
 *
 * Return: 0 or CSA_E_NOMEM; then nothing was changed.
 */
int csa_silence(struct csa_link_image *image, const struct csa_hook_sites *sites,
		csa_silence_ask_fn ask, void *data, struct csa_hook_list *entries,
		struct csa_silence_counts *counts, struct csa_err *err);

#endif
