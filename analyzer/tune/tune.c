/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strndup */
#include "tune.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "config_append.h"

#define HOOKS_A_CALL 2u
/* Of programs in docs/development/benchmarking.md 8.2 to 11.7. */
#define USUAL_BYTES 10.0

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the proposals");
}

/* What a hook costs in a trace of events, and how long an event is there. */
static void find_costs(struct csa_tune *tune, const struct csa_report *report)
{
	double weight = 0;
	double bytes = 0;
	double measured = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct csa_report_process *p = &report->processes[i];
		double ns = p->events_hook_ns > 0 ? p->events_hook_ns : p->hook_ns;

		tune->hook_ns += ns * (double)p->events;
		weight += (double)p->events;
		if (p->block_bytes) {
			bytes += (double)p->block_bytes;
			measured += (double)p->events;
		}
	}
	tune->hook_ns = weight > 0 ? tune->hook_ns / weight : 0;
	tune->is_measured = measured > 0;
	tune->bytes_per_event = tune->is_measured ? bytes / measured : USUAL_BYTES;
}

static bool is_nameable(const struct csa_report_row *row)
{
	return row->name->config_name && row->name->config_name[0];
}

/*
 * How long the name is that a line of trace.config excludes the function by: lambdas go with the function
 * around them, and what the compilers call them is not what a line may say.
 */
static size_t stem_length(const char *name)
{
	static const char *const marks[] = { "::{lambda", "::$_", "::'lambda" };
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		const char *mark = strstr(name, marks[i]);

		if (mark && (size_t)(mark - name) < length)
			length = (size_t)(mark - name);
	}
	return length;
}

static int compare_stems(const char *a, const char *b)
{
	size_t x = stem_length(a);
	size_t y = stem_length(b);
	int order = memcmp(a, b, x < y ? x : y);

	return order ? order : x < y ? -1 : x > y;
}

/* By name, then most calls first; rows without a name at the end. */
static int by_name(const void *left, const void *right)
{
	const struct csa_report_row *a = *(const struct csa_report_row *const *)left;
	const struct csa_report_row *b = *(const struct csa_report_row *const *)right;
	int order;

	if (is_nameable(a) != is_nameable(b))
		return is_nameable(a) ? -1 : 1;
	order = is_nameable(a) ? compare_stems(a->name->config_name, b->name->config_name) : 0;
	if (order)
		return order;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	if (a->name->addr != b->name->addr)
		return a->name->addr < b->name->addr ? -1 : 1;
	return 0;
}

static int by_saving(const void *left, const void *right)
{
	const struct csa_tune_proposal *a = left;
	const struct csa_tune_proposal *b = right;

	if (a->events != b->events)
		return a->events > b->events ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The last component, behind the last "::" that is not part of a conversion's type. */
static const char *last_component(const char *name)
{
	const char *limit = strstr(name, "operator");
	const char *last = name;

	for (const char *at = strstr(name, "::"); at && (!limit || at < limit);
	     at = strstr(at + 2, "::"))
		last = at + 2;
	return last;
}

static bool is_identifier(const char *text)
{
	for (; *text; text++) {
		if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
		      (*text >= '0' && *text <= '9') || *text == '_' || *text == ':' ||
		      (unsigned char)*text >= 0x80))
			return false;
	}
	return true;
}

/* What a line of trace.config cannot name for certain. NULL: it can. */
static const char *why_not(const char *name)
{
	const char *last = last_component(name);

	if (strstr(name, "_GLOBAL__"))
		return "made by the compiler for initial values";
	if (strncmp(last, "operator", 8) == 0) {
		const char *rest = last + 8;

		/* Types of conversions have more than one spelling. */
		if (*rest == ' ' && strncmp(rest, " new", 4) != 0 &&
		    strncmp(rest, " delete", 7) != 0 && !is_identifier(rest + 1))
			return "a conversion whose type has several spellings";
		return NULL;
	}
	if (strpbrk(last, "*?[{\\"))
		return "its name is not one that a line can hold";
	return NULL;
}

/* Does the line "exclude-func @name" also mean a function called @other? */
static bool is_tail(const char *name, const char *other)
{
	size_t length = strlen(name);
	size_t whole = strlen(other);

	return whole > length + 2 && strcmp(other + whole - length, name) == 0 &&
	       strncmp(other + whole - length - 2, "::", 2) == 0;
}

