/* SPDX-License-Identifier: MIT */
#include "makefile_goals.h"

#include <ctype.h>
#include <string.h>

#define STEPS_MAX 200u /* rules from the goal to a program; a circle would have no end */

/* The rules with the targets that they have when variables are replaced. */
struct walk {
	struct csa_makefile *m;
	struct csa_buf *targets; /* of each rule */
};

static const char *targets_of(const struct walk *w, uint32_t index)
{
	const char *text = w->targets[index].data;

	return text ? text : "";
}

static size_t next_word(const char **at)
{
	*at += strspn(*at, " \t");
	return strcspn(*at, " \t");
}

static bool has_word(const char *list, const char *word, size_t length)
{
	for (size_t next; (next = next_word(&list)) != 0; list += next) {
		if (next == length && memcmp(list, word, length) == 0)
			return true;
	}
	return false;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* Something that is made and is neither a program nor an archive: an object, or what a generator wrote. */
static bool is_other_file(const struct csa_makefile_rule *rule, const char *targets)
{
	const char *slash = strrchr(targets, '/');

	return rule->has_recipe && !rule->is_link && !ends_with(targets, ".a") &&
	       strchr(slash ? slash : targets, '.');
}

static void reach(struct walk *w, const char *word, size_t length, enum csa_makefile_reach level,
		  unsigned steps);

static void reach_needs(struct walk *w, uint32_t index, enum csa_makefile_reach level,
			unsigned steps)
{
	struct csa_buf needs;
	const char *at;

	csa_buf_init(&needs);
	csa_makefile_expand(w->m, w->m->rules.items[index].needs, &needs);
	w->m->failed |= needs.failed;
	at = needs.data;
	for (size_t length; (length = next_word(&at)) != 0; at += length)
		reach(w, at, length, level, steps + 1);
	csa_buf_release(&needs);
}

static void reach(struct walk *w, const char *word, size_t length, enum csa_makefile_reach level,
		  unsigned steps)
{
	for (uint32_t i = 0; i < w->m->rules.count && steps < STEPS_MAX; i++) {
		struct csa_makefile_rule *rule = &w->m->rules.items[i];
		const char *targets = targets_of(w, i);
		bool is_way = rule->is_link || is_other_file(rule, targets);

		if (rule->reach >= level || !has_word(targets, word, length))
			continue;
		rule->reach = level;
		reach_needs(w, i, is_way ? CSA_REACH_INNER : level, steps);
	}
}

bool csa_makefile_is_chosen(const struct csa_makefile_rule *rule)
{
	return rule->is_link && rule->reach == CSA_REACH_GOAL;
}

/* Shared libraries that programs need are traced with them. Return: how many are chosen. */
static uint32_t count_chosen(struct walk *w)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < w->m->rules.count; i++) {
		struct csa_makefile_rule *rule = &w->m->rules.items[i];

		if (rule->is_link && rule->reach == CSA_REACH_INNER &&
		    strstr(targets_of(w, i), ".so"))
			rule->reach = CSA_REACH_GOAL;
		count += csa_makefile_is_chosen(rule);
	}
	return count;
}

static uint32_t try_goal(struct walk *w, const char *goal, size_t length)
{
	for (uint32_t i = 0; i < w->m->rules.count; i++)
		w->m->rules.items[i].reach = CSA_REACH_NONE;
	reach(w, goal, length, CSA_REACH_GOAL, 0);
	return count_chosen(w);
}

/* As make does: the first target, of which those that begin with a dot and patterns are none. */
static uint32_t try_default_goal(struct walk *w)
{
	const struct csa_makefile_variable *v =
		csa_makefile_variable(w->m, ".DEFAULT_GOAL", strlen(".DEFAULT_GOAL"));

	if (v)
		return try_goal(w, v->value.data, v->value.length);
	for (uint32_t i = 0; i < w->m->rules.count; i++) {
		const char *target = targets_of(w, i);
		size_t length = next_word(&target);

		if (length && target[0] != '.' && !memchr(target, '%', length))
			return try_goal(w, target, length);
	}
	return 0;
}

