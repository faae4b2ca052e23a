/* SPDX-License-Identifier: MIT */
/* Which message comes next (the order stands in drain.h). */
#ifndef CSS_DRAIN_MESSAGES_H
#define CSS_DRAIN_MESSAGES_H

#include "drain.h"

/**
 * css_drain_post() - make the next message, if there is something to say. The sender is idle.
 *
 * Return: CSS_DRAIN_GOES_ON, also when there was nothing, or CSS_DRAIN_DAMAGED.
 */
enum css_drain_result css_drain_post(struct css_drain *drain, uint64_t now_ms);

#endif
