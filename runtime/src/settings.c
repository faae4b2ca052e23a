/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* secure_getenv: a setuid program is not told where to write */
#include "settings.h"

#include <stdlib.h>

#include "callsight/trace_format.h"
#include "text.h"

/* From "thread" lines of trace.config, by the build. */
#ifndef CSR_THREADS
#define CSR_THREADS NULL
#endif

#define MEGABYTE          UINT64_C(1048576)
#define DEFAULT_MAX_MB    512u
#define DEFAULT_SNAPSHOTS 8u
#define DEFAULT_SHM_BYTES UINT64_C(16777216)
#define SHM_BYTES_MAX     (UINT64_C(1) << 36)
#define SHM_NAME_MAX      255u

CSR_FN static void refuse(const char *name, const char *value, const char *expected)
{
	char line[400];
	struct csr_text text;

	csr_text_init(&text, line, sizeof(line));
	csr_text_add(&text, name);
	csr_text_add(&text, "='");
	csr_text_add(&text, value);
	csr_say(line, "' is not ", expected, "; using the default");
}

CSR_FN static bool read_bool(const char *name, bool otherwise)
{
	const char *value = secure_getenv(name);

	if (!value || !*value)
		return otherwise;
	if (csr_equal(value, "1") || csr_equal(value, "on") || csr_equal(value, "yes") ||
	    csr_equal(value, "true"))
		return true;
	if (csr_equal(value, "0") || csr_equal(value, "off") || csr_equal(value, "no") ||
	    csr_equal(value, "false"))
		return false;
	refuse(name, value, "0 or 1");
	return otherwise;
}

CSR_FN static uint64_t read_number(const char *name, uint64_t otherwise, uint64_t largest)
{
	const char *value = secure_getenv(name);
	uint64_t number = 0;

	if (!value || !*value)
		return otherwise;
	for (const char *c = value; *c; c++) {
		if (*c < '0' || *c > '9' || number > (largest - (uint64_t)(*c - '0')) / 10) {
			refuse(name, value, "a number from 0 on");
			return otherwise;
		}
		number = number * 10 + (uint64_t)(*c - '0');
	}
	return number;
}

CSR_FN static enum csr_clock_choice read_clock(void)
{
	const char *value = secure_getenv("TRACE_CLOCK");

	if (!value || !*value || csr_equal(value, "auto"))
		return CSR_CLOCK_AUTO;
	if (csr_equal(value, "mono"))
		return CSR_CLOCK_MONO;
	if (csr_equal(value, "raw"))
		return CSR_CLOCK_RAW;
	if (csr_equal(value, "tsc"))
		return CSR_CLOCK_TSC;
	refuse("TRACE_CLOCK", value, "one of auto, mono, raw, tsc");
	return CSR_CLOCK_AUTO;
}

CSR_FN static bool read_wrap(void)
{
	const char *value = secure_getenv("TRACE_FULL");

	if (!value || !*value || csr_equal(value, "stop"))
		return false;
	if (csr_equal(value, "wrap"))
		return true;
	refuse("TRACE_FULL", value, "one of stop, wrap");
	return false;
}

/* Memory has an end: without a limit, or with one beyond what can be mapped, the default counts. */
CSR_FN static void read_max_bytes(struct csr_settings *settings)
{
	uint64_t megabytes = read_number("TRACE_MAX_MB", DEFAULT_MAX_MB, UINT64_MAX / MEGABYTE);

	if (settings->is_wrap && (megabytes == 0 || megabytes > CSR_WRAP_MB_MAX)) {
		refuse("TRACE_MAX_MB", secure_getenv("TRACE_MAX_MB"),
		       "a number from 1 to 16384, as TRACE_FULL=wrap needs");
		megabytes = DEFAULT_MAX_MB;
	}
	settings->max_bytes = MEGABYTE * megabytes;
}

CSR_FN static const char *read_string(const char *name, const char *otherwise)
{
	const char *value = secure_getenv(name);

	return value && *value ? value : otherwise;
}

CSR_FN const char *csr_settings_mode_name(enum csr_mode mode)
{
	static const char *const names[] = {
		[CSR_MODE_EVENTS] = "events",
		[CSR_MODE_SUMMARY] = "summary",
		[CSR_MODE_COUNT] = "count",
	};

	return names[mode];
}

CSR_FN static enum csr_mode read_mode(void)
{
	const char *value = secure_getenv("TRACE_MODE");

	if (!value || !*value)
		return CSR_MODE_EVENTS;
	for (enum csr_mode mode = CSR_MODE_EVENTS; mode <= CSR_MODE_COUNT; mode++) {
		if (csr_equal(value, csr_settings_mode_name(mode)))
			return mode;
	}
	refuse("TRACE_MODE", value, "one of events, summary, count");
	return CSR_MODE_EVENTS;
}

