/* SPDX-License-Identifier: MIT */
/* callsight flags: compiler and linker options for a build system other than CMake. */
#define _POSIX_C_SOURCE 200809L /* getcwd */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "file_text.h"
#include "flag_files.h"
#include "select/build.h"
#include "terminal_text.h"
#include "vec.h"

struct flags {
	struct csa_flag_input in;
	struct csa_opt_list compilers;
	struct csa_opt_list folders;
	const char *from;    /* file with more sources */
	const char *one;     /* the source whose flags are asked for */
	const char *depfile; /* of a build step */
	const char *stamp;
	bool is_each;
	bool is_link;
	bool is_launcher;
	bool is_shared;
	char here[PATH_MAX];
	struct csa_buf from_text; /* the sources of the file point into it */
	struct {
		const char **items;
		uint32_t count;
		uint32_t capacity;
	} sources;
};

static int add_source(struct flags *f, const char *path, struct csa_err *err)
{
	if (!csa_flag_files_is_source(path))
		return csa_fail(err, CSA_E_USAGE,
				"%s: not the name of a C or C++ source (.c .cc .cpp .cxx .c++ .C "
				".CPP)",
				path);
	if (!CSA_VEC_ROOM(&f->sources, 1))
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	f->sources.items[f->sources.count++] = path;
	return 0;
}

/* One a line; empty lines and those that begin with '#' are passed over. */
static int add_from(struct flags *f, struct csa_err *err)
{
	int rc = csa_file_text_read(&f->from_text, f->from, err);

	if (rc < 0)
		csa_err_context(err, "--from");
	for (char *at = f->from_text.data; rc == 0 && *at;) {
		size_t length = strcspn(at, "\n");
		char *next = at + length + (at[length] == '\n');

		at[length] = '\0';
		if (*at && *at != '#')
			rc = add_source(f, at, err);
		at = next;
	}
	return rc;
}

static int collect(struct flags *f, char **operands, int count, struct csa_err *err)
{
	int rc = 0;

	for (int i = 0; i < count && rc == 0; i++)
		rc = add_source(f, operands[i], err);
	if (rc == 0 && f->from)
		rc = add_from(f, err);
	f->in.sources = f->sources.items;
	f->in.source_count = f->sources.count;
	return rc;
}

static int check(const struct flags *f, struct csa_err *err)
{
	bool needs_none = f->is_link || f->is_launcher;
	bool is_known = !f->one;

	if (f->is_each + (f->one != NULL) + f->is_link + f->is_launcher > 1)
		return csa_fail(err, CSA_E_USAGE,
				"--each, --for, --link and --launcher: one of them only");
	if (f->is_shared && !needs_none)
		return csa_fail(err, CSA_E_USAGE, "--shared needs --link or --launcher");
	if (f->sources.count == 0 && !needs_none)
		return csa_fail(err, CSA_E_USAGE, "no source given");
	for (uint32_t i = 0; i < f->sources.count && !is_known; i++)
		is_known = strcmp(f->sources.items[i], f->one) == 0;
	if (!is_known)
		return csa_fail(err, CSA_E_USAGE, "--for: %s is not among the sources", f->one);
	return 0;
}

