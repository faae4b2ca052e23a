/* SPDX-License-Identifier: MIT */
#include "firefox_tables.h"

#include <inttypes.h>
#include <stdlib.h>

#include "decimal_text.h"
#include "export_facts.h"
#include "json_string.h"
#include "viewer_ids.h"

#define REST_NAME "(other stacks)"
#define NONE      UINT32_MAX

/* CategoryColor in src/types/profile.ts; grey is the default category's. */
static const char *const colors[] = { "blue",    "green",     "orange", "purple",  "yellow",
				      "magenta", "lightblue", "brown",  "lightred" };

#define COLOR_COUNT (sizeof(colors) / sizeof(colors[0]))

/* Functions of the profile, one a row that a stack has; number 0 stands for all stacks beyond the tree. */
struct tables {
	struct csa_firefox_threads *threads;
	const struct csa_report *report;
	FILE *out;
	uint32_t *function_of_row; /* NONE: in no stack */
	uint32_t *rows;            /* of the functions; the first is not used */
	uint32_t count;
	struct csa_string_index sources; /* number 0 is no file */
};

static void put_ms(FILE *out, uint64_t ns)
{
	char text[CSA_DECIMAL_CHARS];

	fwrite(text, 1, (size_t)(csa_put_millionths(text, ns) - text), out);
}

struct speaker {
	FILE *out;
	unsigned count;
};

static void put_fact(void *state, const char *sentence)
{
	struct speaker *speaker = state;

	fprintf(speaker->out,
		",\n{\"label\":\"fact %u\",\"format\":\"string\",\"value\":", ++speaker->count);
	csa_json_string(speaker->out, sentence);
	fputc('}', speaker->out);
}

static int put_extra(const struct csa_report *report, FILE *out)
{
	struct speaker speaker = { .out = out };
	struct csa_buf start;
	int rc;

	csa_buf_init(&start);
	csa_add_export_start(&start, report);
	fputs(",\n\"extra\":[{\"label\":\"CallSight\",\"entries\":[\n"
	      "{\"label\":\"start\",\"format\":\"string\",\"value\":",
	      out);
	csa_json_string(out, start.data);
	fputc('}', out);
	rc = csa_export_facts(report, put_fact, &speaker);
	fputs("]}]", out);
	if (start.failed)
		rc = CSA_E_NOMEM;
	csa_buf_release(&start);
	return rc;
}

/* How markers of each type look: MarkerSchema in src/types/markers.ts. */
static const char schemas[] =
	",\n\"markerSchema\":[\n"
	"{\"name\":\"mark\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"],"
	"\"fields\":[]},\n"
	"{\"name\":\"frame\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"],"
	"\"fields\":[]},\n"
	"{\"name\":\"value\",\"display\":[\"marker-chart\",\"marker-table\"],"
	"\"tableLabel\":\"{marker.name} = {marker.data.value}\","
	"\"fields\":[{\"key\":\"value\",\"label\":\"value\",\"format\":\"integer\"}],"
	"\"graphs\":[{\"key\":\"value\",\"type\":\"line\"}]},\n"
	"{\"name\":\"capture\",\"display\":[\"marker-chart\",\"marker-table\",\"timeline-"
	"overview\"],"
	"\"fields\":[{\"key\":\"argument\",\"label\":\"argument\",\"format\":\"string\"},"
	"{\"key\":\"events\",\"label\":\"events\",\"format\":\"integer\"},"
	"{\"key\":\"blocks\",\"label\":\"blocks\",\"format\":\"integer\"}]},\n"
	"{\"name\":\"call\",\"display\":[\"marker-chart\",\"marker-table\"],"
	"\"tableLabel\":\"{marker.name}: {marker.data.why}\","
	"\"fields\":[{\"key\":\"why\",\"label\":\"why it is told\",\"format\":\"string\"},"
	"{\"key\":\"depth\",\"label\":\"depth\",\"format\":\"integer\"}]}]";

