/* SPDX-License-Identifier: MIT */
/* Man pages, in the macros of man(7) that groff and mandoc know alike. */
#include "cmd_describe.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "version.h"

/* '-' is a hyphen that cannot be searched for, '\' begins an escape, and so does '.' or ''' on a line. */
static void print_escaped(const char *text, size_t length, bool begins_line, FILE *out)
{
	if (begins_line && length && (*text == '.' || *text == '\''))
		fputs("\\&", out);
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '-')
			fputs("\\-", out);
		else if (text[i] == '\\')
			fputs("\\e", out);
		else
			fputc(text[i], out);
	}
}

static void print_text(const char *text, FILE *out)
{
	print_escaped(text, strlen(text), true, out);
	fputc('\n', out);
}

/* Paragraphs are divided by empty lines; one with columns or an indent keeps its lines. */
static bool is_laid_out(const char *text, size_t length)
{
	for (size_t i = 0; i + 1 < length; i++) {
		bool begins_line = i == 0 || text[i - 1] == '\n';

		if (text[i] == ' ' && (text[i + 1] == ' ' || begins_line))
			return true;
	}
	return false;
}

static size_t paragraph_length(const char *text)
{
	const char *end = strstr(text, "\n\n");

	return end ? (size_t)(end - text) : strlen(text);
}

static void print_paragraph(const char *text, size_t length, FILE *out)
{
	bool is_fixed = is_laid_out(text, length);

	fputs(is_fixed ? ".PP\n.nf\n" : ".PP\n", out);
	while (length) {
		const char *newline = memchr(text, '\n', length);
		size_t line = newline ? (size_t)(newline - text) : length;

		print_escaped(text, line, true, out);
		fputc('\n', out);
		line += newline ? 1 : 0;
		text += line;
		length -= line;
	}
	if (is_fixed)
		fputs(".fi\n", out);
}

static void print_details(const char *text, FILE *out)
{
	while (text && *text) {
		size_t length = paragraph_length(text);

		print_paragraph(text, length, out);
		text += length;
		text += strspn(text, "\n");
	}
}

static void print_option(const struct csa_opt *opt, FILE *out)
{
	fputs(".TP\n\\fB", out);
	if (opt->short_name)
		fprintf(out, "\\-%c\\fR, \\fB", opt->short_name);
	fputs("\\-\\-", out);
	print_escaped(opt->name, strlen(opt->name), false, out);
	fputs("\\fR", out);
	if (opt->value) {
		fputs(" \\fI", out);
		print_escaped(opt->value, strlen(opt->value), false, out);
		fputs("\\fR", out);
	}
	fputc('\n', out);
	print_text(opt->help, out);
}

static void print_options(const struct csa_cmd *cmd, const struct csa_opt *opts, void *data)
{
	FILE *out = data;

	(void)cmd;
	for (; opts->kind; opts++)
		print_option(opts, out);
	fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint this help.\n", out);
}

static void print_upper(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text, out);
}

static void print_head(const char *name, const char *summary, FILE *out)
{
	fputs(".TH CALLSIGHT", out);
	if (name) {
		fputs("\\-", out);
		print_upper(name, out);
	}
	fprintf(out, " 1 \"\" \"callsight %s\" \"User Commands\"\n.SH NAME\ncallsight",
		CSA_VERSION);
	if (name)
		fprintf(out, "\\-%s", name);
	fputs(" \\- ", out);
	/* A sentence elsewhere; here neither a capital nor a full stop is usual. */
	fputc(tolower((unsigned char)*summary), out);
	print_escaped(summary + 1, strlen(summary) - 2, false, out);
	fputc('\n', out);
}

static void print_status(FILE *out)
{
	fputs(".SH EXIT STATUS\n"
	      ".TP\n\\fB0\\fR\nDone.\n"
	      ".TP\n\\fB1\\fR\nDone, and the answer is no.\n"
	      ".TP\n\\fB2\\fR\nWrong command line.\n"
	      ".TP\n\\fB3\\fR\nBad input or environment; what could be read is reported all the "
	      "same.\n",
	      out);
}

static void print_all(FILE *out)
{
	print_head(NULL, "Times every call of the functions that you choose.", out);
	fputs(".SH SYNOPSIS\n\\fBcallsight\\fR \\fIcommand\\fR [\\fIoptions\\fR] "
	      "[\\fIoperands\\fR]\n"
	      ".SH COMMANDS\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++) {
		fprintf(out, ".TP\n\\fBcallsight\\-%s\\fR(1)\n", (*cmd)->name);
		print_text((*cmd)->summary, out);
	}
	print_status(out);
}

void csa_describe_man(const struct csa_cmd *cmd, FILE *out)
{
	if (!cmd) {
		print_all(out);
		return;
	}
	print_head(cmd->name, cmd->summary, out);
	fprintf(out, ".SH SYNOPSIS\n\\fBcallsight %s\\fR ", cmd->name);
	print_escaped(cmd->usage, strlen(cmd->usage), false, out);
	fputs("\n.SH DESCRIPTION\n", out);
	print_text(cmd->summary, out);
	print_details(cmd->details, out);
	fputs(".SH OPTIONS\n", out);
	csa_cmd_describe(cmd, print_options, out);
	fputs(".SH SEE ALSO\n\\fBcallsight\\fR(1)\n", out);
}
