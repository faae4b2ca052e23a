/* SPDX-License-Identifier: MIT */
#include "opt.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "duration.h"

static const struct csa_opt *find_long(const struct csa_opt *opts, const char *name, size_t length)
{
	for (; opts->kind; opts++) {
		if (strlen(opts->name) == length && memcmp(opts->name, name, length) == 0)
			return opts;
	}
	return NULL;
}

static const struct csa_opt *find_short(const struct csa_opt *opts, char c)
{
	for (; opts->kind; opts++) {
		if (opts->short_name == c)
			return opts;
	}
	return NULL;
}

static int store_uint(const struct csa_opt *opt, const char *text, struct csa_err *err)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || number > UINT_MAX)
		return csa_fail(err, CSA_E_USAGE, "--%s: '%s' is not a number from 0 to %u",
				opt->name, text, UINT_MAX);
	*(unsigned *)opt->target = (unsigned)number;
	return 0;
}

static bool is_choice(const char *choices, const char *text)
{
	size_t length = strlen(text);

	for (const char *word = choices; length; word++) {
		const char *end = strchr(word, '|');
		size_t word_length = end ? (size_t)(end - word) : strlen(word);

		if (word_length == length && memcmp(word, text, length) == 0)
			return true;
		if (!end)
			break;
		word = end;
	}
	return false;
}

static int store(const struct csa_opt *opt, const char *text, struct csa_err *err)
{
	struct csa_opt_list *list = opt->target;

	switch (opt->kind) {
	case CSA_OPT_FLAG:
		*(bool *)opt->target = true;
		return 0;
	case CSA_OPT_UINT:
		return store_uint(opt, text, err);
	case CSA_OPT_DURATION:
		if (!csa_duration_parse(text, opt->target))
			return csa_fail(err, CSA_E_USAGE,
					"--%s: '%s' is not a time such as " CSA_DURATION_EXAMPLES,
					opt->name, text);
		return 0;
	case CSA_OPT_CHOICE:
		if (!is_choice(opt->value, text))
			return csa_fail(err, CSA_E_USAGE, "--%s: '%s' is not one of %s", opt->name,
					text, opt->value);
		*(const char **)opt->target = text;
		return 0;
	case CSA_OPT_STRING:
		*(const char **)opt->target = text;
		return 0;
	case CSA_OPT_LIST:
		if (list->count == sizeof(list->items) / sizeof(list->items[0]))
			return csa_fail(err, CSA_E_USAGE, "--%s: given more than %u times",
					opt->name, list->count);
		list->items[list->count++] = text;
		return 0;
	case CSA_OPT_END:
		break;
	}
	return csa_fail(err, CSA_E_USAGE, "--%s: option without a kind", opt->name);
}

/* Parses one argument that begins with '-'. Return: arguments used up, 1 or 2, or negative. */
static int parse_one(const struct csa_opt *opts, char **argv, bool *help, struct csa_err *err)
{
	const char *arg = argv[0];
	const struct csa_opt *opt;
	const char *text = NULL;
	int rc;

	if (arg[1] == '-') {
		const char *equals = strchr(arg, '=');
		size_t length = equals ? (size_t)(equals - arg - 2) : strlen(arg + 2);

		if (strcmp(arg, "--help") == 0) {
			*help = true;
			return 1;
		}
		opt = find_long(opts, arg + 2, length);
		text = equals ? equals + 1 : NULL;
	} else {
		opt = find_short(opts, arg[1]);
		if (!opt && arg[1] == 'h' && !arg[2]) {
			*help = true;
			return 1;
		}
		text = opt && arg[2] ? arg + 2 : NULL;
	}
	if (!opt)
		return csa_fail(err, CSA_E_USAGE, "unknown option '%s'; see --help", arg);
	if (opt->kind == CSA_OPT_FLAG && text)
		return csa_fail(err, CSA_E_USAGE, "--%s takes no value, given '%s'", opt->name,
				text);
	if (opt->kind == CSA_OPT_FLAG || text) {
		rc = store(opt, text, err);
		return rc < 0 ? rc : 1;
	}
	if (!argv[1])
		return csa_fail(err, CSA_E_USAGE, "--%s: no value; expected %s", opt->name,
				opt->value);
	rc = store(opt, argv[1], err);
	return rc < 0 ? rc : 2;
}

int csa_opt_parse(const struct csa_opt *opts, enum csa_opt_mode mode, int argc, char **argv,
		  bool *help, struct csa_err *err)
{
	int operands = 0;
	bool stopped = false;

	*help = false;
	for (int i = 0; i < argc;) {
		int used;

		if (!stopped && strcmp(argv[i], "--") == 0) {
			stopped = true;
			i++;
			continue;
		}
		if (stopped || argv[i][0] != '-' || argv[i][1] == '\0') {
			argv[operands++] = argv[i++];
			if (mode == CSA_OPT_STOP_AT_OPERAND)
				stopped = true;
			continue;
		}
		used = parse_one(opts, argv + i, help, err);
		if (used < 0)
			return used;
		if (*help)
			return 0;
		i += used;
	}
	return operands;
}

void csa_opt_print(const struct csa_opt *opts, FILE *out)
{
	for (; opts->kind; opts++) {
		int width = fprintf(out, "  %c%c%s--%s%s%s", opts->short_name ? '-' : ' ',
				    opts->short_name ? opts->short_name : ' ',
				    opts->short_name ? ", " : "  ", opts->name,
				    opts->value ? " " : "", opts->value ? opts->value : "");

		if (width > 33)
			fprintf(out, "\n%*s%s\n", 34, "", opts->help);
		else
			fprintf(out, "%*s%s\n", 34 - width, "", opts->help);
	}
	fprintf(out, "  -h, --help                      Print this help.\n");
}