/* A part of the name, between signs, that says "not what users run". */
static bool is_test_name(const char *targets)
{
	static const char *const words[] = { "test",  "tests", "check",  "unittest",
					     "bench", "fuzz",  "fuzzer", "benchmark" };
	const char *at = targets;

	while (*at) {
		size_t length = 0;

		while (isalpha((unsigned char)at[length]))
			length++;
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
			if (strlen(words[i]) == length && memcmp(at, words[i], length) == 0)
				return true;
		}
		at += length ? length : 1;
	}
	return false;
}

static void leave_out_tests(struct walk *w, uint32_t count)
{
	uint32_t tests = 0;

	for (uint32_t i = 0; i < w->m->rules.count; i++)
		tests += csa_makefile_is_chosen(&w->m->rules.items[i]) &&
			 is_test_name(targets_of(w, i));
	for (uint32_t i = 0; i < w->m->rules.count && tests < count; i++) {
		struct csa_makefile_rule *rule = &w->m->rules.items[i];

		if (csa_makefile_is_chosen(rule) && is_test_name(targets_of(w, i)))
			rule->reach = CSA_REACH_NONE;
	}
}

/* Archives that chosen programs are linked with. */
static void find_parts(struct walk *w)
{
	for (uint32_t i = 0; i < w->m->rules.count; i++) {
		struct csa_makefile_rule *rule = &w->m->rules.items[i];
		struct csa_buf needs;

		if (!csa_makefile_is_chosen(rule))
			continue;
		csa_buf_init(&needs);
		csa_makefile_expand(w->m, rule->needs, &needs);
		w->m->failed |= needs.failed;
		for (uint32_t k = 0; k < w->m->rules.count; k++) {
			const char *targets = targets_of(w, k);

			if (ends_with(targets, ".a") &&
			    has_word(needs.data, targets, strlen(targets)))
				w->m->rules.items[k].is_part = true;
		}
		csa_buf_release(&needs);
	}
}

/* A program may also be linked by make's own rule. */
static void find_links(struct walk *w)
{
	for (uint32_t i = 0; i < w->m->rules.count; i++) {
		struct csa_makefile_rule *rule = &w->m->rules.items[i];
		const char *targets = targets_of(w, i);

		if (!rule->has_recipe && csa_makefile_names(rule->needs, true) &&
		    rule->targets[0] != '.' && !strchr(rule->targets, ' '))
			rule->is_link = true;
		if (strchr(rule->targets, '%') || csa_makefile_names(targets, true) ||
		    ends_with(targets, ".a"))
			rule->is_link = false;
	}
}

void csa_makefile_choose(struct csa_makefile *m)
{
	struct walk w = { .m = m, .targets = calloc(m->rules.count + 1u, sizeof(*w.targets)) };
	uint32_t count;

	if (!w.targets) {
		m->failed = true;
		return;
	}
	for (uint32_t i = 0; i < m->rules.count; i++) {
		csa_buf_init(&w.targets[i]);
		csa_makefile_expand(m, m->rules.items[i].targets, &w.targets[i]);
		m->failed |= w.targets[i].failed;
	}
	find_links(&w);
	count = try_default_goal(&w);
	if (!count)
		count = try_goal(&w, "all", 3);
	for (uint32_t i = 0; i < m->rules.count && !count; i++)
		m->rules.items[i].reach = CSA_REACH_GOAL;
	leave_out_tests(&w, count_chosen(&w));
	count = 0;
	for (uint32_t i = 0; i < m->rules.count; i++) {
		if (csa_makefile_is_chosen(&m->rules.items[i]) &&
		    ++count > CSA_MAKEFILE_PROGRAMS_MAX)
			m->rules.items[i].reach = CSA_REACH_NONE;
	}
	find_parts(&w);
	for (uint32_t i = 0; i < m->rules.count; i++)
		csa_buf_release(&w.targets[i]);
	free(w.targets);
}