/* As the selection step of CMake says it: errors and warnings begin with their place. */
static int choose(struct flags *f, struct csa_err *err)
{
	const struct csa_emit_files files = { .depfile = f->depfile,
					      .stamp = f->stamp,
					      .is_for_make = true };
	struct csa_buf plan;
	struct csa_buf notes;
	int rc;

	csa_buf_init(&plan);
	csa_buf_init(&notes);
	rc = csa_flag_files_write(&f->in, &plan, err);
	if (rc == 0 && plan.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	if (rc == 0)
		rc = csa_build_select(plan.data, &files, &notes, err);
	if (notes.length)
		csa_print_terminal_text(stderr, notes.data);
	csa_buf_release(&plan);
	csa_buf_release(&notes);
	if (rc != CSA_E_CONFIG)
		return rc;
	csa_print_terminal_text(stderr, err->msg);
	fputc('\n', stderr);
	return csa_err_exit_status(rc);
}

static void print_sources(const struct flags *f, struct csa_buf *out)
{
	for (uint32_t i = 0; i < f->sources.count; i++) {
		const char *source = f->sources.items[i];

		if (f->one && strcmp(source, f->one) != 0)
			continue;
		if (f->is_each)
			csa_buf_add_fmt(out, "%s\t", source);
		csa_buf_add_char(out, '@');
		csa_flag_files_rsp(out, f->in.dir, source);
		csa_buf_add_char(out, '\n');
		if (f->one)
			break;
	}
}

static int print(const struct flags *f, struct csa_err *err)
{
	const char *items = f->is_shared ? "link-shared.rsp" : "link.rsp";
	struct csa_buf out;
	int rc = 0;

	csa_buf_init(&out);
	if (f->is_launcher) {
		csa_buf_add_str(&out, "callsight link --selection ");
		csa_flag_files_selection(&out, &f->in);
		csa_buf_add_fmt(&out, " --append @%s/%s --\n", f->in.dir, items);
	} else if (f->is_link) {
		csa_buf_add_fmt(&out, "@%s/%s\n", f->in.dir, items);
	} else if (f->in.is_one) {
		csa_buf_add_fmt(&out, "@%s/all.rsp\n", f->in.dir);
	} else {
		print_sources(f, &out);
	}
	if (out.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else
		csa_print_terminal_text(stdout, out.data);
	csa_buf_release(&out);
	return rc;
}

static int work(struct flags *f, char **operands, int count, struct csa_err *err)
{
	static const char *const usual[] = { "cc" };
	int rc = collect(f, operands, count, err);

	if (rc == 0)
		rc = check(f, err);
	if (rc < 0)
		return rc;
	f->in.here = f->here;
	f->in.is_one = !f->is_each && !f->one;
	f->in.compilers = f->compilers.count ? f->compilers.items : usual;
	f->in.compiler_count = f->compilers.count ? f->compilers.count : 1;
	f->in.folders = f->folders.items;
	f->in.folder_count = f->folders.count;
	if (!getcwd(f->here, sizeof(f->here)))
		return csa_fail(err, CSA_E_SYSTEM, "the current folder has no path");
	/* Sources with them are looked at as well, so that one command can answer for a whole build. */
	rc = f->sources.count ? choose(f, err) : csa_flag_files_write_link(&f->in, err);
	if (rc == 0 && !f->stamp)
		rc = print(f, err);
	return rc;
}

static int run_flags(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct flags f = {
		.in = { .dir = "_callsight", .name = "program", .config = "", .ctags = "ctags" }
	};
	const struct csa_opt opts[] = {
		{ CSA_OPT_STRING, 'c', "config", "FILE", "The trace.config. Default: everything.",
		  &f.in.config },
		{ CSA_OPT_STRING, 'd', "dir", "FOLDER",
		  "Keep the files there. Default: _callsight.", &f.in.dir },
		{ CSA_OPT_FLAG, 'e', "each", NULL, "Print a line for each source.", &f.is_each },
		{ CSA_OPT_STRING, 0, "for", "SOURCE", "Print the flags of this source alone.",
		  &f.one },
		{ CSA_OPT_FLAG, 'l', "link", NULL, "Print what a link needs.", &f.is_link },
		{ CSA_OPT_FLAG, 0, "launcher", NULL,
		  "Print what to put before the command that links.", &f.is_launcher },
		{ CSA_OPT_FLAG, 0, "shared", NULL,
		  "The same with the shared runtime: for programs with instrumented libraries.",
		  &f.is_shared },
		{ CSA_OPT_LIST, 0, "compiler", "COMMAND",
		  "What compiles; may be given again. Default: cc.", &f.compilers },
		{ CSA_OPT_LIST, 0, "folder", "FOLDER",
		  "An include folder of the project; may be given again.", &f.folders },
		{ CSA_OPT_STRING, 0, "from", "FILE", "Read more sources from FILE, one a line.",
		  &f.from },
		{ CSA_OPT_STRING, 0, "name", "NAME",
		  "What the selection is called. Default: program.", &f.in.name },
		{ CSA_OPT_STRING, 0, "ctags", "PROGRAM",
		  "Universal Ctags; \"\" does without. Default: ctags.", &f.in.ctags },
		{ CSA_OPT_STRING, 0, "depfile", "FILE",
		  "Build step: write what was read, for make.", &f.depfile },
		{ CSA_OPT_STRING, 0, "stamp", "FILE",
		  "Build step: touch FILE at the end and print nothing.", &f.stamp },
		{ 0 },
	};
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	csa_buf_init(&f.from_text);
	rc = work(&f, argv, operands, err);
	csa_buf_release(&f.from_text);
	free(f.sources.items);
	return rc;
}

const struct csa_cmd csa_cmd_flags = {
	.name = "flags",
	.summary = "Prints the compiler and linker options of a build without CMake.",
	.usage = "[--each|--for SOURCE|--link|--launcher] [--config FILE] [--dir FOLDER] SOURCE...",
	.details = "SOURCE...: all C and C++ sources of the program, for its call graph. Each call "
		   "brings\n"
		   "the files below FOLDER up to date that the options name; a file whose content "
		   "does\n"
		   "not change is not touched. GNU Make projects include callsight.mk instead.\n",
	.run = run_flags,
};
