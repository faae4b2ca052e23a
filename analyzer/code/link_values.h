/* SPDX-License-Identifier: MIT */
/* What addresses, words and jumps of a linked file stand for. Nothing here changes the image. */
#ifndef CSA_LINK_VALUES_H
#define CSA_LINK_VALUES_H

#include "link_image.h"

/** csa_link_image_code() - the bytes at an address of code. Return: NULL = there are none. */
const uint8_t *csa_link_image_code(const struct csa_link_image *image, uint64_t addr, size_t *room);

/** csa_link_image_bytes() - the same of anything that is loaded from the file. */
const uint8_t *csa_link_image_bytes(const struct csa_link_image *image, uint64_t addr,
				    size_t *room);

/** csa_link_image_value() - what calling @addr calls: a hook for its linkage stub. */
uint64_t csa_link_image_value(const struct csa_link_image *image, uint64_t addr);

/** csa_link_image_slot() - the value of the word at @addr. Return: false = not known. */
bool csa_link_image_slot(const struct csa_link_image *image, uint64_t addr, uint64_t *value);

/** csa_link_image_goal() - what a jump or call goes to. Return: false = not known from it alone. */
bool csa_link_image_goal(const struct csa_link_image *image, const struct csa_insn *insn,
			 uint64_t *value);

/** csa_link_image_function() - the first function symbol at or around @addr, or NULL. */
const struct csa_link_function *csa_link_image_function(const struct csa_link_image *image,
							uint64_t addr);

/** csa_link_image_is_goal() - is a value a function of this file, a hook, or one of another module? */
bool csa_link_image_is_goal(const struct csa_link_image *image, uint64_t value);

#endif
