/* SPDX-License-Identifier: MIT */
/* callsight info: what a capture holds. */
#define _GNU_SOURCE /* gmtime_r */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "block_header.h"
#include "buf.h"
#include "capture_dir.h"
#include "capture_runs.h"
#include "capture_symbols.h"
#include "cmd.h"
#include "cmd_notes.h"
#include "cmd_symbols.h"
#include "legacy.h"
#include "stream_file.h"
#include "terminal_text.h"
#include "word_reader.h"

#define DEFAULT_DIR "traces"

/* What is counted in the words of one lane. */
struct counts {
	uint64_t events;
	uint64_t bytes;
	uint64_t named[CSF_NAME_VALUE + 1]; /* marks, frames, values by their kind */
	uint64_t paused;
	char name[17];
};

static void print_fact(const char *label, const char *text)
{
	struct csa_buf buf;

	if (!text)
		return;
	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	printf("  %-10s %s\n", label, buf.data);
	csa_buf_release(&buf);
}

static void print_text(const char *text)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	fputs(buf.data, stdout);
	csa_buf_release(&buf);
}

static void print_command(const struct csa_process_facts *facts)
{
	struct csa_buf buf;

	if (facts->cmdline_count == 0)
		return;
	csa_buf_init(&buf);
	for (size_t i = 0; i < facts->cmdline_count; i++) {
		csa_buf_add_str(&buf, i ? " " : "");
		csa_buf_add_str(&buf, facts->cmdline[i]);
	}
	print_fact("command", buf.data);
	csa_buf_release(&buf);
}

static void print_machine(const struct csa_process_facts *f)
{
	printf("  %-10s ", "machine");
	print_text(f->arch ? f->arch : "?");
	if (f->cpus)
		printf(", %" PRIu64 " CPUs", f->cpus);
	putchar('\n');
}

static void print_start(uint64_t realtime_ns)
{
	time_t seconds = (time_t)(realtime_ns / 1000000000);
	struct tm tm;
	char text[40];

	if (realtime_ns && gmtime_r(&seconds, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm) != 0)
		print_fact("started", text);
}

static void print_settings(const struct csa_process_facts *f)
{
	printf("  %-10s mode ", "settings");
	print_text(f->mode ? f->mode : "?");
	printf(", max %" PRIu64 " MB, when full ", f->max_mb);
	print_text(f->full ? f->full : "stop");
	printf(", max %" PRIu64 " events, call sites %s, threads ", f->max_events,
	       f->callsites ? "on" : "off");
	print_text(f->threads ? f->threads : "all");
	putchar('\n');
}

/* Of one that callsight serve received. */
static void print_stream(const struct csa_capture *c)
{
	struct csa_stream_file s;

	csa_stream_file_read(&s, c->dir);
	if (s.known) {
		printf("  %-10s from ", "stream");
		print_text(s.peer ? s.peer : "?");
		printf(", %s", csa_stream_file_is_whole(&s) ? "everything is there"
							    : csa_stream_file_why(&s));
		/* Numbers are those of the moment at which the file was written. */
		if (csa_stream_file_is_open(&s))
			putchar('\n');
		else if (s.is_old)
			printf("; %" PRIu64 " events, %" PRIu64 " dropped on the device\n",
			       s.events, s.dropped_events);
		else
			printf("; %" PRIu64 " blocks, %" PRIu64 " sent again, %" PRIu64
			       " dropped on the device\n",
			       s.blocks, s.repeated_blocks, s.dropped_blocks);
	}
	csa_stream_file_release(&s);
}

