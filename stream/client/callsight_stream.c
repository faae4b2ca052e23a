/* SPDX-License-Identifier: MIT */
/* The program callsight-stream: reads its command line and goes to work (stream_run.h). */
#include <stdio.h>

#include "stream_log.h"
#include "stream_options.h"
#include "stream_run.h"

#ifndef CALLSIGHT_STREAM_VERSION /* as in the one cc line */
#define CALLSIGHT_STREAM_VERSION "0.1.0"
#endif

int main(int argc, char **argv)
{
	struct css_stream_options options;
	char why[256];

	if (css_stream_options_parse(&options, argc - 1, argv + 1, why, sizeof(why)) < 0) {
		css_say("%s", why);
		css_say("--help lists the options");
		return CSS_STREAM_USAGE;
	}
	if (options.help)
		css_stream_options_help(stdout);
	else if (options.version)
		puts("callsight-stream " CALLSIGHT_STREAM_VERSION);
	else
		return (int)css_stream_run(&options);
	return fflush(stdout) == 0 && !ferror(stdout) ? CSS_STREAM_DONE : CSS_STREAM_BAD;
}
