/* SPDX-License-Identifier: MIT */
/*
 * compare_modes MODE EVENTS.json OTHER.json: the report of a program run with TRACE_MODE=MODE against
 * that of the same program run with events. Calls, unwound and unmatched must be equal; in summary mode
 * the sum of self times is that of the root frames; in count mode no time is there. Prints every
 * difference; status 0 when there is none.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int differences;

static void differ(const char *what, const char *of, long long found, long long expected)
{
	printf("%s%s: expected %lld, found %lld\n", what, of, expected, found);
	differences++;
}

static long long calls_of(const json_t *report, const char *function)
{
	long long calls = 0;
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(report, "rows"), index, row)
	{
		if (strcmp(json_string_value(json_object_get(row, "function")), function) == 0)
			calls += json_integer_value(json_object_get(row, "calls"));
	}
	return calls;
}

/* Every function of @a has as many calls in @b. */
static void compare_calls(const json_t *a, const json_t *b)
{
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(a, "rows"), index, row)
	{
		const char *function = json_string_value(json_object_get(row, "function"));

		if (calls_of(a, function) != calls_of(b, function))
			differ("calls of ", function, calls_of(b, function), calls_of(a, function));
	}
}

static void compare_sums(const json_t *a, const json_t *b)
{
	/* Not events: exits of frames that the parent of a fork had entered are none in a summary. */
	static const char *const keys[] = { "unwound", "unmatched", "open", "lost", "threads" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		long long expected =
			json_integer_value(json_object_get(json_object_get(a, "summary"), keys[i]));
		long long found =
			json_integer_value(json_object_get(json_object_get(b, "summary"), keys[i]));

		if (found != expected)
			differ(keys[i], "", found, expected);
	}
}

static long long sum(const json_t *report, const char *array, const char *key)
{
	long long total = 0;
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(report, array), index, item) total +=
		json_integer_value(json_object_get(item, key));
	return total;
}

/* @is_known: or null, but never 0 for what was not measured. */
static void check_times(const json_t *report, bool is_known)
{
	static const char *const keys[] = { "incl_ns", "self_ns", "min_ns",  "max_ns",  "p50_ns",
					    "p90_ns",  "p99_ns",  "p999_ns", "probe_ns" };
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(report, "rows"), index, row)
	{
		for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
			const json_t *value = json_object_get(row, keys[i]);

			if (is_known ? !json_is_integer(value) : !json_is_null(value)) {
				printf("%s of %s: %s\n", keys[i],
				       json_string_value(json_object_get(row, "function")),
				       is_known ? "not a number" : "not null");
				differences++;
			}
		}
		if (json_integer_value(json_object_get(row, "incl_ns")) <
		    json_integer_value(json_object_get(row, "self_ns")))
			differ("incl below self", "", 0, 0);
	}
}

/* No function takes longer than all that ran: recursion does not count twice. */
static void check_recursion(const json_t *report)
{
	long long all = sum(report, "threads", "root_ns");
	size_t index;
	json_t *row;

	json_array_foreach(json_object_get(report, "rows"), index, row)
	{
		long long incl = json_integer_value(json_object_get(row, "incl_ns"));

		if (incl > all)
			differ("incl beyond all that ran, of ",
			       json_string_value(json_object_get(row, "function")), incl, all);
	}
}

int main(int argc, char **argv)
{
	json_t *events = argc == 4 ? json_load_file(argv[2], 0, NULL) : NULL;
	json_t *other = argc == 4 ? json_load_file(argv[3], 0, NULL) : NULL;
	bool is_summary = argc == 4 && strcmp(argv[1], "summary") == 0;

	if (!events || !other) {
		fputs("compare_modes: cannot read the reports\n", stderr);
		return 2;
	}
	compare_calls(events, other);
	compare_calls(other, events);
	check_times(other, is_summary);
	if (is_summary) {
		check_recursion(other);
		compare_sums(events, other);
		if (sum(other, "rows", "self_ns") != sum(other, "threads", "root_ns"))
			differ("sum of self times", "", sum(other, "rows", "self_ns"),
			       sum(other, "threads", "root_ns"));
	}
	json_decref(events);
	json_decref(other);
	return differences != 0;
}
