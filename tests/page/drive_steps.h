/* SPDX-License-Identifier: MIT */
/* What a line of a file of steps does to the page. */
#ifndef T_DRIVE_STEPS_H
#define T_DRIVE_STEPS_H

#include <stdbool.h>

#include "devtools.h"

struct t_driver {
	struct t_browser *browser;
	const char *work;  /* where pictures go */
	const char *steps; /* the file, for messages */
	unsigned line;
	unsigned failures;
	unsigned checks;
	bool must_draw; /* something was done since the page drew */
};

/** t_drive_fail() - count a failure, say it with file and line. */
void t_drive_fail(struct t_driver *d, const char *what, const char *found);

/** t_drive_step() - @verb of drive_page.c's comment, with what follows it; both may be changed. */
void t_drive_step(struct t_driver *d, char *verb, char *rest);

#endif
