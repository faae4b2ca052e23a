/* SPDX-License-Identifier: MIT */
#include "unit_hooks.h"

static bool has_mark(const struct csa_units *units, const struct csa_choice *choice, uint32_t node,
		     enum csa_choice_mark mark)
{
	return (choice->marks[node] & mark) &&
	       !(units->graph->project->defs.items[node].flags & CSA_DEF_IMPLIED);
}

/*
 * A source carries hooks when a function in it is selected; one in which nobody found a function,
 * when a function in it would be.
 */
static bool source_has_selected(const struct csa_units *units, const struct csa_choice *choice,
				uint32_t file)
{
	if (units->file_first[file] == units->file_first[file + 1])
		return choice->is_open[file] != 0;
	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		if (has_mark(units, choice, units->by_file[k], CSA_CHOICE_SELECTED))
			return true;
	}
	return false;
}

/*
 * Functions of a header that the config asks for hook every source that uses them. Other selected
 * ones do not: nearly every source uses some inline function, so nothing would be left out.
 */
static bool header_is_asked(const struct csa_units *units, const struct csa_choice *choice,
			    uint32_t file)
{
	for (uint32_t k = units->file_first[file]; k < units->file_first[file + 1]; k++) {
		uint32_t node = units->by_file[k];

		if (has_mark(units, choice, node, CSA_CHOICE_ASKED) && csa_units_uses(units, node))
			return true;
	}
	return false;
}

bool csa_unit_has_hooks(const struct csa_units *units, const struct csa_choice *choice)
{
	const struct csa_file *files = units->graph->project->files.items;
	bool is_wanted = false;

	for (uint32_t i = 0; i < units->file_count; i++) {
		uint32_t file = units->files[i];

		if (!files[file].is_source)
			continue;
		if (source_has_selected(units, choice, file))
			return true;
		is_wanted = is_wanted || !choice->excludes[file];
	}
	for (uint32_t i = 0; i < units->file_count && is_wanted; i++) {
		uint32_t file = units->files[i];

		if (!files[file].is_source && header_is_asked(units, choice, file))
			return true;
	}
	return false;
}
