/* SPDX-License-Identifier: MIT */
/*
 * Writes an old event file from a script on standard input, one command a line:
 *
 *     build-old <folder> <file name> [<option>=<value>...] <script
 *
 *     enter <time> <function>   exit <time> <function>
 *     marker <time> <code> <payload>
 *     cut <bytes>               of what is there
 *
 * Functions are alpha, beta, gamma_ray (of this program) or addresses. Options: version (2), order
 * (little, big), pid (7), segment (0), first (1000): CLOCK_MONOTONIC at the start. Times are ns; the
 * bias is that of this program.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "old_builder.h"
#include "traced_functions.h"

static void fail(const char *line)
{
	fprintf(stderr, "build-old: %s\n", line);
	exit(1);
}

/* The first object is the program. */
static int take_bias(struct dl_phdr_info *info, size_t size, void *argument)
{
	(void)size;
	*(uint64_t *)argument = info->dlpi_addr;
	return 1;
}

static void take_option(struct t_old_header *header, const char *option)
{
	const char *value = strchr(option, '=');
	size_t length;

	if (!value)
		fail(option);
	length = (size_t)(value++ - option);
	if (strncmp(option, "version", length) == 0)
		header->version = (unsigned)strtoul(value, NULL, 10);
	else if (strncmp(option, "order", length) == 0)
		header->is_big_endian = strcmp(value, "big") == 0;
	else if (strncmp(option, "pid", length) == 0)
		header->pid = (uint32_t)strtoul(value, NULL, 10);
	else if (strncmp(option, "first", length) == 0)
		header->first_ns = strtoull(value, NULL, 10);
	else if (strncmp(option, "segment", length) == 0)
		header->segment = (uint32_t)strtoul(value, NULL, 10);
	else
		fail(option);
}

static uint64_t address_of(const char *name)
{
	if (strcmp(name, "alpha") == 0)
		return (uint64_t)(uintptr_t)alpha;
	if (strcmp(name, "beta") == 0)
		return (uint64_t)(uintptr_t)beta;
	if (strcmp(name, "gamma_ray") == 0)
		return (uint64_t)(uintptr_t)gamma_ray;
	return strtoull(name, NULL, 0);
}

static void run(struct t_old *old, const char *line)
{
	char command[20] = "";
	char name[40] = "";
	unsigned long long number = 0;
	unsigned long long payload = 0;
	int count = sscanf(line, "%19s %llu %39s %llu", command, &number, name, &payload);

	if (strcmp(command, "enter") == 0 && count == 3)
		t_old_record(old, number, address_of(name), 0, old->header.pid, 0);
	else if (strcmp(command, "exit") == 0 && count == 3)
		t_old_record(old, number, address_of(name), 0, old->header.pid, 1);
	else if (strcmp(command, "marker") == 0 && count == 4)
		t_old_record(old, number, strtoull(name, NULL, 10), payload, old->header.pid, 2);
	else if (strcmp(command, "cut") == 0 && number <= old->count)
		old->count -= (size_t)number;
	else
		fail(line);
}

int main(int argc, char **argv)
{
	struct t_old_header header = { .version = 2, .first_ns = 1000, .pid = 7 };
	char line[200];
	struct t_old old;

	if (argc < 3)
		fail("build-old <folder> <file name> [<option>=<value>...]");
	dl_iterate_phdr(take_bias, &header.bias);
	for (int i = 3; i < argc; i++)
		take_option(&header, argv[i]);
	t_old_events(&old, &header);
	while (fgets(line, sizeof(line), stdin))
		run(&old, line);
	mkdir(argv[1], 0700);
	t_old_write(&old, argv[1], argv[2]);
	return 0;
}
