/* SPDX-License-Identifier: MIT */
/* callsight dump: the records of a capture as text, one a line. */
#define _GNU_SOURCE /* 64-bit offsets */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "block_header.h"
#include "buf.h"
#include "capture_dir.h"
#include "capture_runs.h"
#include "capture_symbols.h"
#include "cmd.h"
#include "cmd_notes.h"
#include "cmd_symbols.h"
#include "legacy.h"
#include "terminal_text.h"
#include "word_reader.h"

#define DEFAULT_DIR "traces"

struct dump {
	const struct csa_capture *capture;
	struct csa_symbols *symbols;
	struct csa_notes *notes;
};

static void print_safe(const char *text)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	csa_add_terminal_text(&buf, text);
	fputs(buf.data, stdout);
	csa_buf_release(&buf);
}

static void print_function(const struct dump *d, uint64_t ip, uint64_t ticks)
{
	struct csa_symbol symbol;

	printf(" 0x%" PRIx64, ip);
	if (csa_symbols_function(d->symbols, ip, ticks, &symbol) == 1) {
		putchar(' ');
		print_safe(symbol.name);
	}
}

static void print_user_mark(const struct dump *d, const struct csa_record *r)
{
	static const char *const kinds[] = {
		[CSF_NAME_MARK] = "mark", [CSF_NAME_FRAME] = "frame", [CSF_NAME_VALUE] = "value"
	};
	struct csa_symbol symbol;

	if (r->payload < CSF_NAME_MARK || r->payload > CSF_NAME_VALUE) {
		printf("user-mark kind=%u length=%u", r->payload, r->length);
		return;
	}
	printf("%s 0x%" PRIx64, kinds[r->payload], r->data[0]);
	if (csa_symbols_name(d->symbols, r->data[0], r->ticks, &symbol) == 1) {
		putchar(' ');
		print_safe(symbol.name);
	}
	if (r->payload == CSF_NAME_VALUE)
		printf(" = %" PRId64, (int64_t)r->data[1]);
}

static void print_extended(const struct dump *d, const struct csa_record *r)
{
	const char *text = csa_marker_text(r->payload);
	int expected = csa_ext_length(r->type, r->payload);
	char name[17] = { 0 };

	if (expected >= 0 && r->length != (unsigned)expected) {
		printf("extended type=%u length=%u wrong length, expected %d", r->type, r->length,
		       expected);
		return;
	}
	switch (r->type) {
	case CSF_EXT_FULL_TIME:
		printf("time%s", r->payload & 1 ? " stepped-back" : "");
		break;
	case CSF_EXT_MARKER:
		printf("marker %u argument=%" PRIu64 " %s", r->payload, r->data[0],
		       text ? text : "unknown");
		break;
	case CSF_EXT_UNWOUND:
		printf("unwound left=%u", r->payload);
		break;
	case CSF_EXT_THREAD_NAME:
		for (unsigned i = 0; i < 16; i++)
			name[i] = ((const char *)r->data)[i];
		fputs("thread-name ", stdout);
		print_safe(name);
		break;
	case CSF_EXT_UNMATCHED:
		fputs("unmatched", stdout);
		print_function(d, r->data[0], r->ticks);
		break;
	case CSF_EXT_USER_MARK:
		print_user_mark(d, r);
		break;
	case CSF_EXT_FRAMES:
		fputs("frames", stdout);
		for (unsigned i = 0; i + 1 < r->length; i += 2)
			printf(" 0x%" PRIx64 "@%" PRIu64, r->data[i], r->data[i + 1]);
		break;
	default:
		printf("extended type=%u payload=%u length=%u", r->type, r->payload, r->length);
	}
}

static void print_record(const struct dump *d, const struct csf_block *header, uint64_t offset,
			 const struct csa_record *r)
{
	uint64_t ip = r->address;

	printf("%" PRIu64 " %" PRIu64 " ", offset + r->offset, r->ticks);
	if (!(header->flags & CSF_BLOCK_WIDE))
		ip = csa_modules_complete(&d->capture->modules, ip, r->ticks);
	switch (r->kind) {
	case CSF_KIND_ENTER:
	case CSF_KIND_ENTER_AT:
		fputs("enter", stdout);
		print_function(d, ip, r->ticks);
		break;
	case CSF_KIND_EXIT:
		fputs("exit", stdout);
		print_function(d, ip, r->ticks);
		break;
	default:
		print_extended(d, r);
	}
	if (r->kind == CSF_KIND_ENTER_AT)
		printf(" from 0x%" PRIx64 "%s", r->callsite & ~(uint64_t)CSF_CALLSITE_INLINED,
		       r->callsite & CSF_CALLSITE_INLINED ? " inlined" : "");
	putchar('\n');
}

