/* SPDX-License-Identifier: MIT */
/* Whether bytes are one JSON object (RFC 8259) in UTF-8. Allocates nothing, keeps nothing: a check for what is stored. */
#ifndef CSS_JSON_CHECK_H
#define CSS_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#define CSS_JSON_DEPTH 32u /* chosen: process.json has 4 */

bool css_json_is_object(const void *text, size_t bytes);

#endif
