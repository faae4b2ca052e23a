/* SPDX-License-Identifier: MIT */
#include "function_columns.h"

#include <inttypes.h>
#include <string.h>

#include "names_text.h"
#include "terminal_text.h"

enum kind {
	KIND_FUNCTION,
	KIND_PLACE,
	KIND_MODULE,
	KIND_FILE,
	KIND_LINE,
	KIND_ADDRESS,
	KIND_COUNT,
	KIND_CALLS, /* a count that can be too small */
	KIND_TIME,  /* with a unit */
	KIND_NS,
	KIND_SHARE, /* of all functions' self time */
	KIND_CALLS_SHARE,
	KIND_PROBE, /* of its own self time */
};

/* What stands in a column: a number of the row, shown in one way. */
struct content {
	enum kind kind;
	unsigned per_mille; /* a percentile; else 0 */
	size_t offset;      /* in csa_report_row */
};

#define AT(member) offsetof(struct csa_report_row, member)
/* X(name, rank, is text, kind, per mille, offset) */
#define COLUMN_MAP(X)                                 \
	X("function", 0, true, FUNCTION, 0, 0)        \
	X("self%", 2, false, SHARE, 0, AT(self_ns))   \
	X("self", 1, false, TIME, 0, AT(self_ns))     \
	X("incl%", 3, false, SHARE, 0, AT(incl_ns))   \
	X("incl", 3, false, TIME, 0, AT(incl_ns))     \
	X("calls%", 4, false, CALLS_SHARE, 0, 0)      \
	X("calls", 4, false, CALLS, 0, AT(calls))     \
	X("min", 9, false, TIME, 0, AT(min_ns))       \
	X("avg", 7, false, TIME, 0, AT(avg_ns))       \
	X("p50", 10, false, TIME, 500, AT(p50_ns))    \
	X("p90", 10, false, TIME, 900, AT(p90_ns))    \
	X("p95", 9, false, TIME, 950, AT(p95_ns))     \
	X("p99", 6, false, TIME, 990, AT(p99_ns))     \
	X("p999", 9, false, TIME, 999, AT(p999_ns))   \
	X("max", 5, false, TIME, 0, AT(max_ns))       \
	X("probe", 8, false, PROBE, 0, AT(probe_ns))  \
	X("resumes", 9, false, COUNT, 0, AT(resumes)) \
	X("unwound", 9, false, COUNT, 0, AT(unwound)) \
	X("open", 9, false, COUNT, 0, AT(open))       \
	X("lossy", 9, false, COUNT, 0, AT(lossy))     \
	X("incl_ns", 3, false, NS, 0, AT(incl_ns))    \
	X("self_ns", 1, false, NS, 0, AT(self_ns))    \
	X("min_ns", 9, false, NS, 0, AT(min_ns))      \
	X("avg_ns", 7, false, NS, 0, AT(avg_ns))      \
	X("max_ns", 5, false, NS, 0, AT(max_ns))      \
	X("p50_ns", 10, false, NS, 500, AT(p50_ns))   \
	X("p90_ns", 10, false, NS, 900, AT(p90_ns))   \
	X("p95_ns", 9, false, NS, 950, AT(p95_ns))    \
	X("p99_ns", 6, false, NS, 990, AT(p99_ns))    \
	X("p999_ns", 9, false, NS, 999, AT(p999_ns))  \
	X("probe_ns", 8, false, NS, 0, AT(probe_ns))  \
	X("address", 11, false, ADDRESS, 0, 0)        \
	X("module", 11, true, MODULE, 0, 0)           \
	X("file", 11, true, FILE, 0, 0)               \
	X("line", 11, false, LINE, 0, 0)              \
	X("file:line", 9, true, PLACE, 0, 0)

const struct csa_text_column csa_function_columns[] = {
#define X(name, rank, is_text, kind, per_mille, offset) { name, NULL, rank, is_text },
	COLUMN_MAP(X)
#undef X
		{ NULL, NULL, 0, false },
};

static const struct content contents[] = {
#define X(name, rank, is_text, kind, per_mille, offset) { KIND_##kind, per_mille, offset },
	COLUMN_MAP(X)
#undef X
};

static void add_function(struct csa_buf *buf, const struct csa_report_row *row)
{
	csa_add_terminal_text(buf, row->name->function);
	if (row->resumes)
		csa_buf_add_fmt(buf, " (%" PRIu64 " resumes)", row->resumes);
	if (row->unwound)
		csa_buf_add_str(buf, " *");
	if (row->open)
		csa_buf_add_str(buf, " +");
	if (row->lossy)
		csa_buf_add_str(buf, " !");
}

