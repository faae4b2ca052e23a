/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values by RFC 4180: lines end in CR LF and have the same number of fields; a field is
 * in quotes with "" for a quote, or has neither quotes, commas nor line ends. Nothing may begin as
 * spreadsheets take formulas to begin.
 */
#include "function_sums.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 32
#define FIELD_MAX  4096

struct record {
	char fields[FIELDS_MAX][FIELD_MAX];
	size_t count;
};

static const char *read_quoted(struct t_sums *sums, const char *at, const char *end, char *field)
{
	size_t length = 0;

	for (at++; at < end && (*at != '"' || (at + 1 < end && at[1] == '"')); at++) {
		if (*at == '\r' || *at == '\n' || length + 1 == FIELD_MAX)
			return t_sums_fail(sums, "a field goes over its line"), NULL;
		at += *at == '"';
		field[length++] = *at;
	}
	field[length] = '\0';
	return at < end ? at + 1 : (t_sums_fail(sums, "a quote has no end"), NULL);
}

static const char *read_field(struct t_sums *sums, const char *at, const char *end, char *field)
{
	size_t length;

	if (at < end && *at == '"') {
		at = read_quoted(sums, at, end, field);
	} else {
		for (length = 0; at < end && !strchr(",\r\n\"", *at) && length + 1 < FIELD_MAX;
		     at++)
			field[length++] = *at;
		field[length] = '\0';
	}
	if (field[0] && strchr("=+-@", field[0]))
		return t_sums_fail(sums, "a spreadsheet runs '%s'", field), NULL;
	return at;
}

/* Return: behind the line; NULL: wrong. */
static const char *read_record(struct t_sums *sums, const char *at, const char *end,
			       struct record *record)
{
	for (record->count = 0; record->count < FIELDS_MAX;) {
		at = read_field(sums, at, end, record->fields[record->count++]);
		if (!at)
			return NULL;
		if (at + 1 < end && at[0] == '\r' && at[1] == '\n')
			return at + 2;
		if (at == end || *at++ != ',')
			break;
	}
	return t_sums_fail(sums, "a line does not end in CR LF behind a field"), NULL;
}

static const char *value(const struct record *header, const struct record *record, const char *key)
{
	for (size_t i = 0; i < header->count; i++) {
		if (strcmp(header->fields[i], key) == 0)
			return record->fields[i];
	}
	return "";
}

bool t_read_csv(struct t_sums *sums, const char *bytes, size_t count)
{
	struct record *header = calloc(2, sizeof(*header));
	struct record *record;
	const char *end = bytes + count;
	const char *at = bytes;

	if (!header)
		abort();
	record = header + 1;
	sums->has_calls = true;
	sums->has_incl = true;
	at = read_record(sums, at, end, header);
	while (at && at < end) {
		struct t_sum *sum;

		at = read_record(sums, at, end, record);
		if (at && record->count != header->count)
			t_sums_fail(sums, "%zu fields below %zu keys", record->count,
				    header->count);
		if (!at || sums->error[0])
			break;
		sum = t_sums_get(sums, value(header, record, "function"));
		sum->calls += strtoull(value(header, record, "calls"), NULL, 10);
		sum->self_ns += strtoull(value(header, record, "self_ns"), NULL, 10);
		sum->incl_ns += strtoull(value(header, record, "incl_ns"), NULL, 10);
	}
	free(header);
	return sums->error[0] == '\0';
}
