/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "clock.h"
#include "cpus.h"
#include "file.h"
#include "frames.h"
#include "live.h"
#include "process.h"
#include "syscalls.h"
#include "text.h"

#ifndef CSR_SELECTION_FILE
#define CSR_SELECTION_FILE ""
#endif

/* Of a longer command line the beginning is kept. Each of its bytes may take six in JSON. */
#define ARGUMENTS_MAX 16384u
#define FACTS_MAX     (6 * (ARGUMENTS_MAX + 3 * 4096) + 8192)

/* process.json as it was written: by one thread, during a start, and then by the one that writes a snapshot. */
static char facts_bytes[FACTS_MAX];
static struct csr_text facts;

static char path[4096]; /* one thread at a time, during a start; stacks of threads may be small */

CSR_FN const char *csr_folder_error(int rc, const char *number)
{
	switch (-rc) {
	case EACCES:
	case EPERM:
		return ": permission denied";
	case EROFS:
		return ": read-only file system";
	case ENOSPC:
	case EDQUOT:
		return ": no space left";
	case ENOTDIR:
		return ": not a directory";
	case ENOENT:
		return ": no such directory";
	case EFBIG:
		return ": file size limit";
	case EMFILE:
	case ENFILE:
		return ": too many open files";
	case ENAMETOOLONG:
		return ": name too long";
	case ENOMEM:
		return ": out of memory";
	default:
		return number;
	}
}

CSR_FN static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '.' || c == '_' || c == '-' || c == '+';
}

CSR_FN static long read_link(const char *link, char *target, size_t bytes)
{
	long count = csr_sys(SYS_readlinkat, AT_FDCWD, link, target, bytes - 1);

	target[CSR_IS_ERROR(count) ? 0 : count] = '\0';
	return count;
}

/* The executable's own name, of bytes that are safe in every file system and shell. */
CSR_FN static void add_exe_name(struct csr_text *text)
{
	const char *name = path;
	unsigned length = 0;

	read_link("/proc/self/exe", path, sizeof(path));
	for (const char *c = path; *c; c++) {
		if (*c == '/')
			name = c + 1;
	}
	for (; *name && length < 200; name++, length++)
		csr_text_add_char(text, (char)(is_name_byte(*name) ? *name : '_'));
	if (!length)
		csr_text_add(text, "program");
}

/* mkdir -p of csr_process.folder. */
CSR_FN static int make_parents(void)
{
	char *folder = csr_process.folder;
	long rc;

	for (char *c = folder + 1;; c++) {
		char kept = *c;

		if (kept && kept != '/')
			continue;
		*c = '\0';
		rc = csr_sys(SYS_mkdirat, AT_FDCWD, folder, 0700);
		*c = kept;
		if (CSR_IS_ERROR(rc) && rc != -EEXIST && (!kept || (rc != -EACCES && rc != -EROFS)))
			return (int)rc;
		if (!kept)
			return 0;
	}
}

/* Once a process and for its children: they may change directory before their first hook. */
CSR_FN static int find_base(void)
{
	struct csr_text base;

	if (csr_process.base[0])
		return 0;
	csr_text_init(&base, csr_process.base, sizeof(csr_process.base));
	path[0] = '\0';
	if (csr_process.settings.dir[0] != '/') {
		csr_sys(SYS_getcwd, path, sizeof(path));
		if (path[0] != '/') /* removed, or not below our root */
			return -ENOENT;
		csr_text_add(&base, path);
		csr_text_add_char(&base, '/');
	}
	csr_text_add(&base, csr_process.settings.dir);
	return base.is_full ? -ENAMETOOLONG : 0;
}

CSR_FN int csr_folder_create(void)
{
	uint64_t started = csr_clock_ns(CLOCK_REALTIME);
	struct csr_text folder;
	size_t parent_length;
	int rc;

	rc = find_base();
	if (rc < 0)
		return rc;
	csr_text_init(&folder, csr_process.folder, sizeof(csr_process.folder));
	csr_text_add(&folder, csr_process.base);
	parent_length = folder.length;
	rc = make_parents();
	for (unsigned i = 0; rc == 0 && i < 1000; i++) {
		struct csr_text name;

		csr_text_init(&name, csr_process.name, sizeof(csr_process.name));
		add_exe_name(&name);
		csr_text_add_char(&name, '-');
		csr_text_add_decimal(&name, (uint64_t)csr_process.pid);
		csr_text_add_char(&name, '-');
		csr_text_add_decimal(&name, started + i);
		folder.length = parent_length;
		csr_text_add_char(&folder, '/');
		csr_text_add(&folder, csr_process.name);
		if (folder.is_full)
			return -ENAMETOOLONG;
		rc = (int)csr_sys(SYS_mkdirat, AT_FDCWD, csr_process.folder, 0700);
		if (rc != -EEXIST)
			return rc;
		rc = 0;
	}
	return rc ? rc : -EEXIST;
}

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

/*
 * When the process began, in the kernel's clock ticks since boot (field 22 of /proc/self/stat, proc(5)):
 * exec keeps it, so that with the pid it tells which images are one process. 0 = not known.
 */
CSR_FN static uint64_t process_start(void)
{
	static char stat[1024];
	long fd = csr_sys(SYS_openat, AT_FDCWD, "/proc/self/stat", O_RDONLY | O_CLOEXEC, 0);
	const char *at = stat;
	uint64_t number = 0;
	long count;

	if (CSR_IS_ERROR(fd))
		return 0;
	count = csr_sys(SYS_read, fd, stat, sizeof(stat) - 1);
	csr_sys(SYS_close, fd);
	stat[CSR_IS_ERROR(count) ? 0 : count] = '\0';
	for (const char *c = stat; *c; c++) { /* the name, field 2, may hold anything */
		if (*c == ')')
			at = c + 1;
	}
	for (unsigned field = 2; field < 22 && *at; at++)
		field += *at == ' ';
	for (; *at >= '0' && *at <= '9'; at++)
		number = number * 10 + (uint64_t)(*at - '0');
	return number;
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
	read_link("/proc/self/exe", path, sizeof(path));
	add_string(text, "exe", path);
	add_command_line(text);
	path[0] = '\0';
	csr_sys(SYS_getcwd, path, sizeof(path));
	add_string(text, "cwd", path);
	add_number(text, "pid", (uint64_t)csr_process.pid);
	add_number(text, "ppid", (uint64_t)csr_sys(SYS_getppid));
	add_string(text, "parent", csr_process.parent);
	add_number(text, "process_start", process_start());
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

CSR_FN static int write_facts(const char *folder, const struct csr_text *text)
{
	struct csr_file file;
	int rc = csr_file_create(&file, folder, "process.json");

	if (rc < 0)
		return rc;
	rc = text->is_full
		     ? -ENAMETOOLONG
		     : csr_file_append(&file, folder, "process.json", text->data, text->length);
	csr_file_close(&file);
	return rc;
}

CSR_FN int csr_folder_write_facts(void)
{
	csr_text_init(&facts, facts_bytes, sizeof(facts_bytes));
	add_facts(&facts);
	csr_text_add(&facts, "}\n");
	return write_facts(csr_process.folder, &facts);
}

CSR_FN int csr_folder_write_snapshot(const char *folder, const struct csr_snapshot_facts *snapshot)
{
	const struct csf_live *live = csr_live_header();
	struct csr_text *text = &facts;
	size_t length = facts.length;
	int rc;

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
	rc = write_facts(folder, &facts);
	facts.length = length;
	return rc;
}
