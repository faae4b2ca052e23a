/* SPDX-License-Identifier: MIT */
/*
 * Do exports of one capture say the same of every function? Calls and nanoseconds are compared exactly
 * with those of the JSON report, which comes first.
 *
 *     compare_exports json FILE [<format> FILE]... [--expect NAME CALLS SELF INCL]...
 *
 * compare_exports rules [<format> FILE]... : each file follows the rules of its readers, whatever it holds.
 *
 * An expected number can be "-": any. Formats without calls or inclusive times are compared by what
 * they have. Status 1 and a line for each difference.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export_spans.h"
#include "function_sums.h"

struct format {
	const char *name;
	bool (*read_sums)(struct t_sums *sums, const char *bytes, size_t count);
	bool (*read_spans)(struct t_spans *spans, const char *bytes, size_t count);
};

static const struct format formats[] = {
	{ "json", t_read_json, NULL },
	{ "text", t_read_text, NULL },
	{ "tree", t_read_tree, NULL },
	{ "callers", t_read_callers, NULL },
	{ "html", t_read_page, NULL },
	{ "html-calls", NULL, t_read_html },
	{ "csv", t_read_csv, NULL },
	{ "folded", t_read_folded, NULL },
	{ "callgrind", t_read_callgrind, NULL },
	{ "pprof", t_read_pprof, NULL },
	{ "speedscope", NULL, t_read_speedscope },
	{ "chrome", NULL, t_read_chrome },
	{ "perfetto", NULL, t_read_perfetto },
	{ "firefox", NULL, t_read_firefox },
};

static const struct format *find_format(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	}
	return NULL;
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	size_t room = 1 << 16;
	char *bytes = malloc(room);

	*size = 0;
	if (!file) {
		perror(path);
		exit(1);
	}
	while (bytes && !feof(file) && !ferror(file)) {
		*size += fread(bytes + *size, 1, room - *size, file);
		if (*size == room) {
			char *more = realloc(bytes, room *= 2);

			if (!more)
				abort();
			bytes = more;
		}
	}
	fclose(file);
	if (!bytes)
		abort();
	return bytes;
}

/* Is a call of the same function open around @span? @stack: of calls by depth, from 1 */
static bool is_nested(const struct t_span *const *stack, const struct t_span *span)
{
	for (unsigned i = 1; i < span->depth; i++) {
		if (strcmp(stack[i]->name, span->name) == 0)
			return true;
	}
	return false;
}

/* What single calls add up to. One that began before the capture is no call, and its time nobody's. */
static void add_spans(struct t_sums *sums, const struct t_spans *spans)
{
	uint64_t *self = t_spans_self(spans);
	const struct t_span **stack = calloc(spans->count + 2, sizeof(*stack));

	if (!stack)
		abort();
	sums->has_calls = true;
	sums->has_incl = true;
	for (size_t i = 0; i < spans->count; i++) {
		const struct t_span *span = &spans->items[i];
		struct t_sum *sum;

		stack[span->depth] = span;
		if (span->began_before)
			continue;
		sum = t_sums_get(sums, span->name);
		sum->calls++;
		sum->self_ns += self[i];
		sum->incl_ns += is_nested(stack, span) ? 0 : span->end_ns - span->begin_ns;
	}
	free(stack);
	free(self);
}

static bool read_export(const struct format *format, const char *path, struct t_sums *sums)
{
	struct t_spans spans = { 0 };
	size_t size;
	char *bytes = read_file(path, &size);
	bool is_good = format->read_sums ? format->read_sums(sums, bytes, size)
					 : format->read_spans(&spans, bytes, size);

	if (is_good && format->read_spans)
		add_spans(sums, &spans);
	if (!is_good)
		printf("%s: not as its readers want it: %s\n", path,
		       format->read_sums ? sums->error : spans.error);
	t_spans_release(&spans);
	free(bytes);
	return is_good;
}

