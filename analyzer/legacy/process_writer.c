/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC, O_NOFOLLOW */
#include "process_writer.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "file_bytes.h"

#define HOOK_NS_MAX 1000000u /* chosen: a hook that takes longer than 1 ms is damage */

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the facts of a process");
}

/* Bytes that are not UTF-8 become the characters of these numbers, as in what the runtime writes. */
static json_t *text(const char *bytes)
{
	json_t *value = bytes ? json_string(bytes) : json_null();
	struct csa_buf buf;

	if (value || !bytes)
		return value;
	csa_buf_init(&buf);
	for (; *bytes; bytes++) {
		unsigned char c = (unsigned char)*bytes;

		if (c >= 0x80)
			csa_buf_add_char(&buf, (char)(0xc0 | c >> 6));
		csa_buf_add_char(&buf, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
	}
	value = buf.failed ? NULL : json_string(buf.data);
	csa_buf_release(&buf);
	return value;
}

static json_t *number(uint64_t value)
{
	return json_integer((json_int_t)value);
}

static json_t *start_facts(const struct csa_import_process *p)
{
	json_t *facts = json_object();
	int rc = 0;

	rc |= json_object_set_new(facts, "ticks", number(p->start.ticks));
	rc |= json_object_set_new(facts, "monotonic_ns", number(p->start.ns));
	/* What time of day it was is not in the files. */
	rc |= json_object_set_new(facts, "realtime_ns", number(0));
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

static json_t *clock_facts(const struct csa_import_process *p)
{
	json_t *facts = json_object();
	int rc = 0;

	rc |= json_object_set_new(facts, "source", text(p->has_ticks ? "counter" : "ns"));
	rc |= json_object_set_new(facts, "tick_hz",
				  json_real(p->has_ticks ? (double)p->tick_hz : 1e9));
	rc |= json_object_set_new(facts, "exact", json_boolean(!p->has_ticks));
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

static json_t *settings_facts(const struct csa_import_process *p)
{
	json_t *facts = json_object();
	int rc = 0;

	rc |= json_object_set_new(facts, "mode", text(p->has_events ? "events" : "summary"));
	rc |= json_object_set_new(facts, "full", text("stop"));
	rc |= json_object_set_new(facts, "callsites", json_true());
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

static json_t *notes_facts(const struct csa_notes *notes, enum csa_note_kind kind)
{
	json_t *facts = json_array();
	int rc = facts ? 0 : -1;

	for (size_t i = 0; i < notes->count && rc == 0; i++) {
		if (notes->items[i].kind == kind)
			rc = json_array_append_new(facts, text(notes->items[i].text));
	}
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

static json_t *imported_facts(const struct csa_import_process *p, const char *from)
{
	json_t *facts = json_object();
	int rc = 0;

	rc |= json_object_set_new(facts, "from", text(from));
	rc |= json_object_set_new(facts, "version", number(p->version));
	rc |= json_object_set_new(facts, "notes", notes_facts(&p->notes, CSA_NOTE_INFO));
	rc |= json_object_set_new(facts, "warnings", notes_facts(&p->notes, CSA_NOTE_WARNING));
	rc |= json_object_set_new(facts, "damage", notes_facts(&p->notes, CSA_NOTE_DAMAGE));
	if (rc == 0)
		return facts;
	json_decref(facts);
	return NULL;
}

static int write_facts(const struct csa_import_process *p, const char *from, struct csa_err *err)
{
	json_t *facts = json_object();
	double hook_ns = p->hook_ns > HOOK_NS_MAX ? 0 : (double)p->hook_ns;
	char *bytes = NULL;
	int rc = 0;

	rc |= json_object_set_new(facts, "schema", number(CSF_PROCESS_SCHEMA));
	rc |= json_object_set_new(facts, "format", number(CSF_VERSION));
	rc |= json_object_set_new(facts, "exe", text(p->exe->path));
	rc |= json_object_set_new(facts, "cmdline", json_array());
	rc |= json_object_set_new(facts, "pid", number(p->pid));
	rc |= json_object_set_new(facts, "ppid", number(p->root_pid));
	rc |= json_object_set_new(facts, "start", start_facts(p));
	rc |= json_object_set_new(facts, "clock", clock_facts(p));
	rc |= json_object_set_new(facts, "settings", settings_facts(p));
	rc |= json_object_set_new(facts, "hook_ns", json_real(hook_ns));
	rc |= json_object_set_new(facts, "events_hook_ns", json_real(p->has_events ? hook_ns : 0));
	rc |= json_object_set_new(facts, "imported", imported_facts(p, from));
	if (rc == 0)
		bytes = json_dumps(facts, 0);
	rc = bytes ? csa_file_create(p->dir, "process.json", bytes, strlen(bytes), err)
		   : no_memory(err);
	free(bytes);
	json_decref(facts);
	return rc;
}

static int write_modules(const struct csa_import_process *p, struct csa_err *err)
{
	const struct csa_exe_file *exe = p->exe;
	struct csa_buf line;
	int rc;

	csa_buf_init(&line);
	if (exe->path)
		csa_buf_add_fmt(&line, "load\t0\t0\t%" PRIx64 "\t%" PRIx64 "\t%s\t",
				exe->start_addr, exe->end_addr,
				exe->build_id ? exe->build_id : "-");
	for (const char *at = exe->path; at && *at; at++) {
		unsigned char c = (unsigned char)*at;

		if (c < 0x20 || c == 0x7f || c == '\\')
			csa_buf_add_fmt(&line, "\\x%02x", c);
		else
			csa_buf_add_char(&line, *at);
	}
	if (exe->path)
		csa_buf_add_char(&line, '\n');
	rc = line.failed ? no_memory(err)
			 : csa_file_create(p->dir, "modules", line.data, line.length, err);
	csa_buf_release(&line);
	return rc;
}

/* An anchor is written when a process ends; without ticks there is none, but no call is open then. */
static bool has_ended(const struct csa_import_process *p)
{
	if (!p->has_events || p->end.ticks)
		return true;
	return !p->has_ticks && p->open_calls == 0;
}

static int write_live(const struct csa_import_process *p, struct csa_err *err)
{
	char page[CSF_LIVE_HEADER_BYTES] = { 0 };
	const struct csf_live live = {
		.magic = CSF_LIVE_MAGIC,
		.version = CSF_VERSION,
		.ended = has_ended(p),
		.window_bytes = CSF_BLOCK_BYTES,
		.pid = p->pid,
		.lost_events = p->lost,
		.end_pair_ticks = p->end.ticks ? p->end.ticks : p->last_time,
		.end_pair_ns = csa_import_end_ns(p),
	};

	memcpy(page, &live, sizeof(live));
	return csa_file_create(p->dir, "live.cst", page, sizeof(page), err);
}

int csa_process_write(const struct csa_import_process *p, const char *from, struct csa_err *err)
{
	int rc = write_live(p, err);

	if (rc == 0)
		rc = write_modules(p, err);
	return rc < 0 ? rc : write_facts(p, from, err);
}
