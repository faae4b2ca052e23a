/* SPDX-License-Identifier: MIT */
/* A difference of the program is only one when nothing else differs: what does is said here. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "compare.h"

#define HZ_DIFFERENCE 0.01 /* of one machine's counter two runs are far closer */

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

static void note_modes(struct csa_compare *compare)
{
	const struct csa_side_facts *a = &compare->a->facts;
	const struct csa_side_facts *b = &compare->b->facts;

	if (differ(a->mode, b->mode))
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING,
			      "modes differ: A %s, B %s; a hook costs differently in each", a->mode,
			      b->mode);
	for (int side = 0; side < 2; side++) {
		const struct csa_side_facts *facts = side ? b : a;

		if (facts->has_many_modes)
			csa_notes_add(&compare->notes, CSA_NOTE_WARNING,
				      "%c has processes that recorded in different modes",
				      'A' + side);
	}
}

static void note_machines(struct csa_compare *compare)
{
	const struct csa_side_facts *a = &compare->a->facts;
	const struct csa_side_facts *b = &compare->b->facts;

	if (differ(a->arch, b->arch) || (a->cpus && b->cpus && a->cpus != b->cpus))
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING,
			      "machines differ: A %s with %" PRIu64 " CPUs, B %s with %" PRIu64
			      "; times can hardly be compared",
			      a->arch ? a->arch : "?", a->cpus, b->arch ? b->arch : "?", b->cpus);
	if (differ(a->clock, b->clock))
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING, "clocks differ: A %s, B %s",
			      a->clock, b->clock);
	else if (a->tick_hz > 0 && b->tick_hz > 0 &&
		 fabs(a->tick_hz - b->tick_hz) > HZ_DIFFERENCE * a->tick_hz)
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING,
			      "clocks differ: A %.6g MHz, B %.6g MHz; probably two machines",
			      a->tick_hz / 1e6, b->tick_hz / 1e6);
}

static void note_selections(struct csa_compare *compare)
{
	const struct csa_side_facts *a = &compare->a->facts;
	const struct csa_side_facts *b = &compare->b->facts;

	if (a->has_processes && b->has_processes && a->has_selection != b->has_selection)
		csa_notes_add(
			&compare->notes, CSA_NOTE_WARNING,
			"only %c was made with a selection of functions: the self time of the "
			"others is their callers' there",
			a->has_selection ? 'A' : 'B');
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Two builds of a program lie in two folders, which says nothing; its arguments do. */
static void note_programs(struct csa_compare *compare)
{
	const struct csa_side_facts *a = &compare->a->facts;
	const struct csa_side_facts *b = &compare->b->facts;
	const char *a_words = a->command ? strchr(a->command, ' ') : NULL;
	const char *b_words = b->command ? strchr(b->command, ' ') : NULL;

	if (a->exe && b->exe && strcmp(file_name(a->exe), file_name(b->exe)) != 0)
		csa_notes_add(&compare->notes, CSA_NOTE_INFO, "programs differ: A %s, B %s", a->exe,
			      b->exe);
	if (a->command && b->command && strcmp(a_words ? a_words : "", b_words ? b_words : "") != 0)
		csa_notes_add(&compare->notes, CSA_NOTE_INFO, "arguments differ: A %s, B %s",
			      a->command, b->command);
}

/* Of one side: what is missing in it. */
static void note_side(struct csa_compare *compare, const struct csa_side *side, char which)
{
	const struct csa_side_facts *facts = &side->facts;

	if (facts->lost)
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING, "%c lost %" PRIu64 " events",
			      which, facts->lost);
	if (facts->calls > side->total.of[CSA_VALUE_CALLS])
		csa_notes_add(&compare->notes, CSA_NOTE_WARNING,
			      "%c does not hold all functions: %" PRIu64 " of %" PRIu64
			      " calls are of others (--top)",
			      which, facts->calls - side->total.of[CSA_VALUE_CALLS], facts->calls);
	if (!facts->has_processes)
		csa_notes_add(&compare->notes, CSA_NOTE_INFO,
			      "%c does not say on which machine and how it was made", which);
	for (size_t i = 0; i < side->notes.count; i++)
		csa_notes_add(&compare->notes, side->notes.items[i].kind, "%c: %s", which,
			      side->notes.items[i].text);
}

void csa_compare_note(struct csa_compare *compare)
{
	const struct csa_side *a = compare->a;
	const struct csa_side *b = compare->b;

	note_modes(compare);
	note_machines(compare);
	note_selections(compare);
	note_programs(compare);
	if (a->facts.processes != b->facts.processes && a->facts.processes && b->facts.processes)
		csa_notes_add(&compare->notes, CSA_NOTE_INFO,
			      "the number of processes differs: A %" PRIu64 ", B %" PRIu64,
			      a->facts.processes, b->facts.processes);
	note_side(compare, a, 'A');
	note_side(compare, b, 'B');
}