static const char *module_path(const struct csa_report *report, const struct csa_row_name *name)
{
	struct csa_module_info module;

	if (name->module == CSA_NO_MODULE)
		return NULL;
	csa_symbols_module(report->symbols, name->module, &module);
	return module.path;
}

void csa_add_place(struct csa_buf *buf, const struct csa_report *report,
		   const struct csa_row_name *name)
{
	const char *path;

	if (name->file) {
		csa_add_terminal_text(buf, csa_short_path(name->file));
		csa_buf_add_fmt(buf, ":%u", name->line);
		return;
	}
	path = name->has_name ? module_path(report, name) : NULL;
	if (path) {
		csa_buf_add_str(buf, "in ");
		csa_add_terminal_text(buf, csa_short_path(path));
	}
}

void csa_add_share(struct csa_buf *buf, uint64_t part, uint64_t whole)
{
	csa_buf_add_fmt(buf, "%.1f", whole ? 100.0 * (double)part / (double)whole : 0.0);
}

/* Whether it was measured what stands in the column. */
static bool is_known(const struct csa_report_row *row, const struct content *content)
{
	switch (content->kind) {
	case KIND_TIME:
	case KIND_NS:
	case KIND_SHARE:
	case KIND_PROBE:
		return content->per_mille ? row->has_quantiles : row->has_times;
	default:
		return true;
	}
}

static uint64_t number_of(const struct csa_report_row *row, const struct content *content)
{
	uint64_t number;

	memcpy(&number, (const char *)row + content->offset, sizeof(number));
	return number;
}

/* Calls whose durations the percentiles are of. */
static bool has_few_calls(const struct csa_report_row *row, unsigned per_mille)
{
	/* Fewer than one call is expected beyond it: p95 below 20 calls, p99 below 100. */
	return per_mille > 500 && (row->calls - row->open) < 1000 / (1000 - per_mille);
}

bool csa_function_cell_is_unstable(const struct csa_report_row *row, unsigned column)
{
	const struct content *content = &contents[column];

	return content->kind == KIND_TIME && is_known(row, content) &&
	       has_few_calls(row, content->per_mille);
}

static void add_number(struct csa_buf *buf, const struct csa_report *report,
		       const struct csa_report_row *row, const struct content *content)
{
	uint64_t number = number_of(row, content);

	switch (content->kind) {
	case KIND_TIME:
		if (has_few_calls(row, content->per_mille))
			csa_buf_add_char(buf, '~');
		csa_add_duration(buf, number);
		break;
	case KIND_SHARE:
		csa_add_share(buf, number, report->summary.self_ns);
		break;
	case KIND_PROBE:
		csa_buf_add_fmt(buf, "%.0f%%",
				row->self_ns ? 100.0 * (double)number / (double)row->self_ns : 0.0);
		break;
	default:
		csa_buf_add_fmt(buf, "%" PRIu64, number);
	}
}

void csa_add_function_cell(struct csa_buf *buf, const struct csa_report *report,
			   const struct csa_report_row *row, unsigned column)
{
	const struct content *content = &contents[column];
	const struct csa_row_name *name = row->name;
	const char *path;

	if (!is_known(row, content)) {
		csa_buf_add_char(buf, '-');
		return;
	}
	switch (content->kind) {
	case KIND_FUNCTION:
		add_function(buf, row);
		break;
	case KIND_PLACE:
		csa_add_place(buf, report, name);
		break;
	case KIND_MODULE:
		path = module_path(report, name);
		csa_add_terminal_text(buf, path ? path : "");
		break;
	case KIND_FILE:
		csa_add_terminal_text(buf, name->file ? name->file : "");
		break;
	case KIND_LINE:
		csa_buf_add_fmt(buf, "%u", name->line);
		break;
	case KIND_ADDRESS:
		csa_buf_add_fmt(buf, "0x%" PRIx64, name->addr);
		break;
	case KIND_CALLS:
		csa_buf_add_fmt(buf, "%s%" PRIu64, row->is_at_least ? ">=" : "", row->calls);
		break;
	case KIND_CALLS_SHARE:
		csa_add_share(buf, row->calls, report->summary.calls);
		break;
	default:
		add_number(buf, report, row, content);
	}
}
