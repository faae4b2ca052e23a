/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* utimensat */
#include "emit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emit_state.h"
#include "exact.h"
#include "file_text.h"
#include "unit_hooks.h"

/* Seconds. Chosen: past times, so that no tool takes a file for newer than what is made now. */
#define TIME_BASE 1000000000
#define TIME_SPAN 500000000

/* A word of a response file: what cuts or quotes words there is quoted. */
static void add_quoted(struct csa_buf *rsp, const char *option, const char *path)
{
	csa_buf_add_char(rsp, '"');
	csa_buf_add_str(rsp, option);
	for (; *path; path++) {
		if (*path == '"' || *path == '\\')
			csa_buf_add_char(rsp, '\\');
		csa_buf_add_char(rsp, *path);
	}
	csa_buf_add_str(rsp, "\"\n");
}

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#define FRAME_OPTIONS "-mno-omit-leaf-frame-pointer"
#elif defined(__s390__)
#define FRAME_OPTIONS "-mbackchain"
#else
#define FRAME_OPTIONS ""
#endif

static void add_options(struct csa_buf *rsp, const struct csa_plan *plan)
{
	const char *word = plan->frames ? plan->frames : FRAME_OPTIONS;

	csa_buf_add_str(rsp, "-finstrument-functions\n"
			     "-fno-omit-frame-pointer\n");
	for (size_t length; *word; word += length + (word[length] == ' ')) {
		length = strcspn(word, " ");
		csa_buf_add(rsp, word, length);
		if (length)
			csa_buf_add_char(rsp, '\n');
	}
}

/* x.rsp has x.specs beside it. */
static void specs_path(struct csa_buf *out, const char *rsp)
{
	size_t length = strlen(rsp);

	if (length > 4 && strcmp(rsp + length - 4, ".rsp") == 0)
		length -= 4;
	csa_buf_add(out, rsp, length);
	csa_buf_add_str(out, ".specs");
}

/*
 * clang-tidy and clangd read the options as well, as clang, which has no use for specs and says so, an
 * error with -Werror: the first option is for them. The last one changes with the lists, so that an
 * object depends on its response file alone, and a compiler cache that looks at options does not take
 * one list for another; the second one keeps clang quiet about it. gcc sees none of them: the specs
 * take them away, since it would name them in a note beside any other warning.
 */
static void add_specs(struct csa_buf *rsp, const char *path, uint64_t digest)
{
	csa_buf_add_fmt(rsp,
			"-Wno-unused-command-line-argument\n"
			"-Wno-unknown-warning-option\n"
			"-" CSA_EMIT_DIGEST "%016" PRIx64 "\n",
			digest);
	add_quoted(rsp, "-specs=", path);
}

/*
 * The time of change follows from the content, since ccache takes size and time of a specs file for it.
 * A time that cannot be set costs compilations.
 */
static void set_time(const char *path, uint64_t digest)
{
	const struct timespec time = { .tv_sec = TIME_BASE + (time_t)(digest >> 32) % TIME_SPAN,
				       .tv_nsec = (long)((digest & UINT32_MAX) % 1000000000) };
	const struct timespec times[2] = { time, time };

	(void)utimensat(AT_FDCWD, path, times, 0);
}

/* A file that no response file names is removed. */
static int write_specs(const struct csa_buf *specs, const char *path, uint64_t digest,
		       struct csa_err *err)
{
	int rc;

	if (specs->length == 0)
		return unlink(path) == 0 || errno == ENOENT
			       ? 0
			       : csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	rc = csa_file_text_keep(path, specs, err);
	if (rc > 0)
		set_time(path, digest);
	return rc < 0 ? rc : 0;
}

static int write_unit(struct csa_emit *emit, uint32_t target, const char *path, struct csa_err *err)
{
	bool is_gnu = emit->in->plan->targets.items[target].compiler == CSA_COMPILER_GNU;
	struct csa_buf rsp;
	struct csa_buf specs;
	struct csa_buf list;
	uint64_t digest = 0;
	int rc = 0;

	csa_buf_init(&rsp);
	csa_buf_init(&specs);
	csa_buf_init(&list);
	emit->stat.sources++;
	specs_path(&specs, path);
	if (csa_unit_has_hooks(&emit->units, &emit->in->choices[target])) {
		emit->stat.hooked++;
		add_options(&rsp, emit->in->plan);
		if (is_gnu)
			digest = csa_emit_lists(emit, target, &list);
		if (list.length)
			add_specs(&rsp, specs.data, digest);
	}
	if (specs.failed || list.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "%s: out of memory", path);
	if (rc == 0 && is_gnu)
		rc = write_specs(&list, specs.data, digest, err);
	if (rc == 0)
		rc = csa_file_text_keep(path, &rsp, err);
	if (rc > 0)
		emit->stat.rewritten++;
	csa_buf_release(&list);
	csa_buf_release(&specs);
	csa_buf_release(&rsp);
	return rc < 0 ? rc : 0;
}

