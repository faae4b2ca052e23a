/* SPDX-License-Identifier: MIT */
#include "gate_noise.h"

#include <math.h>

#include "gate_estimate.h"

double csa_gate_noise(const struct csa_gate_set *set)
{
	double totals[CSA_GATE_RUNS_MAX] = { 0 };
	double least = INFINITY;

	if (!csa_gate_has(set, CSA_GATE_SELF) || set->runs == 0)
		return 0;
	for (uint32_t row = 0; row < set->side.count; row++) {
		const uint64_t *times = csa_gate_samples(set, row, CSA_GATE_SELF);

		for (unsigned i = 0; i < set->runs; i++)
			totals[i] += times[i] != CSA_GATE_UNKNOWN ? (double)times[i] : 0;
	}
	for (unsigned i = 0; i < set->runs; i++)
		least = fmin(least, totals[i]);
	return least > 0 ? 100 * (csa_gate_median(totals, set->runs) / least - 1) : 0;
}

void csa_gate_note_noise(struct csa_notes *notes, const struct csa_gate_set *before,
			 const struct csa_gate_set *now)
{
	double noise = csa_gate_noise(before);

	if (noise > CSA_GATE_NOISE_MAX)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "runs of the baseline differ by %.0f%%: smaller changes of time are "
			      "missed until it is recorded again, with nothing else running",
			      noise);
	noise = csa_gate_noise(now);
	if (noise > CSA_GATE_NOISE_MAX)
		csa_notes_add(notes, CSA_NOTE_WARNING,
			      "runs differ by %.0f%%: smaller changes of time are missed; does "
			      "something else run here?",
			      noise);
}
