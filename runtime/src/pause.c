/* SPDX-License-Identifier: MIT */
#include "pause.h"

#include <stddef.h>

#include "api.h"
#include "block.h"
#include "slow_path.h"
#include "syscalls.h"
#include "tally.h"

CSR_FN static bool apply_in_events(struct csr_thread *t)
{
	if (t->is_paused) {
		csr_block_write_marker(t, CSF_MARKER_RESUMED, t->paused_hooks);
		t->paused_hooks = 0;
	} else {
		/* Lane 1 may have left out some already. */
		csr_block_write_marker(t, CSF_MARKER_PAUSED, 0);
	}
	t->is_paused = !t->is_paused;
	/* A hook that runs stores busy itself, at its end. */
	if (csr_busy_is_rest(t->busy))
		t->busy = csr_pause_rest(t);
	if (!csr_block_make_room(t))
		return false;
	csr_block_set_limit(t);
	return true;
}

CSR_FN static void apply_in_table(struct csr_thread *t)
{
	struct csf_table *table = t->tally.first;

	t->is_paused = !t->is_paused;
	table->pauses += t->is_paused;
	table->resumes += !t->is_paused;
	csr_tally_set_busy(t);
}

CSR_FN bool csr_pause_apply(struct csr_thread *t)
{
	if (!csr_pause_is_due(t))
		return true;
	if (!t->tally.first)
		return apply_in_events(t);
	apply_in_table(t);
	return true;
}

CSR_FN static void want(bool wanted)
{
	uint64_t signals;

	if (csr_self->busy == CSR_BUSY_OFF)
		return;
	signals = csr_signals_block();
	csr_slow_want_pause(wanted);
	csr_signals_restore(signals);
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_pause(void)
{
	want(true);
}

CSR_FN CSR_ALIGNS_STACK void callsight_rt_resume(void)
{
	want(false);
}
