/* SPDX-License-Identifier: MIT */
/*
 * old_agent [--dropped COUNT] FILE...: what an earlier client sends of event files of one process, on stdout; at the
 * end it says that so many events were dropped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "old_agent.h"

int main(int argc, char **argv)
{
	struct t_old_agent agent;
	uint64_t dropped = 0;
	int first = 1;
	size_t sent;
	int is_sent;

	if (argc > 2 && strcmp(argv[1], "--dropped") == 0) {
		dropped = strtoull(argv[2], NULL, 10);
		first = 3;
	}
	if (first >= argc)
		return 2;
	t_old_agent_init(&agent, false);
	t_old_agent_files(&agent, (const char *const *)argv + first, (unsigned)(argc - first),
			  1000);
	if (dropped)
		t_old_agent_notice(&agent, dropped);
	sent = fwrite(agent.bytes, 1, agent.count, stdout);
	is_sent = sent == agent.count && fflush(stdout) == 0;
	t_old_agent_release(&agent);
	return is_sent ? 0 : 1;
}