static void print_facts(const struct csa_capture *c)
{
	const struct csa_process_facts *f = &c->facts;
	double hz = 1e9 * (double)(1ull << CSA_TICK_SHIFT) / (double)c->clock.rate.multiplier;

	if (!f->known)
		return;
	print_fact("program", f->exe);
	print_command(f);
	print_fact("folder", f->cwd);
	printf("  %-10s %" PRIu64 ", parent %" PRIu64 "%s", "pid", f->pid, f->ppid,
	       f->parent ? ", forked from " : "");
	print_text(f->parent ? f->parent : "");
	putchar('\n');
	if (f->arch || !f->imported.known)
		print_machine(f);
	print_start(f->start_realtime_ns);
	print_stream(c);
	printf("  %-10s %s\n", "end",
	       c->facts.snapshot.known ? "snapshot of a process that went on"
	       : !c->has_live          ? "not known"
	       : c->live.ended         ? "reached its exit handlers"
				       : "runs or was killed");
	printf("  %-10s ", "clock");
	print_text(f->clock_source ? f->clock_source : "?");
	printf(", %.6g MHz (%s)\n", hz / 1e6,
	       c->clock.is_from_pairs ? "measured over the run"
	       : f->tick_hz_exact     ? "exact"
				      : "measured at start");
	if (f->imported.known)
		printf("  %-10s version %" PRIu64 "\n", "format", f->imported.version);
	else
		print_settings(f);
	printf("  %-10s %.1f ns a hook, frames by ", "cost", f->hook_ns);
	print_text(f->frames ? f->frames : "?");
	putchar('\n');
	print_fact("selection", f->selection);
}

/* Where its names come from, or why it has none. */
static void print_names_from(struct csa_symbols *symbols, const struct csa_module *m)
{
	unsigned index = csa_symbols_module_at(symbols, m->start_ip, m->load_ticks);
	struct csa_module_info info;

	if (index == CSA_NO_MODULE || *m->path != '/')
		return; /* the kernel's piece has no file */
	csa_symbols_open(symbols, index);
	csa_symbols_module(symbols, index, &info);
	print_fact("names", info.has_names ? info.names_from : "none");
	print_fact("warning", info.warning);
}

static void print_modules(const struct csa_modules *modules, struct csa_symbols *symbols)
{
	for (size_t i = 0; i < modules->count; i++) {
		const struct csa_module *m = &modules->items[i];

		printf("  %-10s %" PRIx64 "-%" PRIx64 " bias %" PRIx64 " build-id ", "module",
		       m->start_ip, m->end_ip, m->bias);
		print_text(m->build_id ? m->build_id : "-");
		putchar(' ');
		print_text(m->path);
		puts(m->unload_ticks == UINT64_MAX ? "" : " (unloaded)");
		print_names_from(symbols, m);
	}
}

static void count_extended(struct counts *counts, const struct csa_record *r)
{
	if (csa_ext_length(r->type, r->payload) != (int)r->length)
		return; /* damaged or unknown */
	if (r->type == CSF_EXT_THREAD_NAME)
		memcpy(counts->name, r->data, 16);
	else if (r->type == CSF_EXT_USER_MARK)
		counts->named[r->payload]++;
	else if (r->type == CSF_EXT_MARKER && r->payload == CSF_MARKER_RESUMED)
		counts->paused += r->data[0];
}

static void count_block(const struct csa_capture *c, const struct csa_block_ref *ref, void *block,
			struct counts *counts, struct csa_notes *notes)
{
	struct csa_word_reader reader;
	struct csa_record record = { 0 };
	struct csa_err why = { 0 };
	int bytes = csa_capture_read_block(c, ref, block, &why);
	int rc = bytes;

	if (bytes == CSA_E_ABSENT)
		return; /* the process runs, and its window holds the next block already */
	counts->bytes += ref->bytes;
	if (bytes >= 0) {
		csa_word_reader_init(&reader, block, (uint32_t)bytes);
		while ((rc = csa_word_reader_next(&reader, &record, &why)) > 0) {
			counts->events += record.kind != CSF_KIND_EXTENDED ||
					  record.type == CSF_EXT_UNMATCHED;
			if (record.kind == CSF_KIND_EXTENDED)
				count_extended(counts, &record);
		}
	}
	if (rc < 0)
		csa_notes_add(notes, CSA_NOTE_DAMAGE, "%s: offset %" PRIu64 ": %s",
			      c->files[ref->file].path, ref->offset + record.offset, why.msg);
}

