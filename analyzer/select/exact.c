/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "plan.h"
#include "vec.h"

/*
 * All wanted names in one automaton (Aho-Corasick), through which every name of the project runs
 * once. Children are lists: names share prefixes, so the lists stay short.
 */
struct state {
	uint32_t child;   /* first one, 0: none */
	uint32_t sibling; /* 0: none */
	uint32_t fail;    /* the longest proper suffix that is a state */
	uint32_t match;   /* nearest state on the fail chain, itself included, that ends a name */
	uint32_t name;    /* id of the name that ends here, 0: none */
	char c;
};

struct automaton {
	struct state *items;
	uint32_t count;
	uint32_t capacity;
	bool *is_part; /* by name id: found inside another text */
	bool failed;
};

static bool is_plain(const char *text)
{
	return text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
				 ":~")] == '\0';
}

static uint32_t child_of(const struct automaton *a, uint32_t state, char c)
{
	uint32_t child = a->items[state].child;

	while (child && a->items[child].c != c)
		child = a->items[child].sibling;
	return child;
}

static void insert(struct automaton *a, const char *text, uint32_t name)
{
	uint32_t state = 0;

	for (; *text; text++) {
		uint32_t child = child_of(a, state, *text);

		if (!child) {
			if (!CSA_VEC_ROOM(a, 1)) {
				a->failed = true;
				return;
			}
			child = a->count++;
			a->items[child] =
				(struct state){ .c = *text, .sibling = a->items[state].child };
			a->items[state].child = child;
		}
		state = child;
	}
	a->items[state].name = name;
}

static uint32_t step(const struct automaton *a, uint32_t state, char c)
{
	uint32_t child;

	while (!(child = child_of(a, state, c)) && state)
		state = a->items[state].fail;
	return child;
}

/* Breadth first, so that the shorter suffixes are linked before the longer ones ask for them. */
static void link_states(struct automaton *a)
{
	uint32_t *queue = malloc((size_t)a->count * sizeof(*queue));
	uint32_t tail = 0;

	if (!queue) {
		a->failed = true;
		return;
	}
	queue[tail++] = 0;
	for (uint32_t head = 0; head < tail; head++) {
		uint32_t parent = queue[head];

		for (uint32_t child = a->items[parent].child; child;
		     child = a->items[child].sibling) {
			struct state *state = &a->items[child];

			state->fail = parent ? step(a, a->items[parent].fail, state->c) : 0;
			state->match = state->name ? child : a->items[state->fail].match;
			queue[tail++] = child;
		}
	}
	free(queue);
}

/*
 * Runs one text; names inside it are no longer exact, except the text itself. Of several names
 * that end at one place the longest is marked: the shorter ones are parts of it, and are found
 * when it runs itself.
 */
static void run_text(struct automaton *a, const char *text, uint32_t own_name)
{
	uint32_t state = 0;

	for (; *text; text++) {
		uint32_t match;

		state = step(a, state, *text);
		match = a->items[state].match;
		if (match && a->items[match].name == own_name)
			match = a->items[a->items[match].fail].match;
		if (match)
			a->is_part[a->items[match].name] = true;
	}
}

/* Parameter types are part of the names of lambdas inside; blanks would hide qualified ones. */
static void run_header(struct automaton *a, const char *header)
{
	struct csa_buf text;

	csa_buf_init(&text);
	for (header = strchr(header, '('); header && *header; header++) {
		if (*header != ' ')
			csa_buf_add_char(&text, *header);
	}
	run_text(a, text.data, CSA_NAME_NONE);
	a->failed = a->failed || text.failed;
	csa_buf_release(&text);
}

static void run_all(struct automaton *a, const struct csa_project *project)
{
	/*
	 * Words of gcc's own in printed names, and of types that template arguments may hold. Those
	 * of the project are covered: each class has a constructor, whose name holds the class's.
	 */
	static const char words[] =
		"{anonymous} <lambda( <unnamed> operator unsigned int long long int short int "
		"signed "
		"char wchar_t char8_t char16_t char32_t __int128 float double long double bool "
		"void "
		"const volatile auto std:: struct enum union class nullptr_t basic_string "
		"__static_initialization_and_destruction_0 _GLOBAL__sub_I_";
	bool has_cxx = false;

	for (uint32_t i = 0; i < project->files.count; i++)
		has_cxx = has_cxx || (project->files.items[i].languages & CSA_LANGUAGE_CXX);
	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if (def->kind != CSA_DEF_FUNCTION)
			continue;
		/* A lambda's printed name holds its function's: it is left out with it, as wanted. */
		if (!(def->flags & CSA_DEF_IS_LAMBDA))
			run_text(a, csa_project_name(project, def->name), def->name);
		if (has_cxx && (def->flags & (CSA_DEF_LAMBDA | CSA_DEF_IS_LAMBDA)))
			run_header(a, csa_project_name(project, def->header));
	}
	if (has_cxx)
		run_text(a, words, CSA_NAME_NONE);
}

/*
 * A lambda or local class may be a template argument: "apply(F) [with F = run()::<lambda()>]" holds
 * the name of the function around it, and apply is not to go with that.
 */
static void drop_enclosing(struct automaton *a, const struct csa_project *project)
{
	for (uint32_t i = 0; i < project->defs.count; i++) {
		const struct csa_def *def = &project->defs.items[i];

		if ((def->flags & CSA_DEF_LAMBDA) &&
		    (project->files.items[def->file].languages & CSA_LANGUAGE_CXX))
			a->is_part[def->name] = true;
	}
}

/* A function whose address is taken may be a template argument, and then part of a printed name. */
static void drop_address_taken(struct automaton *a, const struct csa_graph *graph)
{
	const struct csa_project *project = graph->project;

	for (uint32_t i = 0; i < project->uses.count; i++) {
		const struct csa_use *use = &project->uses.items[i];
		const struct csa_def *user = &project->defs.items[use->def];
		uint32_t first = graph->base_first[use->name];

		if (use->kind != CSA_USE_ADDRESS ||
		    !(project->files.items[user->file].languages & CSA_LANGUAGE_CXX))
			continue;
		for (uint32_t n = first; n < graph->base_first[use->name + 1]; n++)
			a->is_part[project->defs.items[graph->by_base[n]].name] = true;
	}
}

int csa_exact_find(const struct csa_graph *graph, uint8_t *wanted, struct csa_err *err)
{
	const struct csa_project *project = graph->project;
	struct automaton a = { 0 };

	a.is_part = calloc((size_t)project->names.count + 1, sizeof(*a.is_part));
	a.failed = !a.is_part || !CSA_VEC_ROOM(&a, 1);
	if (!a.failed)
		a.items[a.count++] = (struct state){ 0 };
	for (uint32_t i = 0; i < project->defs.count && !a.failed; i++) {
		const char *name = csa_project_name(project, project->defs.items[i].name);

		if (wanted[i] && is_plain(name))
			insert(&a, name, project->defs.items[i].name);
		else
			wanted[i] = 0;
	}
	if (!a.failed)
		link_states(&a);
	if (!a.failed && a.count > 1) {
		run_all(&a, project);
		drop_address_taken(&a, graph);
		drop_enclosing(&a, project);
		for (uint32_t i = 0; i < project->defs.count; i++) {
			if (wanted[i] && a.is_part[project->defs.items[i].name])
				wanted[i] = 0;
		}
	}
	free(a.items);
	free(a.is_part);
	return a.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory while comparing names") : 0;
}
