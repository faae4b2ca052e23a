/* SPDX-License-Identifier: MIT */
/* Names from the network as names of folders: never a path, never hidden, never a name of our own. */
#ifndef CSS_SAFE_NAME_H
#define CSS_SAFE_NAME_H

#include <stddef.h>

#define CSS_SAFE_NAME_BYTES 224u /* with NUL; NAME_MAX is 255, and "~99" follows */

/**
 * css_safe_name() - @name of @bytes as the name of one folder.
 * @out: of CSS_SAFE_NAME_BYTES
 *
 * Letters, digits and "+,-.:=@_" stay, but for a dot at the start; everything else is '_'. Of a long name the end
 * stays, where number and start of a process are. Nothing is left: "_".
 */
void css_safe_name(char *out, const void *name, size_t bytes);

#endif
