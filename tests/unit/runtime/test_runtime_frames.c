/* SPDX-License-Identifier: MIT */
/* The rules of the shadow stack, on stacks made by hand. */
#include "test.h"

#include <stdbool.h>
#include <stdlib.h>

#include "frames.h"

#define F(n) (UINT64_C(0x10000) * (n)) /* functions */

struct stack {
	struct csr_thread *t;
	struct csr_frame frames[64];
};

static void open_stack(struct stack *stack)
{
	*stack = (struct stack){ .t = calloc(1, sizeof(struct csr_thread)) };
	assert_non_null(stack->t);
	stack->frames[0].cfa = UINT64_MAX;
	stack->t->bottom = stack->t->top = stack->frames;
}

static void push(struct stack *stack, uint64_t function, uint64_t cfa, uint64_t site, uint64_t ip)
{
	*++stack->t->top = (struct csr_frame){ function, cfa, 0, csr_frame_site(site, ip) };
}

/* Open frames below and with the one where the enter leaves the stack. */
static uint32_t enter(struct stack *stack, uint64_t function, uint64_t cfa, uint64_t site,
		      uint64_t ip, bool *is_inlined)
{
	const struct csr_hook hook = { function, site, cfa, ip, false, 0, 0 };
	struct csr_enter_verdict verdict = csr_frames_enter(stack->t, &hook);

	assert_false(verdict.needs_barrier);
	*is_inlined = verdict.is_inlined;
	return csr_frames_depth(stack->t, verdict.top);
}

static int64_t exit_of(struct stack *stack, uint64_t function, uint64_t cfa, uint64_t site)
{
	const struct csr_hook hook = { function, site, cfa, 0x7777, true, 0, 0 };
	struct csr_frame *frame = csr_frames_exit(stack->t, &hook);

	return frame ? (int64_t)csr_frames_depth(stack->t, frame) : -1;
}

TEST(frames_below_the_new_one_are_unwound)
{
	struct stack stack;
	bool is_inlined;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	push(&stack, F(3), 800, 3, 33);
	assert_int_equal(enter(&stack, F(4), 950, 4, 44, &is_inlined), 1);
	assert_false(is_inlined);
	free(stack.t);
}

TEST(the_same_hook_at_the_same_frame_means_the_first_call_is_gone)
{
	struct stack stack;
	bool is_inlined;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	assert_int_equal(enter(&stack, F(2), 900, 2, 22, &is_inlined), 1);
	free(stack.t);
}

TEST(another_call_site_at_the_same_frame_is_a_sibling)
{
	struct stack stack;
	bool is_inlined;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	push(&stack, F(3), 900, 2, 23); /* inlined into F(2) */
	assert_int_equal(enter(&stack, F(4), 900, 5, 44, &is_inlined), 1);
	assert_false(is_inlined);
	free(stack.t);
}

TEST(an_inlined_call_shares_its_callers_frame)
{
	struct stack stack;
	bool is_inlined;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	assert_int_equal(enter(&stack, F(3), 900, 2, 23, &is_inlined), 2);
	assert_true(is_inlined);
	/* and again, now from the table of pairs */
	assert_int_equal(enter(&stack, F(3), 900, 2, 23, &is_inlined), 2);
	free(stack.t);
}

TEST(an_exit_closes_the_innermost_frame_that_fits)
{
	struct stack stack;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	push(&stack, F(3), 900, 2, 23);
	push(&stack, F(4), 700, 4, 44);
	assert_int_equal(exit_of(&stack, F(4), 700, 4), 4);
	assert_int_equal(exit_of(&stack, F(3), 900, 2), 3);
	assert_int_equal(exit_of(&stack, F(2), 900, 2), 2);
	assert_int_equal(exit_of(&stack, F(1), 1000, 1), 1);
	free(stack.t);
}

TEST(an_exit_without_its_enter_pops_nothing)
{
	struct stack stack;

	T_UNUSED;
	open_stack(&stack);
	assert_int_equal(exit_of(&stack, F(1), 1000, 1), -1);
	push(&stack, F(1), 1000, 1, 11);
	assert_int_equal(exit_of(&stack, F(2), 1000, 1), -1); /* another function */
	assert_int_equal(exit_of(&stack, F(1), 1000, 2), -1); /* another call site */
	assert_int_equal(exit_of(&stack, F(1), 1100, 1), -1); /* an outer frame */
	assert_int_equal(exit_of(&stack, F(2), 900, 1), -1);  /* an inner one of another function */
	free(stack.t);
}

TEST(an_exit_in_a_split_off_part_closes_its_function)
{
	struct stack stack;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 1000, 1, 12); /* its head is inlined into F(1) */
	push(&stack, F(3), 800, 3, 33);  /* left by a jump */
	assert_int_equal(exit_of(&stack, F(2), 900, 7), 2);
	assert_int_equal(exit_of(&stack, F(1), 900, 7), -1); /* not the innermost */
	free(stack.t);
}

TEST(a_mark_ends_what_lies_at_or_below_it)
{
	struct stack stack;

	T_UNUSED;
	open_stack(&stack);
	push(&stack, F(1), 1000, 1, 11);
	push(&stack, F(2), 900, 2, 22);
	push(&stack, F(3), 900, 2, 23); /* inlined into F(2) */
	push(&stack, F(4), 800, 4, 44); /* left by a jump, as is the next one */
	push(&stack, F(5), 700, 5, 55);
	assert_int_equal(csr_frames_depth(stack.t, csr_frames_mark(stack.t, 650)), 5);
	if (CSR_FRAME_IS_EXACT) {
		assert_int_equal(csr_frames_depth(stack.t, csr_frames_mark(stack.t, 700)), 4);
		assert_int_equal(csr_frames_depth(stack.t, csr_frames_mark(stack.t, 899)), 3);
		assert_int_equal(csr_frames_depth(stack.t, csr_frames_mark(stack.t, 950)), 1);
	}
	free(stack.t);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_mark_ends_what_lies_at_or_below_it),
		CASE(frames_below_the_new_one_are_unwound),
		CASE(the_same_hook_at_the_same_frame_means_the_first_call_is_gone),
		CASE(another_call_site_at_the_same_frame_is_a_sibling),
		CASE(an_inlined_call_shares_its_callers_frame),
		CASE(an_exit_closes_the_innermost_frame_that_fits),
		CASE(an_exit_without_its_enter_pops_nothing),
		CASE(an_exit_in_a_split_off_part_closes_its_function),
	};

	return T_RUN(cases, argc, argv);
}
