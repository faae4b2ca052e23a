/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "gate_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define CLOCK_FILE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* The value of a line "<key> : <value>"; NULL: another line. */
static const char *value_of(char *line, const char *key)
{
	char *colon = strchr(line, ':');
	size_t length = strlen(key);

	if (!colon || strncmp(line, key, length) != 0 ||
	    line[length + strspn(line + length, " \t")] != ':')
		return NULL;
	colon += 1 + strspn(colon + 1, " \t");
	colon[strcspn(colon, "\n")] = '\0';
	return colon;
}

/* Other machines than x86 name no model: what they say of the part stands for it. */
static const char *find_cpu(struct csa_text_pool *pool)
{
	static const char *const keys[] = { "model name", "cpu model", "CPU part", "cpu" };
	FILE *in = fopen("/proc/cpuinfo", "re");
	const char *found = NULL;
	size_t best = sizeof(keys) / sizeof(keys[0]);
	char *line = NULL;
	size_t size = 0;

	while (in && best > 0 && getline(&line, &size, in) > 0) {
		for (size_t i = 0; i < best; i++) {
			const char *value = value_of(line, keys[i]);

			if (!value)
				continue;
			found = csa_text_pool_add(pool, value, strlen(value));
			best = i;
		}
	}
	free(line);
	if (in)
		fclose(in);
	return found ? found : csa_text_pool_add(pool, "", 0);
}

static const char *find_clock(struct csa_text_pool *pool)
{
	FILE *in = fopen(CLOCK_FILE, "re");
	char name[64] = "";

	if (in) {
		if (!fgets(name, sizeof(name), in))
			name[0] = '\0';
		fclose(in);
	}
	return csa_text_pool_add(pool, name, strcspn(name, "\n"));
}

bool csa_gate_machine(struct csa_gate_facts *facts, struct csa_text_pool *pool)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct utsname system;
	const char *arch = uname(&system) == 0 ? system.machine : "";

	facts->cpus = cpus > 0 ? (uint64_t)cpus : 0;
	facts->cpu = find_cpu(pool);
	facts->arch = csa_text_pool_add(pool, arch, strlen(arch));
	facts->clock = find_clock(pool);
	return facts->cpu && facts->arch && facts->clock;
}

bool csa_gate_fact_add(struct csa_gate_facts *facts, struct csa_text_pool *pool, const char *key,
		       const char *value)
{
	struct csa_gate_fact fact = { csa_text_pool_add(pool, key, strlen(key)),
				      csa_text_pool_add(pool, value, strlen(value)) };
	unsigned at = 0;

	if (!fact.key || !fact.value)
		return false;
	while (at < facts->extra_count && strcmp(facts->extra[at].key, key) < 0)
		at++;
	if (at < facts->extra_count && strcmp(facts->extra[at].key, key) == 0) {
		facts->extra[at] = fact;
		return true;
	}
	if (facts->extra_count == CSA_GATE_FACTS_MAX)
		return false;
	memmove(&facts->extra[at + 1], &facts->extra[at],
		(facts->extra_count - at) * sizeof(facts->extra[0]));
	facts->extra[at] = fact;
	facts->extra_count++;
	return true;
}

bool csa_gate_same_machine(const struct csa_gate_facts *a, const struct csa_gate_facts *b)
{
	return a->cpus == b->cpus && strcmp(a->cpu, b->cpu) == 0 && strcmp(a->arch, b->arch) == 0;
}

static void note_text(struct csa_notes *notes, const char *what, const char *before,
		      const char *now)
{
	if (strcmp(before, now) != 0)
		csa_notes_add(notes, CSA_NOTE_INFO, "%s differs: %s, now %s", what,
			      before[0] ? before : "not known", now[0] ? now : "not known");
}

static const char *find_fact(const struct csa_gate_facts *facts, const char *key)
{
	for (unsigned i = 0; i < facts->extra_count; i++) {
		if (strcmp(facts->extra[i].key, key) == 0)
			return facts->extra[i].value;
	}
	return "";
}

void csa_gate_note_facts(struct csa_notes *notes, const struct csa_gate_facts *before,
			 const struct csa_gate_facts *now)
{
	note_text(notes, "the CPU", before->cpu, now->cpu);
	if (before->cpus != now->cpus)
		csa_notes_add(notes, CSA_NOTE_INFO,
			      "the number of CPUs differs: %" PRIu64 ", now %" PRIu64, before->cpus,
			      now->cpus);
	note_text(notes, "the architecture", before->arch, now->arch);
	note_text(notes, "the kernel's clock", before->clock, now->clock);
	note_text(notes, "the version of callsight", before->version, now->version);
	note_text(notes, "the command", before->command, now->command);
	for (unsigned i = 0; i < before->extra_count; i++)
		note_text(notes, before->extra[i].key, before->extra[i].value,
			  find_fact(now, before->extra[i].key));
	for (unsigned i = 0; i < now->extra_count; i++) {
		if (!find_fact(before, now->extra[i].key)[0])
			note_text(notes, now->extra[i].key, "", now->extra[i].value);
	}
}
