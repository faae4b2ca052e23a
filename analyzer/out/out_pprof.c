/* SPDX-License-Identifier: MIT */
/*
 * A profile for pprof: the message Profile of github.com/google/pprof, proto/profile.proto, in gzip. One
 * sample is one stack of functions, with the calls and the self time of its innermost one; a location is
 * a function with the line of its definition.
 *
 * Fields come in any order in a message, so samples are written while the tree is walked and memory
 * does not grow with them.
 */
#include "out_format.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "export_facts.h"
#include "gzip_stream.h"
#include "protobuf_writer.h"
#include "stack_order.h"
#include "string_index.h"
#include "text_pool.h"
#include "top_values.h"

enum profile_field {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
};
enum value_type_field { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT = 2 };
enum sample_field { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE = 2 };
enum mapping_field {
	MAPPING_ID = 1,
	MAPPING_MEMORY_START = 2,
	MAPPING_MEMORY_LIMIT = 3,
	MAPPING_FILENAME = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
};
enum location_field {
	LOCATION_ID = 1,
	LOCATION_MAPPING_ID = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,
};
enum line_field { LINE_FUNCTION_ID = 1, LINE_LINE = 2 };
enum function_field {
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
	FUNCTION_START_LINE = 5,
};

#define FLUSH_BYTES (1u << 16)

struct pprof {
	const struct csa_report *report;
	struct csa_buf message; /* what is not compressed yet */
	struct csa_gzip *gzip;
	struct csa_string_index strings;
	uint32_t *
		ids; /* by row, in the order of use; 0: in no stack. Behind the last: "other stacks" */
	uint32_t *used; /* rows by number - 1 */
	uint32_t used_count;
	bool *modules; /* whether a module has such a row */
	unsigned module_count;
	struct csa_text_pool facts; /* the string table is written last */
	bool has_failed;
};

/* The number of a row's location and function: those of rows themselves depend on the pass. */
static uint64_t row_id(struct pprof *p, uint32_t row)
{
	uint32_t place = row == CSA_NO_ROW ? p->report->table.count : row;

	if (!p->ids[place]) {
		p->used[p->used_count++] = place;
		p->ids[place] = p->used_count;
	}
	return p->ids[place];
}

static void flush(struct pprof *p, size_t beyond)
{
	p->has_failed |= p->message.failed;
	if (p->message.length <= beyond)
		return;
	csa_gzip_add(p->gzip, p->message.data, p->message.length);
	csa_buf_clear(&p->message);
}

static void add_string(struct pprof *p, unsigned field, const char *text)
{
	uint32_t number = csa_string_index_add(&p->strings, text);

	if (number)
		csa_proto_uint(&p->message, field, number);
}

static void add_value_type(struct pprof *p, const char *type, const char *unit)
{
	size_t begun = csa_proto_begin(&p->message, PROFILE_SAMPLE_TYPE);

	add_string(p, VALUE_TYPE_TYPE, type);
	add_string(p, VALUE_TYPE_UNIT, unit);
	csa_proto_end(&p->message, begun);
}

static void add_sample(struct pprof *p, uint32_t node)
{
	const struct csa_tree_node *nodes = p->report->tree.nodes;
	size_t sample = csa_proto_begin(&p->message, PROFILE_SAMPLE);
	size_t begun = csa_proto_begin(&p->message, SAMPLE_LOCATION_ID);

	for (uint32_t i = node; i != CSA_TREE_ROOT; i = nodes[i].parent)
		csa_proto_varint(&p->message, row_id(p, nodes[i].row));
	csa_proto_end(&p->message, begun);
	begun = csa_proto_begin(&p->message, SAMPLE_VALUE);
	csa_proto_varint(&p->message, nodes[node].calls);
	csa_proto_varint(&p->message, nodes[node].self_ns);
	csa_proto_end(&p->message, begun);
	csa_proto_end(&p->message, sample);
	flush(p, FLUSH_BYTES);
}