static void print_header(const struct dump *d, const struct csa_block_ref *ref,
			 const struct csf_block *h)
{
	printf(":%" PRIu64 " block thread=%u tid=%u lane=%u sequence=%u", ref->offset,
	       h->thread_serial, h->tid, h->lane, h->sequence);
	if (h->lane)
		printf(" lane0_sequence=%u", h->lane0_sequence);
	printf(" used=%u depth=%u lost=%u first_ticks=%" PRIu64 " pair_ticks=%" PRIu64
	       " pair_ns=%" PRIu64 "%s%s%s%s%s\n",
	       ref->bytes, h->depth, h->lost_events, h->first_ticks, h->pair_ticks, h->pair_ns,
	       ref->flags & CSA_REF_WINDOW ? " window" : "",
	       h->flags & CSF_BLOCK_WIDE ? " wide" : "",
	       h->flags & CSF_BLOCK_NO_CALLSITES ? " no-callsites" : "",
	       h->flags & CSF_BLOCK_HOOK_FRAMES ? " hook-frames" : "",
	       h->flags & CSF_BLOCK_INHERITED ? " inherited" : "");
	for (unsigned i = 0; i < csa_block_frames(h); i++) {
		printf("%" PRIu64 " %" PRIu64 " open",
		       ref->offset + offsetof(struct csf_block, frames) +
			       i * sizeof(struct csf_frame),
		       h->frames[i].enter_ticks);
		print_function(d, h->frames[i].function_ip, h->frames[i].enter_ticks);
		if (d->capture->older_blocks && h->frames[i].enter_ticks < d->capture->window_ticks)
			fputs(" before-window", stdout);
		putchar('\n');
	}
}

static void dump_block(const struct dump *d, const struct csa_block_ref *ref, void *block)
{
	const char *path = d->capture->files[ref->file].path;
	struct csa_word_reader reader;
	struct csa_record record;
	struct csa_err why = { 0 };
	int bytes = csa_capture_read_block(d->capture, ref, block, &why);
	int rc;

	if (bytes == CSA_E_ABSENT)
		return;
	if (bytes < 0) {
		csa_notes_add(d->notes, CSA_NOTE_DAMAGE, "%s", why.msg);
		return;
	}
	print_safe(path);
	print_header(d, ref, block);
	csa_word_reader_init(&reader, block, (uint32_t)bytes);
	while ((rc = csa_word_reader_next(&reader, &record, &why)) > 0)
		print_record(d, block, ref->offset, &record);
	if (rc < 0)
		csa_notes_add(d->notes, CSA_NOTE_DAMAGE, "%s: offset %" PRIu64 ": %s", path,
			      ref->offset + record.offset, why.msg);
}

static void print_row(const struct dump *d, const struct csa_summary_row *row)
{
	const struct csf_summary_row *n = &row->numbers;

	printf("%" PRIu64 " row=%u", row->offset, row->number);
	if (row->is_rest)
		fputs(" rest", stdout);
	else
		print_function(d, n->function, UINT64_MAX - 1);
	printf(" entered=%" PRIu64, n->entered);
	if (d->capture->summary->header.mode == CSF_MODE_SUMMARY)
		printf(" ended=%" PRIu64 " total=%" PRIu64 " self=%" PRIu64 " min=%" PRIu64
		       " max=%" PRIu64 " nested=%" PRIu64 " children=%" PRIu64 " unwound=%" PRIu64
		       " left-open=%" PRIu64 "%s%s",
		       n->ended, n->total, n->self, n->min == UINT64_MAX ? 0 : n->min, n->max,
		       n->nested, n->children, n->unwound, n->left_open,
		       n->leaving != n->ended ? " torn" : "",
		       n->flags & CSF_ROW_NO_OCTAVES ? " no-octaves" : "");
	for (size_t i = 0; i < row->octave_count; i++) {
		uint64_t count = 0;

		for (unsigned j = 0; j < 64; j++)
			count += row->octaves[i].counters[j];
		printf(" octave-%u=%" PRIu64, row->octaves[i].octave, count);
	}
	putchar('\n');
}

