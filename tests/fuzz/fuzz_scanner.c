/* SPDX-License-Identifier: MIT */
/*
 * A source, read as C and as C++: scanner, macro expansion, call graph and the rules of a
 * trace.config over it. Either file can include the other, or itself: #include "40" and "41".
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "select/choose.h"
#include "select/config.h"
#include "select/graph.h"
#include "select/load.h"

static const char rules[] = "include-func main 3\n"
			    "include-func *::run\n"
			    "exclude-func get*\n"
			    "exclude-small 3\n";

static void choose(const struct csa_project *project, struct csa_err *err)
{
	struct csa_config config;
	struct csa_choice choice = { 0 };
	struct csa_graph graph = { 0 };
	struct csa_buf notes;

	csa_buf_init(&notes);
	if (csa_config_parse(&config, "rules", rules, sizeof(rules) - 1, &notes, err) != 0)
		abort();
	if (csa_graph_build(&graph, project, err) != 0 ||
	    csa_choose(&choice, &graph, &config, err) != 0)
		abort();
	csa_choice_release(&choice);
	csa_graph_release(&graph);
	csa_config_release(&config);
	csa_buf_release(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *const paths[] = { fuzz_input_file(0, data, size),
				      fuzz_input_file(1, data, size) };
	const uint8_t languages[] = { CSA_LANGUAGE_C, CSA_LANGUAGE_CXX };
	const char *const folders[] = { "/proc/self/fd" };
	struct csa_load_input input = { .paths = paths,
					.languages = languages,
					.count = 2,
					.folders = folders,
					.folder_count = 1 };
	struct csa_project project;
	struct csa_buf notes;
	struct csa_err err = { 0 };

	csa_buf_init(&notes);
	csa_project_init(&project);
	if (csa_load(&project, &input, &notes, &err) != 0)
		abort();
	choose(&project, &err);
	csa_project_release(&project);
	csa_buf_release(&notes);
	return 0;
}
