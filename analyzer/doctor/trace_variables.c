/* SPDX-License-Identifier: MIT */
#include "trace_variables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX     48u
#define TRIGGERS_MAX 16u
#define SHM_NAME_MAX 255u

const struct csa_variable csa_variables[] = {
#define X(name, kind, words, smallest, largest) \
	{ #name, CSA_VARIABLE_##kind, words, smallest, largest },
	CSA_VARIABLE_MAP(X)
#undef X
		{ 0 },
};

const struct csa_variable *csa_variable_find(const char *name, size_t length)
{
	for (const struct csa_variable *v = csa_variables; v->name; v++) {
		if (strlen(v->name) == length && strncmp(v->name, name, length) == 0)
			return v;
	}
	return NULL;
}

static unsigned least(unsigned a, unsigned b, unsigned c)
{
	a = b < a ? b : a;
	return c < a ? c : a;
}

/* Letters to add, drop or change. */
static unsigned distance(const char *a, size_t a_length, const char *b)
{
	unsigned row[NAME_MAX + 1];
	size_t b_length = strlen(b);

	for (size_t j = 0; j <= b_length; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++) {
			unsigned above = row[j];

			row[j] =
				least(row[j - 1] + 1, above + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[b_length];
}

const struct csa_variable *csa_variable_like(const char *name, size_t length)
{
	const struct csa_variable *nearest = NULL;
	unsigned smallest = 3;

	for (const struct csa_variable *v = csa_variables; v->name && length < NAME_MAX; v++) {
		unsigned d = distance(name, length, v->name);

		if (d < smallest) {
			smallest = d;
			nearest = v;
		}
	}
	return nearest;
}

static bool is_one_of(const char *value, const char *words)
{
	size_t length = strlen(value);

	while (*words) {
		size_t word = strcspn(words, "|");

		if (word == length && strncmp(words, value, length) == 0)
			return true;
		words += word + (words[word] == '|');
	}
	return false;
}

static bool is_number(const char *value, uint64_t smallest, uint64_t largest)
{
	uint64_t number = 0;

	for (; *value; value++) {
		if (*value < '0' || *value > '9' ||
		    number > (largest - (uint64_t)(*value - '0')) / 10)
			return false;
		number = number * 10 + (uint64_t)(*value - '0');
	}
	return number >= smallest;
}

static bool is_shm_name(const char *value)
{
	return value[0] == '/' && value[1] && !strchr(value + 1, '/') &&
	       strlen(value + 1) < SHM_NAME_MAX && strcmp(value, "/.") != 0 &&
	       strcmp(value, "/..") != 0;
}

/* "function>10ms" up to @length bytes. */
static bool is_trigger(const char *text, size_t length)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	size_t sign = length;
	size_t digits;
	size_t at;

	while (sign && text[sign - 1] != '>')
		sign--;
	at = sign;
	while (at < length && (text[at] == ' ' || text[at] == '\t'))
		at++;
	digits = strspn(text + at, "0123456789");
	if (sign < 2 || strspn(text, " \t") >= sign - 1 || !digits || digits > 18)
		return false;
	at += digits;
	while (length > at && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	for (unsigned i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (length - at == strlen(units[i]) &&
		    strncmp(text + at, units[i], length - at) == 0)
			return true;
	}
	return false;
}

static bool is_trigger_list(const char *value)
{
	unsigned count = 0;

	while (*value) {
		size_t length = strcspn(value, ",");

		if (!is_trigger(value, length) || ++count > TRIGGERS_MAX)
			return false;
		value += length + (value[length] == ',');
	}
	return true;
}

bool csa_variable_accepts(const struct csa_variable *variable, const char *value, char *expected,
			  size_t size)
{
	switch (variable->kind) {
	case CSA_VARIABLE_SWITCH:
		snprintf(expected, size, "0 or 1");
		return is_one_of(value, "1|on|yes|true|0|off|no|false");
	case CSA_VARIABLE_NUMBER:
		snprintf(expected, size, "a number from %" PRIu64 " to %" PRIu64,
			 variable->smallest, variable->largest);
		return is_number(value, variable->smallest, variable->largest);
	case CSA_VARIABLE_WORD:
		snprintf(expected, size, "one of %s", variable->words);
		return is_one_of(value, variable->words);
	case CSA_VARIABLE_NAME:
		snprintf(expected, size, "a name as /callsight");
		return is_shm_name(value);
	case CSA_VARIABLE_LIST:
		snprintf(expected, size, "a list as work>10ms,load>2s of at most %u", TRIGGERS_MAX);
		return is_trigger_list(value);
	case CSA_VARIABLE_PATH:
	case CSA_VARIABLE_GLOBS:
		break;
	}
	return true;
}