static void put_categories(const struct csa_report *report, FILE *out)
{
	unsigned modules = report->symbols ? csa_symbols_module_count(report->symbols) : 0;

	fputs(",\n\"categories\":[\n{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":["
	      "\"Other\"]}",
	      out);
	for (unsigned i = 0; i < modules; i++) {
		struct csa_module_info module;

		csa_symbols_module(report->symbols, i, &module);
		fputs(",\n{\"name\":", out);
		csa_json_string(out, module.path);
		fprintf(out, ",\"color\":\"%s\",\"subcategories\":[\"Other\"]}",
			colors[i % COLOR_COUNT]);
	}
	fputc(']', out);
}

/* interval is only the width of a sample that has none behind it. */
int csa_firefox_meta(const struct csa_report *report, FILE *out)
{
	const struct csa_report_process *first = report->processes;
	bool has_first = report->process_count > 0;
	int rc;

	fputs("\"meta\":{\"preprocessedProfileVersion\":61,\"version\":30,\"processType\":0,\n"
	      "\"interval\":0.001,\"startTime\":",
	      out);
	put_ms(out, has_first ? first->start_realtime_ns : 0);
	fputs(",\"profilingStartTime\":0,\"profilingEndTime\":", out);
	put_ms(out, report->summary.duration_ns);
	fputs(",\n\"stackwalk\":1,\"symbolicated\":true,\"symbolicationNotSupported\":true,\n"
	      "\"usesOnlyOneStackType\":true,\"sourceCodeIsNotOnSearchfox\":true,"
	      "\"keepProfileThreadOrder\":true,\n"
	      "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"},\n"
	      "\"importedFrom\":\"" CSA_EXPORTER "\",\"product\":",
	      out);
	csa_json_string(out, has_first ? csa_viewer_process_label(first) : "");
	fputs(",\"arguments\":", out);
	csa_json_string(out, has_first && first->command ? first->command : "");
	put_categories(report, out);
	fputs(schemas, out);
	rc = put_extra(report, out);
	fputs("},\n", out);
	return rc;
}

static const struct csa_row_name *row_of(const struct tables *tables, uint32_t function)
{
	return &tables->report->table.rows[tables->rows[function]];
}

static int number_functions(struct tables *tables)
{
	const struct csa_tree *tree = &tables->threads->tree;
	uint32_t row_count = tables->report->table.count;

	tables->function_of_row = calloc(row_count + 1ull, sizeof(uint32_t));
	tables->rows = calloc(row_count + 1ull, sizeof(uint32_t));
	if (!tables->function_of_row || !tables->rows)
		return CSA_E_NOMEM;
	for (uint32_t i = 0; i < row_count; i++)
		tables->function_of_row[i] = NONE;
	tables->count = 1;
	for (uint32_t i = CSA_TREE_REST + 1; i < tree->count; i++) {
		uint32_t *function = &tables->function_of_row[tree->nodes[i].row];

		if (*function == NONE) {
			*function = tables->count;
			tables->rows[tables->count++] = tree->nodes[i].row;
		}
	}
	return 0;
}

/* One column of a table: @value for each of @count. */
static void put_column(struct tables *tables, const char *key, uint32_t count,
		       int64_t (*value)(struct tables *tables, uint32_t index))
{
	fprintf(tables->out, "\"%s\":[", key);
	for (uint32_t i = 0; i < count; i++) {
		int64_t number = value(tables, i);

		fputs(i ? "," : "", tables->out);
		if (number == INT64_MIN)
			fputs("null", tables->out);
		else
			fprintf(tables->out, "%" PRId64, number);
	}
	fputs("],\n", tables->out);
}

static void put_same(struct tables *tables, const char *key, uint32_t count, const char *value)
{
	fprintf(tables->out, "\"%s\":[", key);
	for (uint32_t i = 0; i < count; i++)
		fprintf(tables->out, "%s%s", i ? "," : "", value);
	fputs("],\n", tables->out);
}

static int64_t stack_frame(struct tables *tables, uint32_t index)
{
	uint32_t row = tables->threads->tree.nodes[index + 1].row;

	return row == CSA_NO_ROW ? 0 : tables->function_of_row[row];
}

static int64_t stack_prefix(struct tables *tables, uint32_t index)
{
	uint32_t parent = tables->threads->tree.nodes[index + 1].parent;

	return parent == CSA_TREE_ROOT ? INT64_MIN : csa_firefox_stack(parent);
}

static int64_t same_number(struct tables *tables, uint32_t index)
{
	(void)tables;
	return index;
}

static int64_t function_name(struct tables *tables, uint32_t index)
{
	const char *name = index ? row_of(tables, index)->function : REST_NAME;

	return csa_string_index_add(&tables->threads->strings, name);
}

static int64_t function_line(struct tables *tables, uint32_t index)
{
	unsigned line = index ? row_of(tables, index)->line : 0;

	return line ? line : INT64_MIN;
}