static void dump_slot(const struct dump *d, size_t index, const struct csa_summary_slot *slot)
{
	const struct csf_table *t = &slot->table;

	printf("slot %zu threads=%u tid=%u serial=%u first_ticks=%" PRIu64 " last_ticks=%" PRIu64
	       " pair_ticks=%" PRIu64 " pair_ns=%" PRIu64 " root=%" PRIu64 " lost=%" PRIu64
	       " unmatched=%" PRIu64 "\n",
	       index, t->threads, t->tid, t->serial, t->first_ticks, t->last_ticks, t->pair_ticks,
	       t->pair_ns, slot->root_ticks, t->lost_events, t->unmatched);
	for (size_t i = 0; i < slot->frame_count; i++) {
		const struct csa_summary_frame *f = &slot->frames[i];

		printf("open %" PRIu64, f->enter_ticks);
		if (f->row == SIZE_MAX)
			fputs(" inherited", stdout);
		else
			print_function(d, slot->rows[f->row].numbers.function, UINT64_MAX - 1);
		putchar('\n');
	}
	for (size_t i = 0; i < slot->row_count; i++) {
		if (slot->rows[i].numbers.entered)
			print_row(d, &slot->rows[i]);
	}
}

static int dump_capture(const struct csa_capture *capture, const struct csa_symbol_sources *sources,
			struct csa_notes *notes, struct csa_err *err)
{
	struct dump d = { .capture = capture, .notes = notes };
	void *block = malloc(CSF_BLOCK_BYTES);
	int rc;

	if (!block)
		return csa_fail(err, CSA_E_NOMEM, "no memory for a block");
	rc = csa_capture_symbols(&d.symbols, d.capture, sources, NULL, err);
	for (size_t i = 0; rc == 0 && i < capture->block_count; i++)
		dump_block(&d, &capture->blocks[i], block);
	for (size_t i = 0; rc == 0 && capture->summary && i < capture->summary->slot_count; i++) {
		if (capture->summary->slots[i].is_known)
			dump_slot(&d, i, &capture->summary->slots[i]);
	}
	free(block);
	csa_symbols_free(d.symbols);
	return rc;
}

static int dump_dir(const char *dir, const struct csa_symbol_sources *sources,
		    struct csa_notes *notes, struct csa_err *err)
{
	struct csa_runs runs;
	int rc = csa_runs_find(&runs, dir, err);

	for (size_t i = 0; rc == 0 && i < runs.count; i++) {
		struct csa_capture capture;

		if (runs.items[i].root != runs.newest)
			continue;
		rc = csa_capture_open(&capture, runs.items[i].dir, notes, err);
		if (rc == 0)
			rc = dump_capture(&capture, sources, notes, err);
		csa_capture_close(&capture);
	}
	csa_runs_release(&runs);
	return rc;
}

static int dump_file(const char *path, const struct csa_symbol_sources *sources,
		     struct csa_notes *notes, struct csa_err *err)
{
	struct csa_capture capture;
	int rc = csa_capture_open_file(&capture, path, notes, err);

	if (rc == 0)
		rc = dump_capture(&capture, sources, notes, err);
	csa_capture_close(&capture);
	return rc;
}

static int run_dump(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct csa_symbol_choices symbols = { 0 };
	const struct csa_opt opts[] = { CSA_SYMBOL_OPTS(symbols), { 0 } };
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	const char *path = operands > 0 ? argv[0] : DEFAULT_DIR;
	struct csa_symbol_sources sources;
	struct csa_notes notes;
	struct csa_legacy legacy;
	struct stat st;
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "'%s': only one file or folder; see --help",
				argv[1]);
	csa_symbol_choices_check(cmd, &symbols);
	sources = csa_symbol_sources_of(&symbols);
	csa_notes_init(&notes);
	rc = csa_legacy_open(&legacy, path, NULL, err);
	if (rc == 0 && legacy.dir)
		rc = dump_dir(legacy.dir, &sources, &notes, err);
	else if (rc == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode))
		rc = dump_file(path, &sources, &notes, err);
	else if (rc == 0)
		rc = dump_dir(path, &sources, &notes, err);
	csa_legacy_close(&legacy);
	return csa_cmd_end(cmd, &notes, rc);
}

const struct csa_cmd csa_cmd_dump = {
	.name = "dump",
	.summary = "Prints the records of a capture as text.",
	.usage = "[options] [<folder> | <file>]",
	.details =
		"Of a folder (default ./traces) the newest run. One line a record: offset in the\n"
		"file, time in ticks, what happened. A block begins with <file>:<offset>. <file>\n"
		"is one block file, live.cst or summary.cst.\n",
	.run = run_dump,
};
