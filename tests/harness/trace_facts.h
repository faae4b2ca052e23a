/* SPDX-License-Identifier: MIT */
/* process.json of a capture that a test builds. For trace_builder.c alone. */
#ifndef T_TRACE_FACTS_H
#define T_TRACE_FACTS_H

#include <stdio.h>
#include <stdlib.h>

#include "test_files.h"
#include "trace_builder.h"

static inline void t_write_facts(const char *dir, const struct t_trace_options *o)
{
	char *path = t_path(dir, "process.json");
	FILE *f = fopen(path, "w");

	if (!f) {
		fprintf(stderr, "trace_builder: %s cannot be written\n", path);
		exit(1);
	}

	fprintf(f,
		"{\"schema\":1,\"format\":3,\"exe\":\"%s\",\"cmdline\":[\"./app\",\"-x\"],"
		"\"cwd\":\"/\",\"pid\":%u,\"ppid\":%u,\"parent\":",
		o->exe, o->pid, o->ppid);
	fprintf(f, o->parent ? "\"%s\"" : "null", o->parent);
	fprintf(f,
		",\"process_start\":%llu,\"arch\":\"x86_64\",\"cpus\":2,\"start\":{\"ticks\":%llu,"
		"\"monotonic_ns\":%llu,"
		"\"boottime_ns\":%llu,\"realtime_ns\":%llu},\"clock\":{\"source\":\"mono\","
		"\"tick_hz\":%.0f,\"exact\":%s},",
		(unsigned long long)o->process_start, (unsigned long long)o->start_ticks,
		(unsigned long long)o->start_ticks, (unsigned long long)o->start_ticks,
		(unsigned long long)o->realtime_ns, o->tick_hz, o->is_inexact ? "false" : "true");
	fprintf(f,
		"\"settings\":{\"mode\":\"%s\",\"max_mb\":512,\"max_events\":0,\"full\":\"%s\","
		"\"callsites\":true,\"threads\":null},\"hook_ns\":%.2f,",
		o->mode ? o->mode : "events", o->full ? o->full : "stop", o->hook_ns);
	if (o->events_hook_ns > 0)
		fprintf(f, "\"events_hook_ns\":%.2f,", o->events_hook_ns);
	fprintf(f, "\"frames\":\"cfa\",\"selection\":");
	fprintf(f, o->selection ? "\"%s\"}\n" : "null}\n", o->selection);
	fclose(f);
	free(path);
}

#endif
