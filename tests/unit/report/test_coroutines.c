/* SPDX-License-Identifier: MIT */
/* Coroutines as gcc and clang make them: one row for all pieces, and how often they were resumed. */
#define _GNU_SOURCE /* readlink */
#include "test.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report_reader.h"
#include "trace_builder.h"

#define PIECE(function, name, value)                  \
	void function(void) __asm__(name);            \
	__attribute__((noinline)) void function(void) \
	{                                             \
		counter += value;                     \
	}

static volatile unsigned counter; /* keeps functions from being the same code */

/* co(int) by gcc, task() by gcc whose first part was inlined everywhere, ns::f() by clang. */
PIECE(ramp, "_Z2coi", 1)
PIECE(actor, "_Z2coPZ2coiE12_Z2coi.Frame.actor", 2)
PIECE(destroy, "_Z2coPZ2coiE12_Z2coi.Frame.destroy", 3)
PIECE(task_actor, "_Z4taskPZ4taskvE14_Z4taskv.Frame.actor", 4)
PIECE(task_destroy, "_Z4taskPZ4taskvE14_Z4taskv.Frame.destroy", 5)
PIECE(clang_ramp, "_ZN2ns1fEv", 6)
PIECE(clang_resume, "_ZN2ns1fEv.resume", 7)
PIECE(caller, "caller", 8)

#define AT(function) ((uint64_t)(uintptr_t)(function))

static char *dir;
static struct t_trace *trace;
static struct t_thread *thread;
static struct csa_report report;

static void begin(bool is_wide)
{
	extern const char __executable_start;
	extern const char end;
	static char exe[4096];
	const uint64_t bias = AT(&__executable_start);
	const struct t_trace_options options = {
		/* Not older than the file of this program. */
		.realtime_ns = ((uint64_t)time(NULL) + 1) * 1000000000u,
		.module = exe,
		.module_start = bias,
		.module_bytes = AT(&end) - bias,
		.is_wide = is_wide,
	};

	memset(exe, 0, sizeof(exe));
	assert_true(readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0);
	dir = t_temp_dir();
	trace = t_trace_new(dir, &options);
	thread = t_thread_new(trace, 70);
}

static void finish(void)
{
	t_trace_end(trace, true);
	t_report(&report, dir, 1);
	t_check_sums(&report);
}

static void clean(void)
{
	csa_report_release(&report);
	t_remove(dir);
}

static void expect(const char *function, uint64_t calls, uint64_t resumes, uint64_t incl_ns,
		   uint64_t self_ns)
{
	const struct csa_report_row *row = NULL;

	for (size_t i = 0; i < report.row_count; i++) {
		if (strcmp(report.rows[i].name->function, function) != 0)
			continue;
		assert_null(row); /* only one of a name */
		row = &report.rows[i];
	}
	if (!row) {
		fail_msg("no row %s", function);
		return;
	}
	assert_int_equal(row->calls, calls);
	assert_int_equal(row->resumes, resumes);
	assert_int_equal(row->incl_ns, incl_ns);
	assert_int_equal(row->self_ns, self_ns);
}

static void call(uint64_t ticks, void (*function)(void))
{
	t_enter(thread, ticks, AT(function));
	t_exit(thread, ticks + 10);
}

/* Called and begun, resumed twice from somewhere, destroyed; 1000 ns pass between the pieces. */
static void build(bool with_blocks)
{
	t_enter(thread, 2000, AT(caller));
	t_enter(thread, 2010, AT(ramp));
	call(2020, actor);
	t_exit(thread, 2040);
	if (with_blocks)
		t_block(thread, T_BLOCK_WRITTEN);
	t_enter(thread, 3000, AT(actor));
	if (with_blocks)
		t_block(thread, T_BLOCK_WRITTEN);
	t_exit(thread, 3010);
	call(4000, actor);
	t_enter(thread, 5000, AT(destroy));
	if (with_blocks)
		t_block(thread, T_BLOCK_WRITTEN);
	call(5005, actor);
	t_exit(thread, 5030);
	t_exit(thread, 6000);
}

static void expect_one_row(bool is_wide, bool with_blocks)
{
	begin(is_wide);
	build(with_blocks);
	finish();
	expect("co(int)", 6, 2, 80, 80);
	expect("caller", 1, 0, 4000, 3920);
	assert_int_equal(report.row_count, 2);
	clean();
}

TEST(all_pieces_are_one_row_and_the_time_between_is_nobodys)
{
	T_UNUSED;
	expect_one_row(false, false);
	expect_one_row(true, false);
}

TEST(pieces_cross_blocks)
{
	T_UNUSED;
	expect_one_row(false, true);
	expect_one_row(true, true);
}

TEST(a_coroutine_can_resume_one_of_its_kind)
{
	T_UNUSED;
	begin(false);
	t_enter(thread, 2000, AT(actor));
	call(2010, actor);
	t_exit(thread, 2100);
	finish();
	expect("co(int)", 2, 2, 100, 100);
	clean();

	begin(false);
	t_enter(thread, 2000, AT(actor));
	t_block(thread, T_BLOCK_WRITTEN);
	call(2010, actor);
	t_exit(thread, 2100);
	finish();
	expect("co(int)", 2, 2, 100, 100);
	clean();
}

TEST(pieces_without_a_function_are_one_row)
{
	T_UNUSED;
	begin(false);
	call(2000, task_actor);
	call(3000, task_destroy);
	finish();
	expect("task()", 2, 1, 20, 20);
	clean();
}

TEST(clang_s_pieces_have_the_name_as_well)
{
	T_UNUSED;
	begin(false);
	call(2000, clang_ramp);
	call(3000, clang_resume);
	finish();
	expect("ns::f()", 2, 1, 20, 20);
	clean();
}

TEST(a_piece_that_is_open_at_the_end_counts)
{
	T_UNUSED;
	begin(false);
	t_enter(thread, 2000, AT(actor));
	finish();
	expect("co(int)", 1, 1, 0, 0);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(all_pieces_are_one_row_and_the_time_between_is_nobodys),
		CASE(pieces_cross_blocks),
		CASE(a_coroutine_can_resume_one_of_its_kind),
		CASE(pieces_without_a_function_are_one_row),
		CASE(clang_s_pieces_have_the_name_as_well),
		CASE(a_piece_that_is_open_at_the_end_counts),
	};

	return T_RUN(cases, argc, argv);
}
