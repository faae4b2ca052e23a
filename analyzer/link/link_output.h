/* SPDX-License-Identifier: MIT */
/* Brings what was silenced, and the list of hooks as a section more, into a linked file. */
#ifndef CSA_LINK_OUTPUT_H
#define CSA_LINK_OUTPUT_H

#include "buf.h"
#include "link_image.h"

/**
 * csa_link_output_identify() - make the build-id depend on what was silenced.
 * @note: the list of hooks
 *
 * The same objects linked with another selection are another file: a report must not take one for
 * the other. Changes image->bytes; does nothing when there is no build-id.
 */
void csa_link_output_identify(struct csa_link_image *image, const struct csa_buf *note);

/**
 * csa_link_output_write() - put image->bytes and @note in the place of the file @path.
 *
 * The file is changed; one that has more names than this is replaced, since another may lie in a
 * cache. Mode is kept. Return: 0;
 * CSA_E_UNSUPPORTED: the layout of its sections leaves no way, or it has a list; CSA_E_IO;
 * CSA_E_NOMEM. After a failure the file is as it was.
 */
int csa_link_output_write(const struct csa_link_image *image, const struct csa_buf *note,
			  const char *path, struct csa_err *err);

#endif
