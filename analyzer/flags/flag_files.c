/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* mkdir */
#include "flag_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "compiler_kind.h"
#include "config.h"
#include "file_text.h"
#include "path_text.h"
#include "version.h"

struct writer {
	const struct csa_flag_input *in;
	struct csa_buf dir;  /* absolute */
	struct csa_buf path; /* of the file that is written */
	struct csa_buf text;
};

static void init(struct writer *w, const struct csa_flag_input *input)
{
	w->in = input;
	csa_buf_init(&w->dir);
	csa_buf_init(&w->path);
	csa_buf_init(&w->text);
	csa_path_normal(&w->dir, input->here, strlen(input->here), input->dir);
}

static void release(struct writer *w)
{
	csa_buf_release(&w->dir);
	csa_buf_release(&w->path);
	csa_buf_release(&w->text);
}

void csa_flag_files_rsp(struct csa_buf *out, const char *dir, const char *source)
{
	csa_buf_add_fmt(out, "%s/flags/%s", dir, *source == '/' ? "_root/" : "");
	for (source += *source == '/'; *source; source++) {
		if (strncmp(source, "../", 3) == 0) {
			csa_buf_add_str(out, "_up/");
			source += 2;
		} else {
			csa_buf_add_char(out, *source);
		}
	}
	csa_buf_add_str(out, ".rsp");
}

void csa_flag_files_selection(struct csa_buf *out, const struct csa_flag_input *input)
{
	csa_buf_add_fmt(out, "%s/targets/%s/selection", input->dir, input->name);
}

/* Return: C, CXX, or NULL. */
static const char *language_of(const char *path)
{
	static const char *const cxx[] = { ".C", ".cc", ".cpp", ".cxx", ".c++", ".CPP" };
	const char *dot = strrchr(path, '.');

	if (!dot)
		return NULL;
	if (strcmp(dot, ".c") == 0)
		return "C";
	for (size_t i = 0; i < sizeof(cxx) / sizeof(*cxx); i++) {
		if (strcmp(dot, cxx[i]) == 0)
			return "CXX";
	}
	return NULL;
}

bool csa_flag_files_is_source(const char *path)
{
	return language_of(path) != NULL;
}

/* The folders in front of the last component of an absolute path. */
static int make_folders(const char *path, struct csa_err *err)
{
	struct csa_buf part;
	int rc = 0;

	csa_buf_init(&part);
	for (const char *slash = strchr(path + 1, '/'); slash && rc == 0;
	     slash = strchr(slash + 1, '/')) {
		csa_buf_clear(&part);
		csa_buf_add(&part, path, (size_t)(slash - path));
		if (part.failed)
			rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
		else if (mkdir(part.data, 0777) != 0 && errno != EEXIST)
			rc = csa_fail(err, CSA_E_IO, "%s: %s", part.data, strerror(errno));
	}
	csa_buf_release(&part);
	return rc;
}

/* w->text becomes the file DIR/@name; its folders are made. */
static int keep(struct writer *w, const char *name, struct csa_err *err)
{
	int rc = 0;

	csa_buf_clear(&w->path);
	csa_buf_add_fmt(&w->path, "%s/%s", w->dir.data, name);
	if (w->path.failed || w->text.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	if (rc == 0)
		rc = make_folders(w->path.data, err);
	if (rc == 0)
		rc = csa_file_text_keep(w->path.data, &w->text, err);
	csa_buf_clear(&w->text);
	return rc < 0 ? rc : 0;
}

/* One word of a response file. */
static void add_word(struct csa_buf *out, const char *word)
{
	csa_buf_add_char(out, '"');
	for (; *word; word++) {
		if (*word == '"' || *word == '\\')
			csa_buf_add_char(out, '\\');
		csa_buf_add_char(out, *word);
	}
	csa_buf_add_str(out, "\"\n");
}

/* -DNAME="text", the text as C writes it. */
static void add_definition(struct csa_buf *out, const char *name, const char *text)
{
	struct csa_buf word;

	csa_buf_init(&word);
	csa_buf_add_fmt(&word, "-D%s=\"", name);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			csa_buf_add_char(&word, '\\');
		csa_buf_add_char(&word, *text);
	}
	csa_buf_add_char(&word, '"');
	add_word(out, word.data);
	csa_buf_release(&word);
}

