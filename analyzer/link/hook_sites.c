/* SPDX-License-Identifier: MIT */
#include "hook_sites.h"

#include <pthread.h>
#include <stdlib.h>

#include "link_values.h"

/* Groups with hook calls; below it a thread takes longer than half of the work. */
#define WORTH_A_THREAD 100u

struct search {
	const struct csa_link_image *image;
	bool *has_calls;   /* by group */
	uint32_t *members; /* functions by group, then by address */
	size_t group_calls;
	bool has_nameless_calls;
	size_t calls; /* that can be seen: about as many as there are sites */
};

static void look_into_section(struct search *search, const struct csa_link_section *section)
{
	const struct csa_link_image *image = search->image;
	const uint8_t *code = image->bytes + section->offset;
	size_t size = (size_t)section->size;
	struct csa_insn insn;

	for (size_t at = image->machine->find_call(code, size, 0, section->addr, &insn); at < size;
	     at = image->machine->find_call(code, size, at + 1, section->addr, &insn)) {
		const struct csa_link_function *function;
		uint64_t value;

		if (!csa_link_image_goal(image, &insn, &value) ||
		    (value != CSA_VALUE_ENTER && value != CSA_VALUE_EXIT))
			continue;
		function = csa_link_image_function(image, section->addr + at);
		search->has_nameless_calls =
			search->has_nameless_calls || (!function && !section->is_stubs);
		if (!function || csa_link_image_is_runtime(function))
			continue;
		search->calls++;
		search->group_calls += !search->has_calls[function->group];
		search->has_calls[function->group] = true;
	}
}

/* By counting: groups are indices of functions. */
static bool sort_members(struct search *search)
{
	size_t count = search->image->functions.count;
	const struct csa_link_function *items = search->image->functions.items;
	uint32_t *next = calloc(count + 1, sizeof(*next));

	search->members = calloc(count + 1, sizeof(*search->members));
	if (!next || !search->members) {
		free(next);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		next[items[i].group + 1]++;
	for (size_t i = 1; i <= count; i++)
		next[i] += next[i - 1];
	for (size_t i = 0; i < count; i++)
		search->members[next[items[i].group]++] = (uint32_t)i;
	free(next);
	return true;
}

/* One worker's part of the members: whole groups. */
struct part {
	const struct search *search;
	size_t first;
	size_t end;
	struct csa_hook_sites sites;
	struct csa_err err;
	int rc;
};

static size_t end_of_group(const struct search *search, size_t first)
{
	const struct csa_link_function *items = search->image->functions.items;
	uint32_t group = items[search->members[first]].group;
	size_t end = first + 1;

	while (end < search->image->functions.count && items[search->members[end]].group == group)
		end++;
	return end;
}

static void *follow_groups(void *data)
{
	struct part *part = data;
	const struct search *search = part->search;
	const struct csa_link_function *items = search->image->functions.items;
	struct csa_hook_flow *flow = csa_hook_flow_new(search->image, search->has_nameless_calls);
	size_t end;

	if (!flow || !csa_hook_sites_reserve(&part->sites, search->calls + 1))
		part->rc = csa_fail(&part->err, CSA_E_NOMEM, "out of memory for the data flow");
	for (size_t first = part->first; first < part->end && part->rc == 0; first = end) {
		uint32_t group = items[search->members[first]].group;

		end = end_of_group(search, first);
		if (search->group_calls ? search->has_calls[group]
					: !csa_link_image_is_runtime(&items[group]))
			part->rc = csa_hook_flow_run(flow, &part->sites, search->members + first,
						     end - first, &part->err);
	}
	csa_hook_flow_free(flow);
	return NULL;
}

/* Where the first half of the code to read ends. */
static size_t find_middle(const struct search *search)
{
	const struct csa_link_function *items = search->image->functions.items;
	size_t count = search->image->functions.count;
	uint64_t total = 0;
	uint64_t before = 0;
	size_t middle = 0;

	for (size_t i = 0; i < count; i++)
		total += search->has_calls[items[search->members[i]].group]
				 ? items[search->members[i]].size
				 : 0;
	while (middle < count && before < total / 2) {
		size_t end = end_of_group(search, middle);

		for (; middle < end; middle++)
			before += search->has_calls[items[search->members[middle]].group]
					  ? items[search->members[middle]].size
					  : 0;
	}
	return middle;
}

static bool append(struct csa_hook_sites *sites, const struct csa_hook_sites *more)
{
	for (size_t i = 0; i < more->count; i++) {
		if (!csa_hook_sites_add(sites, &more->items[i]))
			return false;
	}
	return true;
}

/* In two threads where it is worth one: links of large programs are waited for. */
static int follow_all(struct search *search, struct csa_hook_sites *sites, struct csa_err *err)
{
	size_t count = search->image->functions.count;
	size_t middle = search->group_calls >= WORTH_A_THREAD ? find_middle(search) : count;
	struct part parts[2] = { { .search = search, .first = 0, .end = middle },
				 { .search = search, .first = middle, .end = count } };
	bool has_thread = false;
	pthread_t thread;
	int rc = 0;

	if (middle < count)
		has_thread = pthread_create(&thread, NULL, follow_groups, &parts[1]) == 0;
	follow_groups(&parts[0]);
	if (has_thread)
		pthread_join(thread, NULL);
	else if (middle < count)
		follow_groups(&parts[1]);
	*sites = parts[0].sites;
	for (unsigned i = 0; i < 2 && rc == 0; i++)
		rc = parts[i].rc < 0 ? csa_fail(err, parts[i].rc, "%s", parts[i].err.msg) : 0;
	if (rc == 0 && !append(sites, &parts[1].sites))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for hook calls");
	free(parts[1].sites.items);
	return rc;
}

int csa_hook_sites_find(struct csa_hook_sites *sites, const struct csa_link_image *image,
			struct csa_err *err)
{
	struct search search = { .image = image };
	int rc = 0;

	*sites = (struct csa_hook_sites){ 0 };
	if (!image->has_hooks)
		return 0;
	search.has_calls = calloc(image->functions.count + 1, sizeof(*search.has_calls));
	if (!search.has_calls || !sort_members(&search)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions",
			      image->functions.count);
		goto out;
	}
	for (size_t i = 0; i < image->sections.count; i++) {
		if (image->sections.items[i].is_code)
			look_into_section(&search, &image->sections.items[i]);
	}
	rc = follow_all(&search, sites, err);
out:
	free(search.has_calls);
	free(search.members);
	return rc;
}

void csa_hook_sites_release(struct csa_hook_sites *sites)
{
	free(sites->items);
	*sites = (struct csa_hook_sites){ 0 };
}
