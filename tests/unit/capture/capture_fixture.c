/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "capture_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "test_files.h"

struct t_trace *t_capture_begin(struct t_capture *c, const struct t_trace_options *options)
{
	struct t_trace *trace;

	*c = (struct t_capture){ .dir = t_temp_dir() };
	trace = t_trace_new(c->dir, options);
	c->process = strdup(t_trace_dir(trace));
	csa_notes_init(&c->notes);
	return trace;
}

int t_capture_open(struct t_capture *c)
{
	return csa_capture_open(&c->capture, c->process, &c->notes, &c->err);
}

void t_capture_clean(struct t_capture *c)
{
	csa_capture_close(&c->capture);
	csa_notes_release(&c->notes);
	free(c->process);
	t_remove(c->dir);
}