/* The same items as CallSightLink.cmake gives, with the same reasons. */
static int write_link(struct writer *w, bool is_shared, struct csa_err *err)
{
	csa_buf_add_str(
		&w->text,
		"-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit\n"
		"-Wl,--wrap=swapcontext,--wrap=setcontext\n"
		"-Wl,--undefined=csr_module_anchor,--undefined=__wrap___cyg_profile_func_enter\n");
	for (unsigned i = 0; i < 2; i++) {
		csa_buf_clear(&w->path);
		csa_buf_add_fmt(&w->path, "%s/runtime/%s", w->dir.data,
				i == 0      ? "libcallsight-module.a"
				: is_shared ? "libcallsight-rt.so"
					    : "libcallsight-rt.a");
		add_word(&w->text, w->path.data);
	}
	if (is_shared) {
		csa_buf_clear(&w->path);
		csa_buf_add_fmt(&w->path, "%s/runtime", w->dir.data);
		csa_buf_add_str(&w->text, "-Xlinker\n-rpath\n-Xlinker\n");
		add_word(&w->text, w->path.data);
	}
	csa_buf_add_str(&w->text, "-lpthread\n");
	return keep(w, is_shared ? "link-shared.rsp" : "link.rsp", err);
}

/* The "thread" lines of trace.config are the default of TRACE_THREADS. */
static int add_threads(struct writer *w, struct csa_err *err)
{
	struct csa_config config;
	struct csa_buf notes; /* come again from the selection */
	struct csa_buf globs;
	int rc;

	csa_buf_init(&notes);
	csa_buf_init(&globs);
	rc = csa_config_read(&config, w->in->config, &notes, err);
	if (rc < 0 && rc != CSA_E_CONFIG)
		csa_err_context(err, "--config");
	for (uint32_t i = 0; rc == 0 && i < config.count; i++) {
		if (config.items[i].kind == CSA_RULE_THREAD)
			csa_buf_add_fmt(&globs, "%s%s", globs.length ? "," : "",
					config.items[i].text);
	}
	if (globs.length)
		add_definition(&w->text, "CSR_THREADS", globs.data);
	csa_config_release(&config);
	csa_buf_release(&notes);
	csa_buf_release(&globs);
	return rc;
}

static int write_runtime(struct writer *w, struct csa_err *err)
{
	int rc = 0;

	csa_buf_clear(&w->path);
	csa_buf_add_fmt(&w->path, "%s/selection", w->dir.data);
	add_definition(&w->text, "CSR_SELECTION_FILE", w->path.data);
	/* Changes with this file: sources of another version are compiled, whatever their time says. */
	add_definition(&w->text, "CSR_BUILT_WITH", CSA_VERSION);
	if (*w->in->config)
		rc = add_threads(w, err);
	return rc < 0 ? rc : keep(w, "runtime.rsp", err);
}

static int write_index(struct writer *w, struct csa_err *err)
{
	csa_buf_add_fmt(&w->text, "callsight-selections\t2\ntarget\t%s\t%s/targets/%s/selection\n",
			w->in->name, w->dir.data, w->in->name);
	return keep(w, "selection", err);
}

static void add_folder(struct writer *w, const char *folder)
{
	csa_buf_clear(&w->path);
	csa_path_normal(&w->path, w->in->here, strlen(w->in->here), folder);
	/* Headers there are the system's, whoever names them. */
	if (strcmp(w->path.data, "/usr/include") != 0 &&
	    !csa_path_is_below(w->path.data, "/usr/include"))
		csa_buf_add_fmt(&w->text, "folder\t%s\n", w->path.data);
}

/* What the current folder does not hold: folders of sources are folders of the project. */
static void add_source_folders(struct writer *w)
{
	struct csa_buf last;

	csa_buf_init(&last);
	for (uint32_t i = 0; i < w->in->source_count; i++) {
		size_t length;

		csa_buf_clear(&w->path);
		csa_path_normal(&w->path, w->in->here, strlen(w->in->here), w->in->sources[i]);
		if (w->path.failed || csa_path_is_below(w->path.data, w->in->here))
			continue;
		length = csa_path_folder_length(w->path.data);
		if (length == 0 ||
		    (length == last.length && memcmp(w->path.data, last.data, length) == 0))
			continue;
		csa_buf_clear(&last);
		csa_buf_add(&last, w->path.data, length);
		csa_buf_add_fmt(&w->text, "folder\t%s\n", last.data);
	}
	csa_buf_release(&last);
}

static int add_system_folders(struct writer *w, const char *compiler, struct csa_err *err)
{
	struct csa_buf folders;
	int rc;

	csa_buf_init(&folders);
	rc = csa_compiler_folders(compiler, &folders, err);
	for (char *at = folders.data; rc == 0 && *at;) {
		size_t length = strcspn(at, "\n");

		at[length] = '\0';
		csa_buf_clear(&w->path);
		csa_path_normal(&w->path, w->in->here, strlen(w->in->here), at);
		/* -I of the command is among them. */
		if (!csa_path_is_below(w->path.data, w->in->here))
			csa_buf_add_fmt(&w->text, "system\t%s\n", w->path.data);
		at += length + 1;
	}
	csa_buf_release(&folders);
	return rc;
}

