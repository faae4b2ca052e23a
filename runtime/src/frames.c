/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "frames.h"

#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>

#include "syscalls.h"

/* Lock-free and safe in signal handlers; glibc 2.35. Without it every pair counts as inlined. */
extern int _dl_find_object(void *address, struct dl_find_object *result) __attribute__((weak));

/*
 * Start of the FDE that covers @ip, from the binary search table of .eh_frame_hdr (LSB 3.0, "Exception
 * Frames"): sdata4 pairs relative to the section's start. 0 = unknown.
 */
CSR_FN static uint64_t fde_start(uint64_t ip)
{
	struct dl_find_object object;
	const unsigned char *header;
	const int32_t *table;
	size_t low = 0;
	size_t high;

	if (!_dl_find_object || _dl_find_object((void *)(uintptr_t)ip, &object) != 0)
		return 0;
	header = object.dlfo_eh_frame;
	/* version 1, FDE count udata4, table datarel sdata4; what every linker writes */
	if (!header || header[0] != 1 || header[2] != 0x03 || header[3] != 0x3b)
		return 0;
	high = *(const uint32_t *)(header + 8);
	table = (const int32_t *)(header + 12);
	if (high == 0)
		return 0;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if ((uintptr_t)header + (uint64_t)(int64_t)table[2 * middle] <= ip)
			low = middle;
		else
			high = middle;
	}
	return (uintptr_t)header + (uint64_t)(int64_t)table[2 * low];
}

/*
 * Two frames with one CFA and one call site, different hook addresses: an inlined call, or a
 * sibling that was called after the outer one had been left by a jump?
 */
CSR_COLD static bool decide_inlined(uint64_t outer_low, const struct csr_hook *hook)
{
	/* Only the low half of the outer hook's address is kept; code of one FDE is nearer than that. */
	uint64_t outer = (hook->hook_ip & ~UINT64_C(0xffffffff)) | outer_low;
	uint64_t inner_start = fde_start(hook->hook_ip);

	if (!inner_start || inner_start == fde_start(outer))
		return true;
	return inner_start != hook->function;
}

CSR_FN static bool is_inlined(struct csr_thread *t, const struct csr_frame *outer,
			      const struct csr_hook *hook)
{
	uint64_t outer_low = outer->site >> 32;
	uint64_t key = outer_low << 32 | (hook->hook_ip & 0xffffffff);
	struct csr_pair_entry *entry =
		&t->pairs[(key * UINT64_C(0x9E3779B97F4A7C15)) >> 58 & (CSR_PAIR_ENTRIES - 1)];

	if (entry->hook_ips != key || !entry->verdict) {
		entry->verdict = 0;
		entry->hook_ips = key;
		entry->verdict = decide_inlined(outer_low, hook) ? 1 : 2;
	}
	return entry->verdict == 1;
}

/* The signal stack of the thread. */
struct alternate {
	uint64_t low; /* CFAs on it are above low, and at most high; 0, 0: there is none */
	uint64_t high;
	bool is_in_use; /* the thread runs on it */
};

CSR_FN static struct alternate find_alternate(void)
{
	stack_t stack = { 0 };

	csr_sys(SYS_sigaltstack, 0, &stack);
	if (stack.ss_flags & SS_DISABLE)
		return (struct alternate){ 0, 0, false };
	return (struct alternate){ (uintptr_t)stack.ss_sp, (uintptr_t)stack.ss_sp + stack.ss_size,
				   stack.ss_flags & SS_ONSTACK };
}

CSR_FN static bool holds(const struct alternate *alternate, uint64_t cfa)
{
	return cfa > alternate->low && cfa <= alternate->high;
}

/* Does the thread run on its signal stack, and does it hold @cfa? */
CSR_FN static bool is_on_alternate(uint64_t cfa)
{
	struct alternate alternate = find_alternate();

	return alternate.is_in_use && holds(&alternate, cfa);
}

CSR_FN bool csr_frames_hook_is_gone(uint64_t running, uint64_t cfa)
{
	struct alternate alternate = find_alternate();
	bool was_there = holds(&alternate, running);

	if (alternate.is_in_use)
		return was_there && cfa >= running;
	return was_there || cfa >= running;
}

