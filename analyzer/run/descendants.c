/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* kill */
#include "descendants.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void csa_descendants_release(struct csa_descendants *all)
{
	free(all->items);
	*all = (struct csa_descendants){ 0 };
}

/* Moves behind @count words of @text, which are separated by a blank each. */
static const char *skip_words(const char *text, unsigned count)
{
	for (; count && text; count--) {
		text = strchr(text, ' ');
		text = text ? text + 1 : NULL;
	}
	return text;
}

/* Return: the state letter, or '\0' when there is no such process. */
static char read_process(const char *pid, struct csa_process *process)
{
	char path[64];
	char text[1024];
	const char *state;
	const char *start;
	size_t length;
	FILE *file;

	if (snprintf(path, sizeof(path), "/proc/%s/stat", pid) >= (int)sizeof(path))
		return '\0';
	file = fopen(path, "re");
	if (!file)
		return '\0';
	length = fread(text, 1, sizeof(text) - 1, file);
	(void)fclose(file);
	text[length] = '\0';
	/* "pid (name) state parent ...": the name may hold anything, also ") R 1". */
	state = skip_words(strrchr(text, ')'), 1); /* field 3; the parent is 4, the start 22 */
	start = skip_words(state, 19);
	if (!start)
		return '\0';
	*process = (struct csa_process){
		.pid = (pid_t)strtol(pid, NULL, 10),
		.parent = (pid_t)strtol(state + 2, NULL, 10),
		.start = strtoull(start, NULL, 10),
	};
	return *state;
}

static bool has_ended(char state)
{
	return state == '\0' || state == 'Z' || state == 'X';
}

bool csa_process_is_alive(pid_t pid)
{
	struct csa_process process;
	char text[32];

	(void)snprintf(text, sizeof(text), "%ld", (long)pid);
	return pid > 0 && !has_ended(read_process(text, &process));
}

static struct csa_process *find(struct csa_descendants *all, pid_t pid)
{
	for (size_t i = 0; i < all->count; i++) {
		if (all->items[i].pid == pid)
			return &all->items[i];
	}
	return NULL;
}

static bool add(struct csa_descendants *all, const struct csa_process *process)
{
	struct csa_process *known = find(all, process->pid);

	if (known && known->start == process->start) {
		known->parent = process->parent;
		return true;
	}
	if (all->count == all->capacity) {
		size_t capacity = all->capacity ? all->capacity * 2 : 256;
		struct csa_process *items = realloc(all->items, capacity * sizeof(*items));

		if (!items)
			return false;
		all->items = items;
		all->capacity = capacity;
	}
	all->items[all->count++] = *process;
	return true;
}

static void read_all(struct csa_descendants *all)
{
	DIR *folder = opendir("/proc");
	struct dirent *entry;

	while (folder && (entry = readdir(folder)) != NULL) {
		struct csa_process process;

		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		if (!has_ended(read_process(entry->d_name, &process)) && !add(all, &process))
			break;
	}
	if (folder)
		closedir(folder);
}

void csa_descendants_collect(struct csa_descendants *all, pid_t root)
{
	bool found = true;
	size_t kept = 0;

	read_all(all);
	while (found) {
		found = false;
		for (size_t i = 0; i < all->count; i++) {
			struct csa_process *process = &all->items[i];
			const struct csa_process *parent = find(all, process->parent);

			if (process->is_wanted ||
			    (process->parent != root && !(parent && parent->is_wanted)))
				continue;
			process->is_wanted = true;
			found = true;
		}
	}
	for (size_t i = 0; i < all->count; i++) {
		if (all->items[i].is_wanted)
			all->items[kept++] = all->items[i];
	}
	all->count = kept;
}

void csa_descendants_signal(const struct csa_descendants *all, int signal_number)
{
	for (size_t i = 0; i < all->count; i++) {
		struct csa_process now;
		char text[32];

		(void)snprintf(text, sizeof(text), "%ld", (long)all->items[i].pid);
		if (!has_ended(read_process(text, &now)) && now.start == all->items[i].start)
			kill(all->items[i].pid, signal_number);
	}
}