static void print_named(const struct counts *sum)
{
	if (sum->named[CSF_NAME_MARK] || sum->named[CSF_NAME_FRAME] || sum->named[CSF_NAME_VALUE])
		printf("  %-10s %" PRIu64 " marks, %" PRIu64 " frames, %" PRIu64 " values\n",
		       "named", sum->named[CSF_NAME_MARK], sum->named[CSF_NAME_FRAME],
		       sum->named[CSF_NAME_VALUE]);
	if (sum->paused)
		printf("  %-10s %" PRIu64 " hooks were not recorded\n", "paused", sum->paused);
}

static int print_threads(const struct csa_capture *c, struct csa_notes *notes, struct csa_err *err)
{
	void *block = malloc(CSF_BLOCK_BYTES);
	struct counts sum = { 0 };

	if (!block)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a block");
	for (size_t i = 0; i < c->lane_count; i++) {
		const struct csa_lane *lane = &c->lanes[i];
		struct counts counts = { 0 };
		struct csa_buf name;

		for (size_t j = 0; j < lane->count; j++)
			count_block(c, &c->blocks[lane->first + j], block, &counts, notes);
		csa_buf_init(&name);
		csa_add_terminal_text(&name, counts.name);
		printf("  %-10s %u tid %u lane %u: %" PRIu64 " events in %zu blocks, %" PRIu64
		       " lost, %" PRIu64 " blocks missing%s%s\n",
		       "thread", lane->thread_serial, lane->tid, lane->lane, counts.events,
		       lane->count, lane->lost_events, lane->lost_blocks,
		       name.length ? ", name " : "", name.data);
		csa_buf_release(&name);
		sum.events += counts.events;
		sum.bytes += counts.bytes;
		sum.paused += counts.paused;
		for (unsigned kind = CSF_NAME_MARK; kind <= CSF_NAME_VALUE; kind++)
			sum.named[kind] += counts.named[kind];
	}
	free(block);
	print_named(&sum);
	printf("  %-10s %" PRIu64 " in %zu blocks", "events", sum.events, c->block_count);
	if (sum.events)
		printf(", %.2f bytes an event", (double)sum.bytes / (double)sum.events);
	printf("; %" PRIu64 " lost, %" PRIu64 " blocks missing\n", c->lost_events, c->lost_blocks);
	if (c->older_blocks)
		printf("  %-10s %" PRIu64
		       " older blocks were overwritten; complete from tick %" PRIu64 " on\n",
		       "window", c->older_blocks, c->window_ticks);
	return 0;
}

/* What the modes summary and count keep: a slot serves one thread after the other. */
static void print_slots(const struct csa_summary *summary)
{
	for (size_t i = 0; i < summary->slot_count; i++) {
		const struct csa_summary_slot *slot = &summary->slots[i];
		char text[sizeof(slot->table.name) + 1] = { 0 };
		uint64_t calls = 0;
		size_t rows = 0;
		struct csa_buf name;

		if (!slot->is_known)
			continue;
		for (size_t j = 0; j < slot->row_count; j++) {
			calls += slot->rows[j].numbers.entered;
			rows += slot->rows[j].numbers.entered != 0;
		}
		memcpy(text, slot->table.name, sizeof(slot->table.name)); /* may have no NUL */
		csa_buf_init(&name);
		csa_add_terminal_text(&name, text);
		printf("  %-10s %zu, threads %u, last tid %u: %" PRIu64 " calls of %zu functions, "
		       "%" PRIu64 " lost, %zu open%s%s\n",
		       "slot", i, slot->table.threads, slot->table.tid, calls, rows,
		       slot->table.lost_events, slot->frame_count, name.length ? ", name " : "",
		       name.data);
		csa_buf_release(&name);
	}
	if (summary->header.windows_refused)
		printf("  %-10s %u windows could not be made: %s\n", "room",
		       summary->header.windows_refused,
		       summary->header.error ? strerror((int)summary->header.error)
					     : "TRACE_MAX_MB");
}

static void print_files(const struct csa_capture *c)
{
	for (size_t i = 0; i < c->file_count; i++) {
		const char *slash = strrchr(c->files[i].path, '/');
		size_t blocks = 0;

		for (size_t j = 0; j < c->block_count; j++)
			blocks += c->blocks[j].file == i;
		printf("  %-10s ", "file");
		print_text(slash ? slash + 1 : c->files[i].path);
		printf(": %" PRIu64 " bytes, ", c->files[i].bytes);
		if (c->summary && slash && strcmp(slash, "/summary.cst") == 0)
			printf("%zu windows\n", c->summary->window_count);
		else
			printf("%zu blocks\n", blocks);
	}
}

