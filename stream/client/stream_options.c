/* SPDX-License-Identifier: MIT */
#include "stream_options.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind {
	KIND_FLAG,
	KIND_TEXT,
	KIND_LEVEL,
	KIND_SECONDS,
};

struct row {
	const char *name;
	const char *value; /* NULL for flags */
	const char *help;
	size_t offset; /* in struct css_stream_options */
	enum kind kind;
};

#define AT(member) offsetof(struct css_stream_options, member)

static const struct row rows[] = {
	{ "key-file", "<file>", "Encrypt by the pre-shared key in this file.", AT(tls.key_file),
	  KIND_TEXT },
	{ "ca", "<file>", "Encrypt; the server's certificate has to come from these authorities.",
	  AT(tls.ca), KIND_TEXT },
	{ "cert", "<file>", "Show this certificate to the server.", AT(tls.cert), KIND_TEXT },
	{ "key", "<file>", "Its private key.", AT(tls.cert_key), KIND_TEXT },
	{ "insecure", NULL, "Send in the clear also to another machine.", AT(insecure), KIND_FLAG },
	{ "level", "<number>|auto",
	  "Compress by this level of zstd, -20 to 19; 0: not at all; auto: as the network needs it "
	  "(default).",
	  AT(level), KIND_LEVEL },
	{ "stay", NULL, "Do not end with the last program: wait for the next one.", AT(stay),
	  KIND_FLAG },
	{ "wait", "<seconds>", "End when no program has come after this time; 0: never (default).",
	  AT(wait_seconds), KIND_SECONDS },
	{ "quiet", NULL, "Say errors only.", AT(quiet), KIND_FLAG },
	{ "version", NULL, "Print the version.", AT(version), KIND_FLAG },
	{ "help", NULL, "Print this text.", AT(help), KIND_FLAG },
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static bool read_number(const char *text, long min, long max, long *number)
{
	char *end;

	*number = strtol(text, &end, 10);
	return *text && *end == '\0' && strspn(text, " \t\n") == 0 && *number >= min &&
	       *number <= max;
}

static int set(struct css_stream_options *options, const struct row *row, const char *value,
	       char *why, size_t why_bytes)
{
	void *target = (char *)options + row->offset;
	long number = CSS_LEVEL_AUTO;

	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)target = true;
		return 0;
	case KIND_TEXT:
		*(const char **)target = value;
		return 0;
	case KIND_LEVEL:
		if (strcmp(value, "auto") != 0 &&
		    !read_number(value, CSS_LEVEL_MIN, CSS_LEVEL_MAX, &number)) {
			snprintf(why, why_bytes,
				 "--level: '%.40s' is not auto or a number from %d to %d", value,
				 CSS_LEVEL_MIN, CSS_LEVEL_MAX);
			return -1;
		}
		*(int *)target = (int)number;
		return 0;
	case KIND_SECONDS:
		if (!read_number(value, 0, 1000000, &number)) {
			snprintf(why, why_bytes,
				 "--%s: '%.40s' is not a number of seconds from 0 to 1000000",
				 row->name, value);
			return -1;
		}
		*(unsigned *)target = (unsigned)number;
		return 0;
	}
	return -1;
}

static const struct row *find(const char *name, size_t bytes)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strlen(rows[i].name) == bytes && memcmp(rows[i].name, name, bytes) == 0)
			return &rows[i];
	return NULL;
}

/* Return: how many words the option took, or -1. */
static int take_option(struct css_stream_options *options, char **argv, int left, char *why,
		       size_t why_bytes)
{
	const char *name = argv[0] + 2;
	const char *equals = strchr(name, '=');
	const struct row *row =
		strncmp(argv[0], "--", 2) == 0
			? find(name, equals ? (size_t)(equals - name) : strlen(name))
			: NULL;
	const char *value = equals ? equals + 1 : left > 1 ? argv[1] : NULL;

	if (!row) {
		snprintf(why, why_bytes, "unknown option %.60s", argv[0]);
		return -1;
	}
	if (!row->value && equals) {
		snprintf(why, why_bytes, "--%s takes no value", row->name);
		return -1;
	}
	if (row->value && !value) {
		snprintf(why, why_bytes, "--%s needs a value", row->name);
		return -1;
	}
	if (set(options, row, value ? value : "", why, why_bytes) < 0)
		return -1;
	return row->value && !equals ? 2 : 1;
}

static int check_ring(const char *name, char *why, size_t why_bytes)
{
	const char *rest = name + 1;

	if (*name == '/' && *rest && strlen(rest) <= 255 && !strchr(rest, '/') &&
	    strcmp(rest, ".") != 0 && strcmp(rest, "..") != 0)
		return 0;
	snprintf(why, why_bytes, "'%.60s' is not the name of TRACE_SHM, as /name", name);
	return -1;
}

int css_stream_options_parse(struct css_stream_options *options, int argc, char **argv, char *why,
			     size_t why_bytes)
{
	const char *operands[2] = { NULL, NULL };
	size_t operand_count = 0;
	bool only_operands = false;
	const char *wrong;

	*options = (struct css_stream_options){ .level = CSS_LEVEL_AUTO };
	for (int i = 0; i < argc && !options->help && !options->version;) {
		int taken = 1;

		if (!only_operands && strcmp(argv[i], "--") == 0) {
			only_operands = true;
		} else if (!only_operands && argv[i][0] == '-') {
			taken = take_option(options, argv + i, argc - i, why, why_bytes);
		} else if (operand_count < 2) {
			operands[operand_count++] = argv[i];
		} else {
			snprintf(why, why_bytes, "'%.60s' is one word too many", argv[i]);
			taken = -1;
		}
		if (taken < 0)
			return -1;
		i += taken;
	}
	if (options->help || options->version)
		return 0;
	if (operand_count < 2) {
		snprintf(why, why_bytes,
			 "the name of the ring and the address of the server have "
			 "to be given");
		return -1;
	}
	options->ring = operands[0];
	options->server = operands[1];
	if (check_ring(options->ring, why, why_bytes) < 0)
		return -1;
	wrong = css_tls_check(&options->tls, options->insecure);
	if (wrong) {
		snprintf(why, why_bytes, "%s", wrong);
		return -1;
	}
	return css_address_parse(&options->address, options->server, why, why_bytes);
}

void css_stream_options_help(FILE *out)
{
	fputs("Usage: callsight-stream [options] /<ring> <host>:<port> | unix:<path>\n\n"
	      "Sends what traced programs write into the ring of TRACE_SHM to callsight serve.\n\n"
	      "Options:\n",
	      out);
	for (size_t i = 0; i < ROWS; i++) {
		char left[40];

		snprintf(left, sizeof(left), "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
			 rows[i].value ? rows[i].value : "");
		fprintf(out, "  %-24s %s\n", left, rows[i].help);
	}
}
