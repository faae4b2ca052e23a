/* SPDX-License-Identifier: MIT */
/* The whole work of callsight-stream: waits for rings and programs, drains them, removes what is done. */
#ifndef CSS_STREAM_RUN_H
#define CSS_STREAM_RUN_H

#include "stream_options.h"

enum css_stream_status {
	CSS_STREAM_DONE = 0,
	CSS_STREAM_LEFT = 1,  /* it was stopped, and blocks are left in the ring */
	CSS_STREAM_USAGE = 2, /* the command line is wrong */
	CSS_STREAM_BAD = 3,   /* ring, server or machine do not allow it */
};

/** css_stream_run() - Return: the exit status. */
enum css_stream_status css_stream_run(const struct css_stream_options *options);

#endif
