/* SPDX-License-Identifier: MIT */
#include "hook_sites.h"

#include <stdlib.h>

struct search {
	const struct csa_link_image *image;
	bool *has_calls;   /* by group */
	uint32_t *members; /* functions by group, then by address */
	size_t group_calls;
	struct csa_hook_flow *flow;
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
		if (!function || csa_link_image_is_runtime(function))
			continue;
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

static int follow_groups(struct search *search, struct csa_hook_sites *sites, struct csa_err *err)
{
	const struct csa_link_function *items = search->image->functions.items;
	size_t count = search->image->functions.count;
	size_t end;
	int rc = 0;

	for (size_t first = 0; first < count && rc == 0; first = end) {
		uint32_t group = items[search->members[first]].group;

		for (end = first + 1; end < count && items[search->members[end]].group == group;)
			end++;
		if (search->group_calls ? search->has_calls[group]
					: !csa_link_image_is_runtime(&items[group]))
			rc = csa_hook_flow_run(search->flow, sites, search->members + first,
					       end - first, err);
	}
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
	search.flow = csa_hook_flow_new(image);
	if (!search.has_calls || !search.flow || !sort_members(&search)) {
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for %zu functions",
			      image->functions.count);
		goto out;
	}
	for (size_t i = 0; i < image->sections.count; i++) {
		if (image->sections.items[i].is_code)
			look_into_section(&search, &image->sections.items[i]);
	}
	rc = follow_groups(&search, sites, err);
out:
	csa_hook_flow_free(search.flow);
	free(search.has_calls);
	free(search.members);
	return rc;
}

void csa_hook_sites_release(struct csa_hook_sites *sites)
{
	free(sites->items);
	*sites = (struct csa_hook_sites){ 0 };
}