static bool compare(const char *path, const struct t_sum *wanted, const struct t_sum *seen,
		    const struct t_sums *sums, bool is_by_name)
{
	/* Functions of one name, as C++ has of a destructor, call each other. */
	bool has_incl = sums->has_incl && (!is_by_name || wanted->rows == 1);

	if (wanted->self_ns == seen->self_ns &&
	    (!sums->has_calls || wanted->calls == seen->calls) &&
	    (!has_incl || wanted->incl_ns == seen->incl_ns))
		return true;
	printf("%s: %s: calls %" PRIu64 ", self %" PRIu64 ", incl %" PRIu64 "; in JSON %" PRIu64
	       ", %" PRIu64 ", %" PRIu64 "\n",
	       path, wanted->name, seen->calls, seen->self_ns, seen->incl_ns, wanted->calls,
	       wanted->self_ns, wanted->incl_ns);
	return false;
}

/* What has neither calls nor time may be there or not. */
static bool is_in_json(const char *path, const struct t_sum *seen, struct t_sums *base)
{
	if ((seen->calls == 0 && seen->self_ns == 0) || t_sums_get(base, seen->name)->rows)
		return true;
	printf("%s: %s is not in JSON\n", path, seen->name);
	return false;
}

static bool compare_export(const char *name, const char *path, struct t_sums *base)
{
	const struct format *format = find_format(name);
	struct t_sums sums = { 0 };
	bool is_good;

	if (!format) {
		printf("%s: a format of another name\n", name);
		return false;
	}
	is_good = read_export(format, path, &sums);
	for (size_t i = 0; is_good && i < base->count; i++)
		is_good &= compare(path, &base->items[i], t_sums_get(&sums, base->items[i].name),
				   &sums, format->read_spans != NULL);
	for (size_t i = 0; is_good && i < sums.count; i++)
		is_good &= is_in_json(path, &sums.items[i], base);
	t_sums_release(&sums);
	return is_good;
}

static bool is_expected(const char *what, const char *name, const char *wanted, uint64_t seen)
{
	if (strcmp(wanted, "-") == 0 || strtoull(wanted, NULL, 10) == seen)
		return true;
	printf("%s of %s: %" PRIu64 ", expected %s\n", what, name, seen, wanted);
	return false;
}

static int check_rules(int argc, char **argv)
{
	bool is_good = argc % 2 == 0;

	for (int i = 2; is_good && i < argc; i += 2) {
		const struct format *format = find_format(argv[i]);
		struct t_sums sums = { 0 };

		is_good = format && read_export(format, argv[i + 1], &sums);
		t_sums_release(&sums);
	}
	return is_good ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct t_sums base = { 0 };
	unsigned compared = 0;
	bool is_good = argc > 2 && strcmp(argv[1], "json") == 0 &&
		       read_export(&formats[0], argv[2], &base) && base.count;
	int i = 3;

	if (argc > 1 && strcmp(argv[1], "rules") == 0)
		return check_rules(argc, argv);
	for (; is_good && i + 1 < argc && argv[i][0] != '-'; i += 2) {
		is_good = compare_export(argv[i], argv[i + 1], &base);
		compared++;
	}
	for (; is_good && i + 4 < argc && strcmp(argv[i], "--expect") == 0; i += 5) {
		const struct t_sum *sum = t_sums_get(&base, argv[i + 1]);

		/* All that differs is said. */
		is_good = is_expected("calls", sum->name, argv[i + 2], sum->calls);
		is_good = is_expected("self", sum->name, argv[i + 3], sum->self_ns) && is_good;
		is_good = is_expected("incl", sum->name, argv[i + 4], sum->incl_ns) && is_good;
	}
	if (is_good && i != argc) {
		printf("%s: not understood\n", argv[i]);
		is_good = false;
	}
	if (is_good)
		printf("%zu functions are the same in json and %u others\n", base.count, compared);
	t_sums_release(&base);
	return is_good ? 0 : 1;
}