/* The heaviest @top stacks. */
static int add_samples(struct pprof *p, unsigned top)
{
	const struct csa_tree *tree = &p->report->tree;
	uint64_t *values = calloc(tree->count, sizeof(*values));
	uint32_t *order = csa_stack_order(p->report);
	struct csa_top_values limit;

	if (!values || !order) {
		free(values);
		free(order);
		return CSA_E_NOMEM;
	}
	for (uint32_t i = 0; i < tree->count; i++)
		values[i] = tree->nodes[i].self_ns;
	csa_top_values_init(&limit, values, tree->count, top);
	free(values);
	for (uint32_t i = CSA_TREE_REST; i < tree->count; i++) {
		const struct csa_tree_node *n = &tree->nodes[order[i]];

		if ((n->calls || n->self_ns) && csa_top_values_take(&limit, n->self_ns))
			add_sample(p, order[i]);
	}
	free(order);
	return 0;
}

static void add_function(struct pprof *p, uint64_t id, const char *name, const char *file,
			 unsigned line)
{
	size_t begun = csa_proto_begin(&p->message, PROFILE_FUNCTION);

	csa_proto_uint(&p->message, FUNCTION_ID, id);
	add_string(p, FUNCTION_NAME, name);
	add_string(p, FUNCTION_SYSTEM_NAME, name);
	add_string(p, FUNCTION_FILENAME, file);
	if (line)
		csa_proto_uint(&p->message, FUNCTION_START_LINE, line);
	csa_proto_end(&p->message, begun);
}

static void add_location(struct pprof *p, uint64_t id, unsigned module, uint64_t address,
			 unsigned line)
{
	size_t location = csa_proto_begin(&p->message, PROFILE_LOCATION);
	size_t begun;

	csa_proto_uint(&p->message, LOCATION_ID, id);
	if (module != CSA_NO_MODULE)
		csa_proto_uint(&p->message, LOCATION_MAPPING_ID, module + 1ull);
	if (address)
		csa_proto_uint(&p->message, LOCATION_ADDRESS, address);
	begun = csa_proto_begin(&p->message, LOCATION_LINE);
	csa_proto_uint(&p->message, LINE_FUNCTION_ID, id);
	if (line)
		csa_proto_uint(&p->message, LINE_LINE, line);
	csa_proto_end(&p->message, begun);
	csa_proto_end(&p->message, location);
}

static void add_rows(struct pprof *p)
{
	const struct csa_row_table *table = &p->report->table;

	for (uint32_t i = 0; i < p->used_count; i++) {
		const struct csa_row_name *row = &table->rows[p->used[i]];

		if (p->used[i] == table->count) {
			add_location(p, i + 1ull, CSA_NO_MODULE, 0, 0);
			add_function(p, i + 1ull, "[other stacks]", NULL, 0);
			continue;
		}
		add_location(p, i + 1ull, row->module, row->addr, row->line);
		add_function(p, i + 1ull, row->function, row->file, row->line);
		if (row->module != CSA_NO_MODULE)
			p->modules[row->module] = true;
		flush(p, FLUSH_BYTES);
	}
}

static void add_mapping(struct pprof *p, unsigned module, const struct csa_module_info *info)
{
	size_t begun = csa_proto_begin(&p->message, PROFILE_MAPPING);

	csa_proto_uint(&p->message, MAPPING_ID, module + 1ull);
	csa_proto_uint(&p->message, MAPPING_MEMORY_START, info->start_addr);
	csa_proto_uint(&p->message, MAPPING_MEMORY_LIMIT, info->end_addr);
	add_string(p, MAPPING_FILENAME, info->path);
	add_string(p, MAPPING_BUILD_ID, info->build_id);
	if (info->has_names) {
		csa_proto_uint(&p->message, MAPPING_HAS_FUNCTIONS, 1);
		csa_proto_uint(&p->message, MAPPING_HAS_FILENAMES, 1);
		csa_proto_uint(&p->message, MAPPING_HAS_LINE_NUMBERS, 1);
	}
	csa_proto_end(&p->message, begun);
}

