/* SPDX-License-Identifier: MIT */
/*
 * Builds a capture from a script on standard input, one command a line:
 *
 *     build-trace <capture folder> [<option>=<value>...] <script
 *
 *     thread                    a new thread, which the next commands are about
 *     enter <ticks> <function>  enter_at, exit <ticks>, exit_of <ticks> <function>
 *     unwound <ticks> <left>    unmatched <ticks> <function>
 *     marker <ticks> <number> <argument>
 *     named <ticks> <name> [<value>]   a mark, a frame or a value
 *     name <ticks> <text>       open <ticks> <function>, lost <events>
 *     block <fate>              written, missing, hole, twice, partial, prefix, dropped, stale
 *     killed                    the process does not reach its exit handlers
 *
 * With mode=summary or mode=count:
 *
 *     slot <threads>            a new slot, which the next commands are about
 *     row <function> <entered> <ended> <total> <self> <min> <max>
 *     more <nested> <unwound> <left open> <flags>     of the last row
 *     octave <octave> <index> <count>                 likewise
 *     count <function> <calls>  a row of count mode; rest <calls>: of functions without a row
 *     frame <function> <enter ticks> <child ticks>    an open one; root <ticks>
 *     last <ticks>, lost_hooks <count>, unmatched_exits <count>, refused <errno>
 *
 * Functions are alpha, beta, gamma_ray (of this program) or addresses; names are parse (a scope, entered
 * as functions are), tick, queue and ready. The clock has 1 tick a ns and
 * begins at 1000. Options: name parent pid ppid selection hook_ns
 * events_hook_ns start mode; module=none or =<path>.
 */
#define _GNU_SOURCE /* dl_iterate_phdr, readlink */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "summary_script.h"
#include "test_files.h"
#include "trace_builder.h"
#include "traced_functions.h"

static struct t_trace *trace;
static struct t_thread *thread;
static bool is_killed;

struct self {
	char path[4096];
	char build_id[100];
	uint64_t bias;
	uint64_t end;
};

/* The first object is the program. */
static int fill_self(struct dl_phdr_info *info, size_t size, void *argument)
{
	struct self *self = argument;

	(void)size;
	self->bias = info->dlpi_addr;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const char *note = (const char *)(uintptr_t)(info->dlpi_addr + p->p_vaddr);
		const ElfW(Nhdr) *header = (const void *)note;

		if (p->p_type == PT_LOAD && p->p_vaddr + p->p_memsz > self->end)
			self->end = p->p_vaddr + p->p_memsz;
		if (p->p_type != PT_NOTE || header->n_type != NT_GNU_BUILD_ID)
			continue;
		for (unsigned j = 0; j < header->n_descsz && j < 40; j++)
			snprintf(self->build_id + 2 * j, 3, "%02x",
				 (unsigned)(unsigned char)note[sizeof(*header) + 4 + j]);
	}
	return 1;
}

static void fail(const char *line)
{
	fprintf(stderr, "build-trace: %s\n", line);
	exit(2);
}

static const struct t_name *name_of(const char *text)
{
	const struct t_name *const names[] = { &parse_scope, &tick_frame, &queue_value,
					       &ready_mark };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strncmp(names[i]->texts, text, strlen(text)) == 0)
			return names[i];
	}
	return NULL;
}

static void add_named(uint64_t ticks, const char *text, const char *value)
{
	const struct t_name *name = name_of(text);
	uint64_t words[2] = { (uint64_t)(uintptr_t)name, (uint64_t)strtoll(value, NULL, 10) };

	if (!name)
		fail(text);
	t_extended(thread, ticks, CSF_EXT_USER_MARK, name->name.kind, words,
		   name->name.kind == CSF_NAME_VALUE ? 2 : 1);
}

static uint64_t function_of(const char *name)
{
	static const struct {
		const char *name;
		void (*function)(void);
	} functions[] = { { "alpha", alpha }, { "beta", beta }, { "gamma_ray", gamma_ray } };

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		if (strcmp(functions[i].name, name) == 0)
			return (uint64_t)(uintptr_t)functions[i].function;
	}
	if (name_of(name))
		return (uint64_t)(uintptr_t)name_of(name);
	return strtoull(name, NULL, 16);
}

static void close_block(const char *fate)
{
	static const char *const fates[] = { "written", "missing", "hole",    "twice",
					     "partial", "prefix",  "dropped", "stale" };

	for (size_t i = 0; i < sizeof(fates) / sizeof(fates[0]); i++) {
		if (strcmp(fates[i], fate) == 0) {
			t_block(thread, (enum t_block_fate)i);
			return;
		}
	}
	fail(fate);
}

