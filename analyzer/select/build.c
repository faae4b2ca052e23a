/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* utimensat */
#include "build.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "emit.h"
#include "load.h"
#include "path_text.h"

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "out of memory for the selection");
}

static int make_room(struct csa_build *build, struct csa_err *err)
{
	size_t targets = (size_t)build->plan.targets.count + 1;
	size_t sources = (size_t)build->plan.sources.count + 1;

	build->configs = calloc(targets, sizeof(*build->configs));
	build->choices = calloc(targets, sizeof(*build->choices));
	build->first_alike = calloc(targets, sizeof(*build->first_alike));
	build->source_files = calloc(sources, sizeof(*build->source_files));
	build->path_texts = calloc(sources, sizeof(*build->path_texts));
	build->languages = calloc(sources, sizeof(*build->languages));
	if (!build->configs || !build->choices || !build->first_alike || !build->source_files ||
	    !build->path_texts || !build->languages)
		return no_memory(err);
	return 0;
}

static int read_configs(struct csa_build *build, struct csa_buf *notes, struct csa_err *err)
{
	const struct csa_plan_target *targets = build->plan.targets.items;

	for (uint32_t i = 0; i < build->plan.targets.count; i++) {
		uint32_t first = 0;
		int rc;

		while (strcmp(targets[first].config, targets[i].config) != 0)
			first++;
		build->first_alike[i] = first;
		if (first < i || !targets[i].config[0])
			continue;
		rc = csa_config_read(&build->configs[i], targets[i].config, notes, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/* A source of several targets is one file; a source of C and C++ targets counts as both. */
static int number_sources(struct csa_build *build, struct csa_err *err)
{
	struct csa_buf path;

	csa_buf_init(&path);
	for (uint32_t i = 0; i < build->plan.sources.count; i++) {
		const struct csa_plan_source *source = &build->plan.sources.items[i];
		uint32_t id;

		csa_path_normal(&path, "", 0, source->path);
		id = csa_names_add(&build->paths, path.data, path.length);
		if (!id || path.failed)
			break;
		build->source_files[i] = id - 1;
		build->languages[id - 1] |= (uint8_t)source->language;
		build->path_texts[id - 1] = csa_names_borrow(&build->paths, id);
		build->path_count = id > build->path_count ? id : build->path_count;
	}
	if (build->paths.failed || path.failed) {
		csa_buf_release(&path);
		return no_memory(err);
	}
	csa_buf_release(&path);
	return 0;
}

static int load_sources(struct csa_build *build, const char *plan_path, struct csa_buf *notes,
			struct csa_err *err)
{
	struct csa_load_input input = { .paths = build->path_texts,
					.languages = build->languages,
					.count = build->path_count,
					.folders = build->plan.folders.items,
					.folder_count = build->plan.folders.count,
					.ctags = build->plan.ctags,
					.cache = build->plan.cache,
					.plan = plan_path };
	int rc = csa_load(&build->project, &input, notes, err);

	return rc < 0 ? rc : csa_graph_build(&build->graph, &build->project, err);
}

static int choose_all(struct csa_build *build, struct csa_buf *notes, struct csa_err *err)
{
	for (uint32_t i = 0; i < build->plan.targets.count; i++) {
		struct csa_config *config = build->configs[i].path ? &build->configs[i] : NULL;
		int rc;

		if (build->first_alike[i] < i)
			continue;
		rc = csa_choose(&build->choices[i], &build->graph, config, err);
		if (rc < 0)
			return rc;
		csa_choose_note_resolvers(&build->choices[i], &build->graph, notes);
		if (config)
			csa_choose_warn(config, notes);
	}
	return 0;
}

static int emit_all(struct csa_build *build, const struct csa_emit_files *files,
		    struct csa_err *err)
{
	size_t count = (size_t)build->plan.targets.count + 1;
	struct csa_choice *choices = calloc(count, sizeof(*choices));
	const struct csa_config **configs = calloc(count, sizeof(*configs));
	struct csa_emit_input input = { .plan = &build->plan,
					.graph = &build->graph,
					.choices = choices,
					.configs = configs,
					.source_files = build->source_files,
					.files = files };
	int rc;

	if (!choices || !configs) {
		free(choices);
		free(configs);
		return no_memory(err);
	}
	for (uint32_t i = 0; i < build->plan.targets.count; i++) {
		choices[i] = build->choices[build->first_alike[i]];
		configs[i] = csa_build_config(build, i);
	}
	rc = csa_emit(&input, err);
	free(choices);
	free(configs);
	return rc;
}

void csa_build_close(struct csa_build *build)
{
	for (uint32_t i = 0; i < build->plan.targets.count; i++) {
		if (build->configs)
			csa_config_release(&build->configs[i]);
		if (build->choices)
			csa_choice_release(&build->choices[i]);
	}
	free(build->configs);
	free(build->choices);
	free(build->first_alike);
	free(build->source_files);
	free(build->path_texts);
	free(build->languages);
	csa_names_release(&build->paths);
	csa_graph_release(&build->graph);
	csa_project_release(&build->project);
	csa_plan_release(&build->plan);
}

int csa_build_open(struct csa_build *build, const char *plan_path, struct csa_buf *notes,
		   struct csa_err *err)
{
	int rc;

	*build = (struct csa_build){ 0 };
	csa_names_init(&build->paths);
	csa_project_init(&build->project);
	rc = csa_plan_read(&build->plan, plan_path, err);
	if (rc == 0)
		rc = make_room(build, err);
	if (rc == 0)
		rc = read_configs(build, notes, err);
	if (rc == 0)
		rc = number_sources(build, err);
	if (rc == 0)
		rc = load_sources(build, plan_path, notes, err);
	if (rc == 0)
		rc = choose_all(build, notes, err);
	return rc;
}

int csa_build_select(const char *plan_path, const struct csa_emit_files *files,
		     struct csa_buf *notes, struct csa_err *err)
{
	struct timespec times[2];
	struct csa_build build;
	int rc;

	(void)clock_gettime(CLOCK_REALTIME, &times[0]);
	times[1] = times[0];
	rc = csa_build_open(&build, plan_path, notes, err);
	if (rc == 0)
		rc = emit_all(&build, files, err);
	/* What is edited while this runs must be newer than the stamp. */
	if (rc == 0 && files->stamp)
		(void)utimensat(AT_FDCWD, files->stamp, times, 0);
	csa_build_close(&build);
	return rc;
}
