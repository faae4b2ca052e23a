/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "process_facts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "file_bytes.h"

/* A command line is at most 2 MiB, and few of its bytes are escaped. */
#define MAX_BYTES (8u << 20)

/* Each takes some 100 bytes while it is read. Chosen: more than a shell's pattern expands to. */
#define MAX_VALUES 300000u

static char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? strdup(text) : NULL;
}

static uint64_t number_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (json_is_integer(value))
		return (uint64_t)json_integer_value(value);
	if (json_is_real(value) && json_real_value(value) >= 0 && json_real_value(value) < 1.8e19)
		return (uint64_t)json_real_value(value);
	return 0;
}

static int fill_cmdline(struct csa_process_facts *facts, const json_t *words)
{
	size_t count = json_array_size(words);

	facts->cmdline = calloc(count + 1, sizeof(*facts->cmdline));
	if (!facts->cmdline)
		return CSA_E_NOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(words, i));

		facts->cmdline[i] = strdup(word ? word : "");
		if (!facts->cmdline[i])
			return CSA_E_NOMEM;
		facts->cmdline_count++;
	}
	return 0;
}

static void fill_snapshot(struct csa_snapshot_facts *snapshot, const json_t *object)
{
	if (!json_is_object(object))
		return;
	*snapshot = (struct csa_snapshot_facts){
		.known = true,
		.number = number_of(object, "number"),
		.reason = text_of(object, "reason"),
		.function = text_of(object, "function"),
		.duration_ns = number_of(object, "duration_ns"),
		.lost_threads = number_of(object, "lost_threads"),
		.lost_events = number_of(object, "lost_events"),
	};
}

static void add_notes(struct csa_notes *notes, enum csa_note_kind kind, const json_t *lines)
{
	for (size_t i = 0; i < json_array_size(lines); i++) {
		const char *line = json_string_value(json_array_get(lines, i));

		if (line)
			csa_notes_add(notes, kind, "%s", line);
	}
}

static void fill_imported(struct csa_imported_facts *imported, const json_t *object)
{
	if (!json_is_object(object))
		return;
	*imported = (struct csa_imported_facts){
		.known = true,
		.from = text_of(object, "from"),
		.version = number_of(object, "version"),
	};
	add_notes(&imported->notes, CSA_NOTE_INFO, json_object_get(object, "notes"));
	add_notes(&imported->notes, CSA_NOTE_WARNING, json_object_get(object, "warnings"));
	add_notes(&imported->notes, CSA_NOTE_DAMAGE, json_object_get(object, "damage"));
}

static int fill(struct csa_process_facts *facts, const json_t *root)
{
	const json_t *start = json_object_get(root, "start");
	const json_t *clock = json_object_get(root, "clock");
	const json_t *settings = json_object_get(root, "settings");

	*facts = (struct csa_process_facts){
		.known = true,
		.exe = text_of(root, "exe"),
		.cwd = text_of(root, "cwd"),
		.pid = number_of(root, "pid"),
		.ppid = number_of(root, "ppid"),
		.parent = text_of(root, "parent"),
		.process_start = number_of(root, "process_start"),
		.arch = text_of(root, "arch"),
		.cpus = number_of(root, "cpus"),
		.start_ticks = number_of(start, "ticks"),
		.start_monotonic_ns = number_of(start, "monotonic_ns"),
		.start_boottime_ns = number_of(start, "boottime_ns"),
		.start_realtime_ns = number_of(start, "realtime_ns"),
		.clock_source = text_of(clock, "source"),
		.tick_hz = json_number_value(json_object_get(clock, "tick_hz")),
		.tick_hz_exact = json_is_true(json_object_get(clock, "exact")),
		.mode = text_of(settings, "mode"),
		.max_mb = number_of(settings, "max_mb"),
		.max_events = number_of(settings, "max_events"),
		.full = text_of(settings, "full"),
		.seg_mb = number_of(settings, "seg_mb"),
		.min_free_mb = number_of(settings, "min_free_mb"),
		.callsites = json_is_true(json_object_get(settings, "callsites")),
		.threads = text_of(settings, "threads"),
		.hook_ns = json_number_value(json_object_get(root, "hook_ns")),
		.events_hook_ns = json_number_value(json_object_get(root, "events_hook_ns")),
		.frames = text_of(root, "frames"),
		.selection = text_of(root, "selection"),
	};
	fill_snapshot(&facts->snapshot, json_object_get(root, "snapshot"));
	fill_imported(&facts->imported, json_object_get(root, "imported"));
	return fill_cmdline(facts, json_object_get(root, "cmdline"));
}

/* The offset of the value that is one too many; 0: there is none. */
static size_t find_excess(const char *text, size_t length)
{
	size_t commas = 0;

	for (size_t i = 0; i < length; i++) {
		commas += text[i] == ',';
		if (commas == MAX_VALUES)
			return i;
	}
	return 0;
}

static int parse(struct csa_process_facts *facts, const char *text, size_t length,
		 struct csa_err *err)
{
	size_t excess = find_excess(text, length);
	json_error_t where;
	json_t *root;
	int rc;

	if (excess)
		return csa_fail(err, CSA_E_FORMAT, "offset %zu: more than %u values", excess,
				MAX_VALUES);
	root = json_loadb(text, length, 0, &where);
	if (!root)
		return csa_fail(err, CSA_E_FORMAT, "offset %d: %s", where.position, where.text);
	if (!json_is_object(root)) {
		rc = csa_fail(err, CSA_E_FORMAT, "not a JSON object");
	} else if (number_of(root, "schema") != CSF_PROCESS_SCHEMA) {
		rc = csa_fail(err, CSA_E_UNSUPPORTED, "schema is %llu, expected %d",
			      (unsigned long long)number_of(root, "schema"), CSF_PROCESS_SCHEMA);
	} else {
		rc = fill(facts, root);
		if (rc < 0)
			csa_fail(err, rc, "no memory for process.json");
	}
	json_decref(root);
	return rc;
}

int csa_process_facts_read(struct csa_process_facts *facts, const char *dir, struct csa_err *err)
{
	char *path = csa_path_join(dir, "process.json");
	char *text = NULL;
	ssize_t length;
	int rc;

	*facts = (struct csa_process_facts){ 0 };
	if (!path)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a path");
	length = csa_file_read_all(&text, path, MAX_BYTES, err);
	rc = (int)length;
	if (length >= 0) {
		rc = parse(facts, text, (size_t)length, err);
		if (rc < 0)
			csa_err_context(err, "%s", path);
	}
	free(text);
	free(path);
	return rc;
}

void csa_process_facts_release(struct csa_process_facts *facts)
{
	char *strings[] = { facts->exe,
			    facts->cwd,
			    facts->parent,
			    facts->arch,
			    facts->mode,
			    facts->threads,
			    facts->frames,
			    facts->selection,
			    facts->clock_source,
			    facts->full,
			    facts->snapshot.reason,
			    facts->snapshot.function,
			    facts->imported.from };

	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++)
		free(strings[i]);
	for (size_t i = 0; i < facts->cmdline_count; i++)
		free(facts->cmdline[i]);
	free(facts->cmdline);
	csa_notes_release(&facts->imported.notes);
	*facts = (struct csa_process_facts){ 0 };
}