static void run(const char *command, const char *a, const char *b, const char *c)
{
	uint64_t number = strtoull(a, NULL, 10);

	if (strcmp(command, "thread") == 0)
		thread = t_thread_new(trace, 70 + (unsigned)number);
	else if (strcmp(command, "enter") == 0)
		t_enter(thread, number, function_of(b));
	else if (strcmp(command, "enter_at") == 0)
		t_enter_at(thread, number, function_of(b), function_of(c));
	else if (strcmp(command, "exit") == 0)
		t_exit(thread, number);
	else if (strcmp(command, "exit_of") == 0)
		t_exit_of(thread, number, function_of(b));
	else if (strcmp(command, "open") == 0)
		t_open_frame(thread, number, function_of(b));
	else if (strcmp(command, "unwound") == 0)
		t_unwound(thread, number, (unsigned)strtoul(b, NULL, 10));
	else if (strcmp(command, "unmatched") == 0)
		t_unmatched(thread, number, function_of(b));
	else if (strcmp(command, "marker") == 0)
		t_marker(thread, number, (unsigned)strtoul(b, NULL, 10), strtoull(c, NULL, 10));
	else if (strcmp(command, "named") == 0)
		add_named(number, b, c);
	else if (strcmp(command, "name") == 0)
		t_name(thread, number, b);
	else if (strcmp(command, "lost") == 0)
		t_lost(thread, (unsigned)number);
	else if (strcmp(command, "block") == 0)
		close_block(a);
	else if (strcmp(command, "killed") == 0)
		is_killed = true;
	else
		fail(command);
}

static void set_option(struct t_trace_options *options, const char *text)
{
	const char *value = strchr(text, '=');

	if (!value++)
		fail(text);
	if (strncmp(text, "name=", 5) == 0)
		options->name = value;
	else if (strncmp(text, "parent=", 7) == 0)
		options->parent = value;
	else if (strncmp(text, "selection=", 10) == 0)
		options->selection = value;
	else if (strncmp(text, "pid=", 4) == 0)
		options->pid = (unsigned)strtoul(value, NULL, 10);
	else if (strncmp(text, "ppid=", 5) == 0)
		options->ppid = (unsigned)strtoul(value, NULL, 10);
	else if (strncmp(text, "hook_ns=", 8) == 0)
		options->hook_ns = strtod(value, NULL);
	else if (strncmp(text, "mode=", 5) == 0)
		options->mode = value;
	else if (strncmp(text, "events_hook_ns=", 15) == 0)
		options->events_hook_ns = strtod(value, NULL);
	else if (strncmp(text, "start=", 6) == 0)
		options->realtime_ns = strtoull(value, NULL, 10) * 1000000000u;
	else if (strncmp(text, "module=", 7) == 0)
		options->module = strcmp(value, "none") == 0 ? NULL : value;
	else if (strncmp(text, "build_id=", 9) == 0)
		options->build_id = value;
	else
		fail(text);
}

static void write_summary(struct t_summary *summary, const char *folder)
{
	char *path = t_path(folder, "summary.cst");

	t_summary_write(summary, path);
	free(path);
}

int main(int argc, char **argv)
{
	struct self self = { .path = "" };
	struct t_trace_options options = { 0 };
	struct t_summary summary;
	char line[200];

	if (argc < 2)
		fail("no folder given");
	dl_iterate_phdr(fill_self, &self);
	if (readlink("/proc/self/exe", self.path, sizeof(self.path) - 1) < 0)
		fail("/proc/self/exe");
	options.exe = self.path;
	options.module = self.path;
	options.build_id = self.build_id;
	options.module_start = self.bias;
	options.module_bytes = self.end;
	for (int i = 2; i < argc; i++)
		set_option(&options, argv[i]);
	trace = t_trace_new(argv[1], &options);
	t_summary_init(&summary, options.mode && strcmp(options.mode, "count") == 0
					 ? CSF_MODE_COUNT
					 : CSF_MODE_SUMMARY);
	while (fgets(line, sizeof(line), stdin)) {
		char words[T_SCRIPT_WORDS][50] = { "" };

		if (sscanf(line, "%49s %49s %49s %49s %49s %49s %49s %49s", words[0], words[1],
			   words[2], words[3], words[4], words[5], words[6], words[7]) > 0 &&
		    !(options.mode && t_summary_command(&summary, words, function_of(words[1]))))
			run(words[0], words[1], words[2], words[3]);
	}
	if (options.mode)
		write_summary(&summary, t_trace_dir(trace));
	t_trace_end(trace, !is_killed);
	return 0;
}
