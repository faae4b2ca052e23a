/* SPDX-License-Identifier: MIT */
/* How much runs differ that ought to be alike: what other programs on the machine cost the sight of a gate. */
#ifndef CSA_GATE_NOISE_H
#define CSA_GATE_NOISE_H

#include "gate_set.h"
#include "note_list.h"

/** Percent. Ten runs on a processor of their own differed by 0.6 to 4.6, beside other programs by 7 to 150. */
#define CSA_GATE_NOISE_MAX 10.0

/**
 * csa_gate_noise() - by how much percent the self time of all functions is in the usual run above the smallest.
 *
 * Return: 0 also when the set has no self times.
 */
double csa_gate_noise(const struct csa_gate_set *set);

/** csa_gate_note_noise() - a note for each side that is above CSA_GATE_NOISE_MAX. */
void csa_gate_note_noise(struct csa_notes *notes, const struct csa_gate_set *before,
			 const struct csa_gate_set *now);

#endif