static int64_t function_source(struct tables *tables, uint32_t index)
{
	uint32_t source =
		csa_string_index_add(&tables->sources, index ? row_of(tables, index)->file : NULL);

	return source ? (int64_t)source - 1 : INT64_MIN;
}

/* Modules are the resources, in the same order. */
static int64_t function_resource(struct tables *tables, uint32_t index)
{
	unsigned module = index ? row_of(tables, index)->module : CSA_NO_MODULE;

	return module == CSA_NO_MODULE ? -1 : (int64_t)module;
}

static int64_t function_category(struct tables *tables, uint32_t index)
{
	return function_resource(tables, index) + 1;
}

static int64_t resource_name(struct tables *tables, uint32_t index)
{
	struct csa_module_info module;

	csa_symbols_module(tables->report->symbols, index, &module);
	return csa_string_index_add(&tables->threads->strings, module.path);
}

static int64_t source_name(struct tables *tables, uint32_t index)
{
	return csa_string_index_add(&tables->threads->strings, tables->sources.items[index + 1]);
}

static void end_table(struct tables *tables, uint32_t count)
{
	fprintf(tables->out, "\"length\":%" PRIu32 "},\n", count);
}

static void put_functions(struct tables *tables)
{
	uint32_t stacks = tables->threads->tree.count - 1;

	fputs("\"stackTable\":{", tables->out);
	put_column(tables, "frame", stacks, stack_frame);
	put_column(tables, "prefix", stacks, stack_prefix);
	end_table(tables, stacks);
	fputs("\"frameTable\":{", tables->out);
	put_column(tables, "func", tables->count, same_number);
	put_column(tables, "category", tables->count, function_category);
	put_column(tables, "line", tables->count, function_line);
	put_same(tables, "address", tables->count, "-1");
	put_same(tables, "inlineDepth", tables->count, "0");
	put_same(tables, "subcategory", tables->count, "0");
	put_same(tables, "nativeSymbol", tables->count, "null");
	put_same(tables, "innerWindowID", tables->count, "null");
	put_same(tables, "column", tables->count, "null");
	end_table(tables, tables->count);
	fputs("\"funcTable\":{", tables->out);
	put_column(tables, "name", tables->count, function_name);
	put_column(tables, "source", tables->count, function_source);
	put_column(tables, "resource", tables->count, function_resource);
	put_column(tables, "lineNumber", tables->count, function_line);
	put_same(tables, "columnNumber", tables->count, "null");
	put_same(tables, "isJS", tables->count, "false");
	put_same(tables, "relevantForJS", tables->count, "false");
	end_table(tables, tables->count);
}

static void put_places(struct tables *tables)
{
	const struct csa_report *report = tables->report;
	unsigned modules = report->symbols ? csa_symbols_module_count(report->symbols) : 0;
	uint32_t sources = tables->sources.count - 1;

	fputs("\"resourceTable\":{", tables->out);
	put_column(tables, "name", modules, resource_name);
	put_same(tables, "lib", modules, "null");
	put_same(tables, "host", modules, "null");
	put_same(tables, "type", modules, "1"); /* ResourceType.Library */
	end_table(tables, modules);
	fputs("\"sources\":{", tables->out);
	put_column(tables, "filename", sources, source_name);
	put_same(tables, "id", sources, "null");
	put_same(tables, "startLine", sources, "1");
	put_same(tables, "startColumn", sources, "1");
	put_same(tables, "sourceMapURL", sources, "null");
	end_table(tables, sources);
	fputs("\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],"
	      "\"length\":0},\n\"stringArray\":[",
	      tables->out);
	for (uint32_t i = 0; i < tables->threads->strings.count; i++) {
		fputs(i ? ",\n" : "\n", tables->out);
		csa_json_string(tables->out, tables->threads->strings.items[i]);
	}
	fputs("]},\n", tables->out);
}

int csa_firefox_shared(struct csa_firefox_threads *threads, const struct csa_report *report,
		       FILE *out)
{
	struct tables tables = { .threads = threads, .report = report, .out = out };
	int rc;

	csa_string_index_init(&tables.sources);
	rc = tables.sources.has_failed ? CSA_E_NOMEM : number_functions(&tables);
	if (rc == 0) {
		fputs("\"shared\":{", out);
		put_functions(&tables);
		put_places(&tables);
		if (threads->strings.has_failed || tables.sources.has_failed)
			rc = CSA_E_NOMEM;
	}
	csa_string_index_release(&tables.sources);
	free(tables.function_of_row);
	free(tables.rows);
	return rc;
}
