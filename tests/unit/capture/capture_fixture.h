/* SPDX-License-Identifier: MIT */
/* One process's capture in a folder of its own, from the builder to the reader. */
#ifndef T_CAPTURE_FIXTURE_H
#define T_CAPTURE_FIXTURE_H

#include "capture_dir.h"
#include "trace_builder.h"

struct t_capture {
	struct csa_capture capture;
	struct csa_notes notes;
	struct csa_err err;
	char *dir;
	char *process; /* the process folder in it */
};

/** t_capture_begin() - a new folder; the trace in it is to be filled, ended and opened. */
struct t_trace *t_capture_begin(struct t_capture *c, const struct t_trace_options *options);

/** t_capture_open() - Return: what csa_capture_open() says. */
int t_capture_open(struct t_capture *c);

/** t_capture_clean() - closes it and removes the folder. */
void t_capture_clean(struct t_capture *c);

#endif