/* What shm_open() takes: one slash, at its beginning. Return: the name behind it; NULL: none. */
CSR_FN static const char *read_shm(void)
{
	const char *value = secure_getenv("TRACE_SHM");
	size_t length;

	if (!value || !*value)
		return NULL;
	length = csr_length(value + 1);
	for (size_t i = 1; i <= length; i++) {
		if (value[i] == '/')
			length = 0;
	}
	if (*value == '/' && length && length < SHM_NAME_MAX && !csr_equal(value, "/.") &&
	    !csr_equal(value, "/.."))
		return value + 1;
	refuse("TRACE_SHM", value, "a name as /callsight");
	return NULL;
}

CSR_FN static uint64_t read_shm_bytes(void)
{
	uint64_t bytes = read_number("TRACE_SHM_SIZE", DEFAULT_SHM_BYTES, UINT64_MAX);

	if (bytes >= CSF_BLOCK_BYTES && bytes <= SHM_BYTES_MAX)
		return bytes;
	refuse("TRACE_SHM_SIZE", secure_getenv("TRACE_SHM_SIZE"),
	       "a number from 65536 to 68719476736");
	return DEFAULT_SHM_BYTES;
}

/* A ring takes blocks of events, and the reason why it does not is said. */
CSR_FN static void drop_shm(struct csr_settings *settings)
{
	const char *name = NULL;

	if (settings->mode != CSR_MODE_EVENTS)
		name = "TRACE_MODE other than events";
	else if (settings->is_wrap)
		name = "TRACE_FULL=wrap";
	else if (settings->trigger)
		name = "TRACE_TRIGGER";
	if (!settings->shm || !name)
		return;
	csr_say("TRACE_SHM does not go together with ", name, "; the trace goes into files in ",
		settings->dir);
	settings->shm = NULL;
}

CSR_FN void csr_settings_read(struct csr_settings *settings)
{
	settings->is_enabled = read_bool("TRACE_ENABLE", false);
	if (!settings->is_enabled)
		return;
	settings->has_call_sites = read_bool("TRACE_CALLSITES", true);
	settings->is_wide = read_bool("TRACE_WIDE", false);
	settings->max_events = read_number("TRACE_MAX", 0, UINT64_MAX);
	settings->mode = read_mode();
	settings->is_wrap = read_wrap() && settings->mode == CSR_MODE_EVENTS;
	read_max_bytes(settings);
	settings->segment_bytes = MEGABYTE * read_number("TRACE_SEG_MB", 32, UINT64_MAX / MEGABYTE);
	settings->min_free_bytes =
		MEGABYTE * read_number("TRACE_MIN_FREE_MB", 64, UINT64_MAX / MEGABYTE);
	settings->trigger = read_string("TRACE_TRIGGER", NULL);
	settings->max_snapshots = read_number("TRACE_SNAPSHOTS", DEFAULT_SNAPSHOTS, UINT32_MAX);
	settings->dir = read_string("TRACE_DIR", "traces");
	settings->threads = read_string("TRACE_THREADS", CSR_THREADS);
	settings->clock = read_clock();
	settings->shm = read_shm();
	settings->shm_bytes = settings->shm ? read_shm_bytes() : 0;
	settings->has_shm_bytes = read_string("TRACE_SHM_SIZE", NULL) != NULL;
	drop_shm(settings);
}

/* Glob with * and ? over one word of @glob that ends at @end. Linear but for nested stars. */
CSR_FN static bool glob_matches(const char *glob, const char *end, const char *name)
{
	const char *star = NULL;
	const char *star_name = NULL;

	while (*name) {
		if (glob < end && (*glob == '?' || *glob == *name) && *glob != '*') {
			glob++;
			name++;
		} else if (glob < end && *glob == '*') {
			star = ++glob;
			star_name = name;
		} else if (star) {
			glob = star;
			name = ++star_name;
		} else {
			return false;
		}
	}
	while (glob < end && *glob == '*')
		glob++;
	return glob == end;
}

CSR_FN bool csr_settings_thread_matches(const char *globs, const char *name)
{
	if (!globs)
		return true;
	while (*globs) {
		const char *end = globs;

		while (*end && *end != ',' && *end != ' ')
			end++;
		if (end > globs && glob_matches(globs, end, name))
			return true;
		globs = *end ? end + 1 : end;
	}
	return false;
}