static int print_capture(const struct csa_capture *c, struct csa_symbols *symbols,
			 struct csa_notes *notes, struct csa_err *err)
{
	print_facts(c);
	print_modules(&c->modules, symbols);
	print_files(c);
	if (!c->summary)
		return print_threads(c, notes, err);
	print_slots(c->summary);
	return 0;
}

/* What all processes have in common. */
struct info {
	struct csa_symbol_sources sources;
	struct csa_symbols *symbols; /* of the first process, whose files all share */
	struct csa_notes notes;
};

static int print_process(struct info *info, const struct csa_run_process *p, bool is_newest,
			 struct csa_err *err)
{
	struct csa_symbols *symbols = NULL;
	struct csa_capture capture;
	struct csa_buf name;
	int rc = csa_capture_open(&capture, p->dir, &info->notes, err);

	csa_buf_init(&name);
	if (p->peer) {
		csa_add_terminal_text(&name, p->peer);
		csa_buf_add_char(&name, '/');
	}
	csa_add_terminal_text(&name, p->name);
	printf("process %s%s\n", name.data, is_newest ? "" : " (older run)");
	csa_buf_release(&name);
	if (rc == 0)
		rc = csa_capture_symbols(&symbols, &capture, &info->sources, info->symbols, err);
	if (rc == 0)
		rc = print_capture(&capture, symbols, &info->notes, err);
	if (!info->symbols)
		info->symbols = symbols;
	else
		csa_symbols_free(symbols);
	csa_capture_close(&capture);
	return rc;
}

/* Captures of version 3, and which others there are beside @shown. */
static int print_runs(struct info *info, const char *dir, const char *shown, struct csa_err *err)
{
	struct csa_runs runs;
	int rc = csa_runs_find(&runs, dir, err);

	for (size_t i = 0; rc == 0 && i < runs.count; i++)
		rc = print_process(info, &runs.items[i],
				   !shown && runs.items[i].root == runs.newest, err);
	for (size_t i = 0; i < runs.old_count; i++) {
		if (shown && strcmp(runs.old[i].dir, shown) == 0)
			continue;
		fputs("earlier client ", stdout);
		print_text(runs.old[i].dir);
		putchar('\n');
	}
	if (rc == CSA_E_ABSENT && shown)
		rc = 0;
	csa_runs_release(&runs);
	return rc;
}

static int run_info(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_symbol_choices symbols = { 0 };
	const struct csa_opt opts[] = { CSA_SYMBOL_OPTS(symbols), { 0 } };
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	const char *dir = operands > 0 ? argv[0] : DEFAULT_DIR;
	struct info info = { 0 };
	struct csa_legacy legacy;
	struct csa_err none = { 0 };
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "'%s': only one folder; see --help", argv[1]);
	csa_symbol_choices_check(cmd, &symbols);
	info.sources = csa_symbol_sources_of(&symbols);
	csa_notes_init(&info.notes);
	rc = csa_legacy_open(&legacy, dir, NULL, err);
	if (rc == 0)
		rc = print_runs(&info, legacy.dir ? legacy.dir : dir, NULL, err);
	/* The newest capture of a server's folder comes first; what else is there? */
	if (rc == 0 && legacy.path)
		rc = print_runs(&info, dir, legacy.path, &none);
	csa_legacy_close(&legacy);
	csa_symbols_free(info.symbols);
	return csa_cmd_end(cmd, &info.notes, rc);
}

const struct csa_cmd csa_cmd_info = {
	.name = "info",
	.summary = "Says what a capture holds.",
	.usage = "[options] [<folder>]",
	.details =
		"<folder> (default ./traces) holds process folders, or is one. Every process is\n"
		"listed: facts, modules and where their names are, files, threads, losses, and "
		"damage on standard error.\n\n"
		"Exit status: 0, or 3 when the capture is missing or damaged.\n",
	.run = run_info,
};