CSR_FN static bool is_barrier(const struct csr_thread *t, const struct csr_frame *frame)
{
	return frame->function == 0 && frame != t->bottom;
}

/* Frames of an alternate stack end when a hook of the ordinary stack runs. */
CSR_FN static struct csr_frame *leave_alternate(struct csr_thread *t, struct csr_frame *top,
						uint64_t cfa)
{
	if (t->barriers == 0 || is_on_alternate(cfa))
		return top;
	while (top != t->bottom && !is_barrier(t, top))
		top--;
	return is_barrier(t, top) ? top - 1 : t->top;
}

CSR_FN struct csr_enter_verdict csr_frames_enter(struct csr_thread *t, const struct csr_hook *hook)
{
	struct csr_enter_verdict verdict = { .top = leave_alternate(t, t->top, hook->cfa) };
	struct csr_frame *top = verdict.top;

	if (top->cfa < hook->cfa && t->barriers == 0 && is_on_alternate(hook->cfa) &&
	    !is_on_alternate(top->cfa)) {
		verdict.needs_barrier = true;
		return verdict;
	}
	while (top->cfa < hook->cfa)
		top--;
	for (struct csr_frame *frame = top; frame->cfa == hook->cfa; frame--) {
		if (frame->site >> 32 == (hook->hook_ip & 0xffffffff) ||
		    (frame->site & CSR_FRAME_SITE_CALL) != (hook->call_site & CSR_FRAME_SITE_CALL))
			top = frame - 1;
	}
	while (top->cfa == hook->cfa && !is_inlined(t, top, hook))
		top--;
	verdict.top = top;
	verdict.is_inlined = top->cfa == hook->cfa;
	return verdict;
}

CSR_FN struct csr_frame *csr_frames_exit(struct csr_thread *t, const struct csr_hook *hook)
{
	uint64_t call_site = hook->call_site & CSR_FRAME_SITE_CALL;
	struct csr_frame *frame = leave_alternate(t, t->top, hook->cfa);

#if CSR_FRAME_IS_EXACT
	while (frame->cfa < hook->cfa)
		frame--;
	for (; frame->cfa == hook->cfa && frame != t->bottom; frame--) {
		if ((frame->function & CSR_FRAME_FUNCTION) == hook->function &&
		    (frame->site & CSR_FRAME_SITE_CALL) == call_site)
			return frame;
	}
	/*
	 * Partial inlining: gcc inlines the head of a function, with its enter hook, and calls the
	 * rest (f.part.0), which holds the exit hook and has a frame of its own below.
	 */
	if ((frame->function & CSR_FRAME_FUNCTION) == hook->function)
		return frame;
#else
	for (; frame != t->bottom; frame--) {
		if ((frame->function & CSR_FRAME_FUNCTION) == hook->function &&
		    (frame->site & CSR_FRAME_SITE_CALL) == call_site)
			return frame;
	}
#endif
	return NULL;
}

CSR_FN struct csr_frame *csr_frames_mark(struct csr_thread *t, uint64_t cfa)
{
	struct csr_frame *top = leave_alternate(t, t->top, cfa);
	bool is_apart = top->cfa <= cfa && t->barriers == 0 && is_on_alternate(cfa) &&
			!is_on_alternate(top->cfa);

	while (CSR_FRAME_IS_EXACT && !is_apart && top->cfa <= cfa)
		top--;
	return top;
}

CSR_FN uint32_t csr_frames_depth(const struct csr_thread *t, const struct csr_frame *frame)
{
	uint32_t depth = (uint32_t)(frame - t->bottom);

	if (t->barriers + t->hidden == 0)
		return depth;
	depth -= t->barriers + t->hidden;
	for (const struct csr_frame *f = t->top; f != frame; f--)
		depth += !csr_frame_is_call(f);
	return depth;
}

CSR_FN void csr_frames_recount(struct csr_thread *t)
{
	unsigned barriers = 0;
	unsigned hidden = 0;

	for (const struct csr_frame *f = t->top; f != t->bottom; f--) {
		barriers += f->function == 0;
		hidden += (f->function & CSR_FRAME_HIDDEN) != 0;
	}
	t->barriers = barriers;
	t->hidden = hidden;
	if (barriers)
		t->careful |= CSR_CAREFUL_STACK;
}