/* The first mapping is the program's. */
static void add_mappings(struct pprof *p)
{
	const char *exe = p->report->process_count ? p->report->processes->exe : NULL;

	for (int is_program = 1; is_program >= 0; is_program--) {
		for (unsigned i = 0; i < p->module_count; i++) {
			struct csa_module_info info;

			csa_symbols_module(p->report->symbols, i, &info);
			if (p->modules[i] && (exe && strcmp(exe, info.path) == 0) == is_program)
				add_mapping(p, i, &info);
		}
	}
}

static void add_comment(void *state, const char *sentence)
{
	struct pprof *p = state;
	const char *kept = csa_text_pool_add(&p->facts, sentence, strlen(sentence));

	p->has_failed |= !kept;
	add_string(p, PROFILE_COMMENT, kept);
}

static void add_facts(struct pprof *p)
{
	const struct csa_report *report = p->report;
	struct csa_buf title;

	csa_buf_init(&title);
	csa_buf_add_str(&title, CSA_EXPORTER ": ");
	csa_add_export_title(&title, report);
	add_comment(p, title.data);
	p->has_failed |= title.failed;
	csa_buf_release(&title);
	p->has_failed |= csa_export_facts(report, add_comment, p) < 0;
	if (report->process_count)
		csa_proto_uint(&p->message, PROFILE_TIME_NANOS,
			       report->processes->start_realtime_ns);
	csa_proto_uint(&p->message, PROFILE_DURATION_NANOS, report->summary.duration_ns);
	add_string(p, PROFILE_DEFAULT_SAMPLE_TYPE, "wall");
}

static void add_strings(struct pprof *p)
{
	for (uint32_t i = 0; i < p->strings.count; i++) {
		csa_proto_string(&p->message, PROFILE_STRING_TABLE, p->strings.items[i]);
		flush(p, FLUSH_BYTES);
	}
	flush(p, 0);
	csa_gzip_end(p->gzip);
}

static int init(struct pprof *p, const struct csa_report *report, FILE *out)
{
	*p = (struct pprof){ .report = report };
	csa_buf_init(&p->message);
	csa_string_index_init(&p->strings);
	p->module_count = report->symbols ? csa_symbols_module_count(report->symbols) : 0;
	p->ids = calloc(report->table.count + 1ull, sizeof(*p->ids));
	p->used = calloc(report->table.count + 1ull, sizeof(*p->used));
	p->modules = calloc(p->module_count + 1ull, sizeof(*p->modules));
	p->gzip = csa_gzip_new(out);
	return p->ids && p->used && p->modules && p->gzip ? 0 : CSA_E_NOMEM;
}

static void release(struct pprof *p)
{
	csa_text_pool_release(&p->facts);
	free(p->ids);
	free(p->used);
	free(p->modules);
	csa_gzip_free(p->gzip);
	csa_string_index_release(&p->strings);
	csa_buf_release(&p->message);
}

static int write_pprof(const struct csa_report *report, const struct csa_out_options *options,
		       FILE *out, struct csa_err *err)
{
	struct pprof p;
	int rc = init(&p, report, out);

	if (rc == 0) {
		add_value_type(&p, "calls", "count");
		add_value_type(&p, "wall", "nanoseconds");
		rc = add_samples(&p, options->top);
	}
	if (rc == 0) {
		add_rows(&p);
		add_mappings(&p);
		add_facts(&p);
		add_strings(&p);
		rc = p.has_failed || p.strings.has_failed ? CSA_E_NOMEM : 0;
	}
	release(&p);
	return rc < 0 ? csa_fail(err, rc, "no memory for %u stacks", report->tree.count) : 0;
}

const struct csa_out_format csa_out_pprof = {
	.name = "pprof",
	.is_binary = true,
	.wants = CSA_OUT_WANTS_TREE,
	.write = write_pprof,
};
