/* SPDX-License-Identifier: MIT */
/* The command line of callsight-stream: rows that parsing and --help are made of. */
#ifndef CSS_STREAM_OPTIONS_H
#define CSS_STREAM_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "address.h"
#include "tls.h"

#define CSS_LEVEL_AUTO 100 /* by what ring and network say */
#define CSS_LEVEL_MIN  (-20)
#define CSS_LEVEL_MAX  19

struct css_stream_options {
	const char *ring; /* /name */
	const char *server;
	struct css_address address; /* of it */
	struct css_tls_settings tls;
	int level;             /* of zstd, 0: stored, CSS_LEVEL_AUTO */
	unsigned wait_seconds; /* for the object and a program; 0: for ever */
	bool insecure;
	bool stay;
	bool quiet;
	bool help;
	bool version;
};

/**
 * css_stream_options_parse() - read the command line.
 * @why: of @why_bytes: one line without newline, on failure only
 *
 * Return: 0; with help or version nothing else was looked at. -1: it is wrong.
 */
int css_stream_options_parse(struct css_stream_options *options, int argc, char **argv, char *why,
			     size_t why_bytes);

/** css_stream_options_help() - what --help prints. */
void css_stream_options_help(FILE *out);

#endif
