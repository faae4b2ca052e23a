/* SPDX-License-Identifier: MIT */
/*
 * Which hooked functions of a linked file are selected, by their symbols; debug information is read
 * only when a name alone does not say.
 */
#ifndef CSA_LINK_NAMES_H
#define CSA_LINK_NAMES_H

#include "buf.h"
#include "link_image.h"
#include "selection.h"
#include "text_pool.h"

struct csa_elf_module;

struct csa_link_names {
	const struct csa_selection *selection;
	const char *path;
	struct csa_elf_module *module; /* made at the first question that needs it */
	struct csa_text_pool *pool;    /* of module */
	struct {
		char **items; /* plain names of the functions that were asked for; ours */
		size_t count;
		size_t capacity;
	} hooked;
	bool failed; /* out of memory: answers are not to be used */
};

void csa_link_names_init(struct csa_link_names *names, const struct csa_selection *selection,
			 const char *path);
void csa_link_names_release(struct csa_link_names *names);

/** csa_link_names_ask() - a csa_silence_ask_fn; @data: struct csa_link_names. */
bool csa_link_names_ask(void *data, const struct csa_link_image *image, uint64_t value);

/**
 * csa_link_names_missing() - how many selected functions nobody asked for, that is, have no hook.
 *
 * Those of sources that have no hook at all do not count: an archive's members are linked when they
 * are needed. After all questions.
 */
size_t csa_link_names_missing(struct csa_link_names *names);

#endif
