/* SPDX-License-Identifier: MIT */
/* A trace.config, read and then applied to a small project: patterns and names included. */
#include <stdlib.h>

#include "fuzz_input.h"
#include "select/choose.h"
#include "select/config.h"
#include "select/graph.h"
#include "select/load.h"

static const char source[] =
	"namespace ns { struct C { C(); ~C(); int get(); bool operator==(const C &); operator "
	"int();"
	" template <class T> T run(T t) { for (;;) t = ns::C::pick(t); } static int pick(int); }; "
	"}\n"
	"ns::C::C() { get(); }\nns::C::~C() {}\nint ns::C::get() { return 1; }\n"
	"namespace { int hidden() { return 1; } }\n"
	"bool ns::C::operator==(const C &o) { return hidden() == get(); }\n"
	"ns::C::operator int() { return get(); }\n"
	"int main() { ns::C c; auto f = [&] { return c.get(); }; return c.run(1) + f(); }\n";

/* Read once: what is tested is the rules. */
static const struct csa_graph *graph(struct csa_err *err)
{
	static struct csa_project project;
	static struct csa_graph built;
	static int is_there;
	const char *const path = fuzz_input_file(1, source, sizeof(source) - 1);
	const uint8_t language = CSA_LANGUAGE_CXX;
	const struct csa_load_input input = { .paths = &path, .languages = &language, .count = 1 };
	struct csa_buf notes;

	if (is_there)
		return &built;
	csa_buf_init(&notes);
	csa_project_init(&project);
	if (csa_load(&project, &input, &notes, err) != 0 ||
	    csa_graph_build(&built, &project, err) != 0)
		abort();
	csa_buf_release(&notes);
	is_there = 1;
	return &built;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csa_config config;
	struct csa_choice choice = { 0 };
	struct csa_buf notes;
	struct csa_err err = { 0 };

	csa_buf_init(&notes);
	if (csa_config_parse(&config, "trace.config", (const char *)data, size, &notes, &err) ==
	    0) {
		if (csa_choose(&choice, graph(&err), &config, &err) != 0)
			abort();
		csa_choose_warn(&config, &notes);
		csa_choice_release(&choice);
	}
	csa_config_release(&config);
	csa_buf_release(&notes);
	return 0;
}
