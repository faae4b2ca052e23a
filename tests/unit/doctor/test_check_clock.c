/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "fake_machine.h"

#define SOURCES   "/sys/devices/system/clocksource/clocksource0/"
#define CURRENT   SOURCES "current_clocksource"
#define AVAILABLE SOURCES "available_clocksource"

#define EXPECT(health, part, remedy) \
	t_machine_expect(&m, &csa_check_clock, "clock", CSA_HEALTH_##health, part, remedy)

/* Where the kernel's own source does not matter (aarch64), only the counter decides. */
static bool asks_kernel(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return true;
#else
	return false;
#endif
}

TEST(the_counter_is_taken_where_it_can_be_trusted)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT(OK, "TRACE_CLOCK=auto takes the processor's counter", NULL);
	t_machine_variable(&m, "TRACE_CLOCK=tsc");
	EXPECT(OK, "it is invariant, and the kernel uses it", NULL);
	t_machine_close(&m);
}

TEST(a_counter_that_the_kernel_does_not_use_is_not_taken)
{
	struct t_machine m;

	T_UNUSED;
	if (!asks_kernel())
		T_SKIP("the kernel's clock source does not matter on this machine");
	t_machine_open(&m);
	t_machine_file(&m, CURRENT, "hpet\n");
	EXPECT(NOTE, "it uses hpet, and could use tsc", "echo tsc > /sys/");
	t_machine_file(&m, AVAILABLE, "hpet acpi_pm\n");
	EXPECT(NOTE, "does not trust it: it uses hpet", "dmesg says why");
	t_machine_file(&m, CURRENT, NULL);
	EXPECT(NOTE, "uses one that it does not tell", "dmesg says why");
	t_machine_variable(&m, "TRACE_CLOCK=tsc"); /* as somebody wants it who knows better */
	EXPECT(NOTE, "CLOCK_MONOTONIC: the counter is invariant", "TRACE_CLOCK=tsc uses it");
	t_machine_close(&m);
}

TEST(a_counter_of_changing_rate_is_not_taken)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_counter = CSA_COUNTER_VARIES;
	EXPECT(NOTE, "changes its rate (no invariant TSC); the kernel uses tsc", "invtsc");
	t_machine_close(&m);
}

TEST(a_machine_without_a_counter_has_the_kernels_clock)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_counter = CSA_COUNTER_NONE;
	EXPECT(NOTE, "no counter that a program may read", "TRACE_MODE=count");
	t_machine_close(&m);
}

static void expect_broken(struct t_machine *m, const char *part)
{
	csa_findings_release(&m->findings);
	m->findings.group = "clock";
	csa_check_clock.look(&m->input, &m->findings);
	assert_int_equal(m->findings.count, 2);
	assert_int_equal(m->findings.items[0].health, CSA_HEALTH_NOTE);
	assert_int_equal(m->findings.items[1].health, CSA_HEALTH_BROKEN);
	assert_string_equal(m->findings.items[1].text, part);
	assert_string_equal(m->findings.items[1].remedy, "unset TRACE_CLOCK");
}

TEST(asking_for_a_counter_that_lies_is_broken)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_machine_variable(&m, "TRACE_CLOCK=tsc");
	t_counter = CSA_COUNTER_VARIES;
	expect_broken(&m,
		      "TRACE_CLOCK=tsc: times would be wrong, since the counter changes its rate");
	t_counter = CSA_COUNTER_NONE;
	expect_broken(&m, "TRACE_CLOCK=tsc: there is no counter to read");
	t_machine_close(&m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(the_counter_is_taken_where_it_can_be_trusted),
		CASE(a_counter_that_the_kernel_does_not_use_is_not_taken),
		CASE(a_counter_of_changing_rate_is_not_taken),
		CASE(a_machine_without_a_counter_has_the_kernels_clock),
		CASE(asking_for_a_counter_that_lies_is_broken),
	};

	return T_RUN(cases, argc, argv);
}