/* clang has no lists: where both compile, it decides. */
static int add_compiler(struct writer *w, struct csa_err *err)
{
	struct csa_compiler_kind kind = { .family = "other", .frames = "" };

	for (uint32_t i = 0; i < w->in->compiler_count; i++) {
		struct csa_compiler_kind next;
		int rc = csa_compiler_ask(w->in->compilers[i], &next, err);

		if (rc == 0)
			rc = add_system_folders(w, w->in->compilers[i], err);
		if (rc < 0)
			return rc;
		if (i == 0 || strcmp(next.family, "GNU") != 0)
			kind = next;
	}
	csa_buf_add_fmt(&w->text, "compiler\t%s\nframes\t%s\n", kind.family, kind.frames);
	return 0;
}

static int add_sources(struct writer *w, struct csa_err *err)
{
	struct csa_buf rsp;
	int rc = 0;

	csa_buf_init(&rsp);
	if (w->in->is_one)
		csa_buf_add_fmt(&w->text, "unity\t%s/all.rsp\n", w->dir.data);
	for (uint32_t i = 0; rc == 0 && i < w->in->source_count; i++) {
		const char *source = w->in->sources[i];

		csa_buf_clear(&w->path);
		csa_path_normal(&w->path, w->in->here, strlen(w->in->here), source);
		csa_buf_clear(&rsp);
		if (!w->in->is_one)
			csa_flag_files_rsp(&rsp, w->dir.data, source);
		if (rsp.failed)
			rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
		else if (!w->in->is_one)
			rc = make_folders(rsp.data, err);
		csa_buf_add_fmt(&w->text, "source\t%s\t%s\t%s\n", w->path.data, rsp.data,
				language_of(source));
	}
	csa_buf_release(&rsp);
	return rc;
}

/* Fields are separated by tabs, records by line ends. */
static int check_texts(const struct csa_flag_input *input, struct csa_err *err)
{
	for (uint32_t i = 0; i < input->source_count; i++) {
		if (strpbrk(input->sources[i], "\t\n"))
			return csa_fail(err, CSA_E_USAGE, "%s: a name with a tab or a line end",
					input->sources[i]);
	}
	for (uint32_t i = 0; i < input->folder_count; i++) {
		if (strpbrk(input->folders[i], "\t\n"))
			return csa_fail(err, CSA_E_USAGE, "%s: a name with a tab or a line end",
					input->folders[i]);
	}
	if (strpbrk(input->name, "\t\n/") || !*input->name || *input->name == '.')
		return csa_fail(err, CSA_E_USAGE, "--name: '%s' cannot be the name of a folder",
				input->name);
	if (strpbrk(input->here, "\t\n") || strpbrk(input->dir, "\t\n") ||
	    strpbrk(input->config, "\t\n"))
		return csa_fail(err, CSA_E_USAGE, "a path has a tab or a line end");
	return 0;
}

static int write_plan(struct writer *w, struct csa_err *err)
{
	const struct csa_flag_input *in = w->in;
	int rc;

	csa_buf_add_str(&w->text, "callsight-plan\t2\n");
	rc = add_compiler(w, err);
	if (rc < 0)
		return rc;
	add_folder(w, ".");
	for (uint32_t i = 0; i < in->folder_count; i++)
		add_folder(w, in->folders[i]);
	add_source_folders(w);
	csa_buf_clear(&w->path);
	if (*in->config)
		csa_path_normal(&w->path, in->here, strlen(in->here), in->config);
	csa_buf_add_fmt(&w->text, "ctags\t%s\ncache\t%s/cache\n", in->ctags, w->dir.data);
	csa_buf_add_fmt(&w->text, "target\t%s\t%s\t%s/targets/%s/selection\n", in->name,
			w->path.data, w->dir.data, in->name);
	rc = add_sources(w, err);
	return rc < 0 ? rc : keep(w, "select/sources.plan", err);
}

int csa_flag_files_write_link(const struct csa_flag_input *input, struct csa_err *err)
{
	struct writer w;
	int rc = check_texts(input, err);

	init(&w, input);
	if (rc == 0)
		rc = write_link(&w, false, err);
	if (rc == 0)
		rc = write_link(&w, true, err);
	release(&w);
	return rc;
}

int csa_flag_files_write(const struct csa_flag_input *input, struct csa_buf *plan,
			 struct csa_err *err)
{
	struct writer w;
	int rc = csa_flag_files_write_link(input, err);

	init(&w, input);
	if (rc == 0)
		rc = write_runtime(&w, err);
	if (rc == 0)
		rc = write_index(&w, err);
	csa_buf_clear(&w.path);
	csa_buf_add_fmt(&w.path, "%s/targets/%s/", w.dir.data, input->name);
	if (rc == 0)
		rc = make_folders(w.path.data, err);
	if (rc == 0)
		rc = write_plan(&w, err);
	csa_buf_add_fmt(plan, "%s/select/sources.plan", w.dir.data);
	release(&w);
	return rc;
}