int csa_emit_walk_target(struct csa_emit *emit, uint32_t target, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	uint32_t *files = calloc((size_t)plan->sources.count + 1, sizeof(*files));
	uint32_t count = 0;

	if (!files)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	for (uint32_t i = 0; i < plan->sources.count; i++) {
		if (plan->sources.items[i].target == target)
			files[count++] = emit->in->source_files[i];
	}
	csa_units_walk(&emit->units, files, count);
	free(files);
	return 0;
}

static int write_unity(struct csa_emit *emit, uint32_t target, struct csa_err *err)
{
	int rc = csa_emit_walk_target(emit, target, err);

	return rc < 0 ? rc
		      : write_unit(emit, target, emit->in->plan->targets.items[target].unity, err);
}

static int write_units(struct csa_emit *emit, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	int rc = 0;

	for (uint32_t i = 0; i < plan->sources.count && rc == 0; i++) {
		const struct csa_plan_source *source = &plan->sources.items[i];

		if (!source->rsp[0])
			continue;
		csa_units_walk(&emit->units, &emit->in->source_files[i], 1);
		rc = write_unit(emit, source->target, source->rsp, err);
	}
	for (uint32_t i = 0; i < plan->targets.count && rc == 0; i++) {
		if (plan->targets.items[i].unity[0])
			rc = write_unity(emit, i, err);
	}
	return rc;
}

static int write_selections(struct csa_emit *emit, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	int rc = 0;

	for (uint32_t i = 0; i < plan->targets.count && rc == 0; i++) {
		if (plan->targets.items[i].selection[0])
			rc = csa_emit_selection(emit, i, err);
	}
	return rc;
}

static int write_stamp(struct csa_emit *emit, struct csa_err *err)
{
	uint32_t functions = 0;
	uint32_t selected = 0;
	struct csa_buf text;
	int rc;

	for (uint32_t i = 0; i < emit->project->defs.count; i++) {
		bool is_function = emit->project->defs.items[i].kind == CSA_DEF_FUNCTION &&
				   csa_graph_is_node(emit->in->graph, i);
		bool any = false;

		for (uint32_t t = 0; is_function && t < emit->in->plan->targets.count; t++)
			any = any || csa_emit_is_selected(emit, t, i);
		functions += is_function;
		selected += any;
	}
	csa_buf_init(&text);
	csa_buf_add_fmt(&text,
			"files %u\nfunctions %u\nselected %u\nunits %u\nhooked %u\nrewritten %u\n"
			"listed %u\n",
			emit->project->files.count, functions, selected, emit->stat.sources,
			emit->stat.hooked, emit->stat.rewritten, emit->stat.listed);
	rc = csa_file_text_touch(emit->in->files->stamp, &text, err);
	csa_buf_release(&text);
	return rc;
}

/* gcc's list takes the lambdas of a function with it: not where one of them is selected. */
static void drop_kept_lambdas(struct csa_emit *emit, uint32_t target)
{
	const struct csa_project *project = emit->project;

	for (uint32_t i = 0; i < project->defs.count; i++) {
		uint32_t around;

		if (!(project->defs.items[i].flags & CSA_DEF_IS_LAMBDA) ||
		    !csa_emit_is_selected(emit, target, emit->in->graph->node[i]))
			continue;
		around = emit->in->graph->node[csa_project_around(project, i)];
		emit->is_exact[around] = 0;
	}
}

/* Only names that some gcc target leaves out are worth the comparison. */
static int find_exact(struct csa_emit *emit, struct csa_err *err)
{
	const struct csa_plan *plan = emit->in->plan;
	const struct csa_project *project = emit->project;

	for (uint32_t t = 0; t < plan->targets.count; t++) {
		if (plan->targets.items[t].compiler != CSA_COMPILER_GNU)
			continue;
		for (uint32_t i = 0; i < project->defs.count; i++) {
			if (project->defs.items[i].kind == CSA_DEF_FUNCTION &&
			    csa_graph_is_node(emit->in->graph, i) &&
			    !csa_emit_is_selected(emit, t, i))
				emit->is_exact[i] = 1;
		}
	}
	for (uint32_t t = 0; t < plan->targets.count; t++)
		drop_kept_lambdas(emit, t);
	return csa_exact_find(emit->in->graph, emit->is_exact, err);
}

int csa_emit(const struct csa_emit_input *input, struct csa_err *err)
{
	struct csa_emit emit = { .in = input, .project = input->graph->project };
	size_t count = (size_t)emit.project->defs.count + 1;
	int rc = csa_units_init(&emit.units, input->graph, err);

	csa_emit_lists_init(&emit);
	emit.is_exact = calloc(count, 1);
	if (rc < 0)
		goto out;
	if (!emit.is_exact) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
		goto out;
	}
	rc = find_exact(&emit, err);
	if (rc == 0)
		rc = write_units(&emit, err);
	if (rc == 0)
		rc = write_selections(&emit, err);
	if (rc == 0 && input->files->depfile)
		rc = csa_emit_depfile(input, err);
	/* Last: a stamp says that everything else is there. */
	if (rc == 0 && input->files->stamp)
		rc = write_stamp(&emit, err);
out:
	csa_units_release(&emit.units);
	csa_buf_release(&emit.system_list);
	free(emit.is_exact);
	return rc;
}