/* "::f" where the capture has a longer name that ends in "::f", else "f". */
static int make_word(struct csa_tune_proposal *p, const struct csa_report *report)
{
	bool is_ambiguous = false;
	struct csa_buf name;
	struct csa_buf word;

	for (size_t i = 0; i < report->row_count; i++) {
		const struct csa_report_row *row = &report->rows[i];

		is_ambiguous = is_ambiguous ||
			       (is_nameable(row) && is_tail(p->name, row->name->config_name));
	}
	csa_buf_init(&name);
	csa_buf_init(&word);
	csa_buf_add_str(&name, is_ambiguous ? "::" : "");
	csa_buf_add_str(&name, p->name);
	csa_config_quote(&word, name.data);
	p->word = name.failed ? NULL : csa_buf_steal(&word);
	csa_buf_release(&word);
	csa_buf_release(&name);
	return p->word ? 0 : CSA_E_NOMEM;
}

/* The sums of a proposal's rows. */
static void add_up(struct csa_tune_proposal *p, const struct csa_tune *tune)
{
	double hooks;

	p->has_times = true;
	for (size_t i = 0; i < p->row_count; i++) {
		const struct csa_report_row *row = p->rows[i];

		p->calls += row->calls;
		p->has_times = p->has_times && row->has_times;
		p->own_ns += row->self_ns - row->probe_ns;
	}
	p->events = HOOKS_A_CALL * p->calls;
	hooks = tune->hook_ns * (double)p->events;
	p->saves_ns = (uint64_t)hooks;
	p->saves_bytes = (uint64_t)(tune->bytes_per_event * (double)p->events);
	if (!p->has_times)
		p->own_ns = 0;
	else if (hooks > 0)
		p->cost_share = hooks / (hooks + (double)p->own_ns);
}

static bool is_worth_it(const struct csa_tune_proposal *p, const struct csa_tune *tune,
			const struct csa_tune_options *options)
{
	if (100.0 * (double)p->events < (double)options->min_save * (double)tune->events)
		return false;
	return !p->has_times || 100.0 * p->cost_share >= (double)options->min_cost;
}

/* Groups the rows of one name; @rows is sorted by_name(). */
static int propose(struct csa_tune *tune, const struct csa_report *report,
		   const struct csa_report_row **rows, const struct csa_tune_options *options)
{
	size_t end = 0;

	for (size_t first = 0; first < report->row_count; first = end) {
		struct csa_tune_proposal p = { .rows = rows + first, .row_count = 1 };

		end = first + 1;
		if (is_nameable(rows[first])) {
			while (end < report->row_count && is_nameable(rows[end]) &&
			       compare_stems(rows[end]->name->config_name,
					     rows[first]->name->config_name) == 0)
				end++;
		}
		p.row_count = end - first;
		add_up(&p, tune);
		if (!is_worth_it(&p, tune, options))
			continue;
		if (!is_nameable(rows[first])) {
			tune->nameless++;
			continue;
		}
		p.name = strndup(rows[first]->name->config_name,
				 stem_length(rows[first]->name->config_name));
		if (!p.name)
			return CSA_E_NOMEM;
		p.why_not = why_not(p.name);
		tune->items[tune->count++] = p;
		if (!p.why_not && make_word(&tune->items[tune->count - 1], report) < 0)
			return CSA_E_NOMEM;
	}
	return 0;
}

int csa_tune_make(struct csa_tune *tune, const struct csa_report *report,
		  const struct csa_tune_options *options, struct csa_err *err)
{
	int rc;

	*tune = (struct csa_tune){ 0 };
	find_costs(tune, report);
	tune->rows = calloc(report->row_count + 1, sizeof(*tune->rows));
	tune->items = calloc(report->row_count + 1, sizeof(*tune->items));
	if (!tune->rows || !tune->items)
		return no_memory(err);
	for (size_t i = 0; i < report->row_count; i++) {
		tune->rows[i] = &report->rows[i];
		tune->calls += report->rows[i].calls;
		tune->has_times = tune->has_times || report->rows[i].has_times;
	}
	tune->events = HOOKS_A_CALL * tune->calls;
	qsort(tune->rows, report->row_count, sizeof(*tune->rows), by_name);
	rc = propose(tune, report, tune->rows, options);
	qsort(tune->items, tune->count, sizeof(*tune->items), by_saving);
	return rc < 0 ? no_memory(err) : 0;
}

void csa_tune_release(struct csa_tune *tune)
{
	for (size_t i = 0; i < tune->count; i++) {
		free(tune->items[i].word);
		free(tune->items[i].name);
	}
	free(tune->items);
	free(tune->rows);
	*tune = (struct csa_tune){ 0 };
}
