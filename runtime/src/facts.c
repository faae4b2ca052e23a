/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "facts.h"

#include <fcntl.h>
#include <time.h>

#include "clock.h"
#include "cpus.h"
#include "frames.h"
#include "live.h"
#include "proc_self.h"
#include "process.h"
#include "syscalls.h"

#ifndef CSR_SELECTION_FILE
#define CSR_SELECTION_FILE ""
#endif

/* Of a longer command line the beginning is kept. Each of its bytes may take six in JSON. */
#define ARGUMENTS_MAX 16384u
#define FACTS_MAX     (6 * (ARGUMENTS_MAX + 3 * 4096) + 8192)

/* process.json as it was written: by one thread, during a start, and then by the one that writes a snapshot. */
static char facts_bytes[FACTS_MAX];
static struct csr_text facts;
static size_t length_at_start;

static char path[4096]; /* one thread at a time, during a start; stacks of threads may be small */

CSR_FN static void add_key(struct csr_text *text, const char *key)
{
	csr_text_add(text, text->data[text->length - 1] == '{' ? "\"" : ",\"");
	csr_text_add(text, key);
	csr_text_add(text, "\":");
}

CSR_FN static void add_number(struct csr_text *text, const char *key, uint64_t number)
{
	add_key(text, key);
	csr_text_add_decimal(text, number);
}

CSR_FN static void add_bool(struct csr_text *text, const char *key, bool value)
{
	add_key(text, key);
	csr_text_add(text, value ? "true" : "false");
}

/* NULL and "" are null. */
CSR_FN static void add_string(struct csr_text *text, const char *key, const char *value)
{
	add_key(text, key);
	if (value && *value)
		csr_text_add_json(text, value, csr_length(value));
	else
		csr_text_add(text, "null");
}

CSR_FN static void add_command_line(struct csr_text *text)
{
	static char arguments[ARGUMENTS_MAX];
	long fd = csr_sys(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
	long count = 0;

	add_key(text, "cmdline");
	csr_text_add_char(text, '[');
	if (!CSR_IS_ERROR(fd)) {
		count = csr_sys(SYS_read, fd, arguments, sizeof(arguments));
		csr_sys(SYS_close, fd);
	}
	for (long i = 0, start = 0; i < count; i++) {
		if (arguments[i] && i + 1 < count)
			continue;
		if (start)
			csr_text_add_char(text, ',');
		csr_text_add_json(text, arguments + start,
				  (size_t)(i - start) + (arguments[i] != 0));
		start = i + 1;
	}
	csr_text_add_char(text, ']');
}

CSR_FN static void add_start_and_clock(struct csr_text *text)
{
	const struct csr_clock *clock = csr_clock_get();
	struct csr_clock_pair pair = csr_clock_pair_read();

	add_key(text, "start");
	csr_text_add_char(text, '{');
	add_number(text, "ticks", pair.ticks);
	add_number(text, "monotonic_ns", pair.ns);
	add_number(text, "boottime_ns", csr_clock_ns(CLOCK_BOOTTIME));
	add_number(text, "realtime_ns", csr_clock_ns(CLOCK_REALTIME));
	csr_text_add_char(text, '}');
	add_key(text, "clock");
	csr_text_add_char(text, '{');
	add_string(text, "source", clock->source);
	add_number(text, "tick_hz", clock->tick_hz);
	add_bool(text, "exact", clock->is_exact);
	csr_text_add_char(text, '}');
}

CSR_FN static void add_settings(struct csr_text *text)
{
	const struct csr_settings *settings = &csr_process.settings;

	add_key(text, "settings");
	csr_text_add_char(text, '{');
	add_string(text, "mode", csr_settings_mode_name(settings->mode));
	add_number(text, "max_mb", settings->max_bytes >> 20);
	add_number(text, "max_events", settings->max_events);
	add_string(text, "full", settings->is_wrap ? "wrap" : "stop");
	add_number(text, "seg_mb", settings->segment_bytes >> 20);
	add_number(text, "min_free_mb", settings->min_free_bytes >> 20);
	add_string(text, "trigger", settings->trigger);
	add_number(text, "snapshots", settings->max_snapshots);
	add_bool(text, "callsites", settings->has_call_sites);
	add_string(text, "threads", settings->threads);
	csr_text_add_char(text, '}');
}

CSR_FN static void add_hundredths(struct csr_text *text, const char *key, double value)
{
	uint64_t hundredths = (uint64_t)(value * 100.0);

	add_number(text, key, hundredths / 100);
	csr_text_add_char(text, '.');
	csr_text_add_char(text, (char)('0' + hundredths / 10 % 10));
	csr_text_add_char(text, (char)('0' + hundredths % 10));
}

CSR_FN static const char *architecture(void)
{
#if defined(__x86_64__)
	return "x86_64";
#elif defined(__aarch64__)
	return "aarch64";
#elif defined(__arm__)
	return "arm";
#elif defined(__riscv)
	return "riscv";
#elif defined(__powerpc__)
	return "powerpc";
#elif defined(__s390x__)
	return "s390x";
#elif defined(__i386__)
	return "i386";
#else
	return "unknown";
#endif
}

CSR_FN static void add_facts(struct csr_text *text)
{
	csr_text_add_char(text, '{');
	add_number(text, "schema", CSF_PROCESS_SCHEMA);
	add_number(text, "format", CSF_VERSION);
	csr_proc_self_exe(path, sizeof(path));
	add_string(text, "exe", path);
	add_command_line(text);
	path[0] = '\0';
	csr_sys(SYS_getcwd, path, sizeof(path));
	add_string(text, "cwd", path);
	add_number(text, "pid", (uint64_t)csr_process.pid);
	add_number(text, "ppid", (uint64_t)csr_sys(SYS_getppid));
	add_string(text, "parent", csr_process.parent);
	add_number(text, "process_start", csr_proc_self_start());
	add_string(text, "arch", architecture());
	add_number(text, "pointer_bytes", sizeof(void *));
	add_number(text, "cpus", csr_cpus());
	add_start_and_clock(text);
	add_settings(text);
	add_hundredths(text, "hook_ns", csr_process.hook_ns);
	add_hundredths(text, "events_hook_ns", csr_process.events_hook_ns);
	add_string(text, "frames", CSR_FRAME_KIND);
	add_string(text, "selection", CSR_SELECTION_FILE);
}

CSR_FN const struct csr_text *csr_facts_make(void)
{
	csr_text_init(&facts, facts_bytes, sizeof(facts_bytes));
	add_facts(&facts);
	csr_text_add(&facts, "}\n");
	length_at_start = facts.length;
	return facts.is_full ? NULL : &facts;
}

CSR_FN const struct csr_text *csr_facts_of_snapshot(const struct csr_snapshot_facts *snapshot)
{
	const struct csf_live *live = csr_live_header();
	struct csr_text *text = &facts;

	facts.length -= 2; /* the end of the object */
	add_key(text, "snapshot");
	csr_text_add_char(text, '{');
	add_number(text, "number", snapshot->number);
	add_string(text, "reason", "trigger");
	add_string(text, "function", snapshot->function);
	add_number(text, "duration_ns", snapshot->duration_ns);
	add_number(text, "lost_threads", live->lost_threads);
	add_number(text, "lost_events", live->lost_events);
	csr_text_add(text, "}}\n");
	return facts.is_full ? NULL : &facts;
}

CSR_FN void csr_facts_restore(void)
{
	facts.length = length_at_start;
	facts.is_full = false;
}
