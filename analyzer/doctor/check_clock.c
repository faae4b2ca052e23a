/* SPDX-License-Identifier: MIT */
/* What TRACE_CLOCK=auto chooses on this machine, and why: the rule of docs/decisions/0019-clock.md. */
#include <string.h>

#include "doctor.h"

#define SOURCE_FILE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
#define OTHERS_FILE "/sys/devices/system/clocksource/clocksource0/available_clocksource"

struct clocks {
	enum csa_counter counter;
	char kernel[64]; /* its clock source; "": not known */
	bool has_tsc;    /* among those that the kernel could use */
};

static void read_clocks(const struct csa_doctor_input *input, struct clocks *clocks)
{
	char available[256] = "";

	clocks->counter = input->probes->counter();
	if (!csa_doctor_read(input, SOURCE_FILE, clocks->kernel, sizeof(clocks->kernel)))
		clocks->kernel[0] = '\0';
	csa_doctor_read(input, OTHERS_FILE, available, sizeof(available));
	clocks->has_tsc = strstr(available, "tsc") != NULL;
}

static bool is_counter_used(const struct clocks *clocks)
{
#if defined(__x86_64__) || defined(__i386__)
	return clocks->counter == CSA_COUNTER_INVARIANT && strcmp(clocks->kernel, "tsc") == 0;
#else
	return clocks->counter == CSA_COUNTER_INVARIANT;
#endif
}

static void say_slow(const struct clocks *clocks, struct csa_findings *out)
{
	const char *kernel = clocks->kernel[0] ? clocks->kernel : "one that it does not tell";

	if (clocks->counter == CSA_COUNTER_NONE) {
		csa_found(out, CSA_HEALTH_NOTE, "clock",
			  "CLOCK_MONOTONIC: this processor has no counter that a program may read; "
			  "a hook "
			  "takes about twice as long");
		csa_remedy(out, "TRACE_MODE=count needs no clock");
	} else if (clocks->counter == CSA_COUNTER_VARIES) {
		csa_found(out, CSA_HEALTH_NOTE, "clock",
			  "CLOCK_MONOTONIC: the processor's counter changes its rate (no invariant "
			  "TSC); the "
			  "kernel uses %s",
			  kernel);
		csa_remedy(out, "in a virtual machine let the host pass invtsc on; "
				"TRACE_MODE=count needs no "
				"clock");
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "clock",
			  "CLOCK_MONOTONIC: the counter is invariant, but the kernel does not "
			  "trust it: it "
			  "uses %s%s",
			  kernel, clocks->has_tsc ? ", and could use tsc" : "");
		if (clocks->has_tsc)
			csa_remedy(out, "echo tsc > " SOURCE_FILE ", or TRACE_CLOCK=tsc");
		else
			csa_remedy(out, "dmesg says why (clocksource: tsc unstable); "
					"TRACE_CLOCK=tsc uses it "
					"all the same");
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	const char *choice = csa_doctor_variable(input, "TRACE_CLOCK");
	struct clocks clocks;

	read_clocks(input, &clocks);
	if (is_counter_used(&clocks))
		csa_found(out, CSA_HEALTH_OK, "clock",
			  "TRACE_CLOCK=auto takes the processor's counter: it is invariant%s",
			  clocks.kernel[0] ? ", and the kernel uses it" : "");
	else
		say_slow(&clocks, out);
	if (!choice || strcmp(choice, "tsc") != 0 || is_counter_used(&clocks))
		return;
	if (clocks.counter == CSA_COUNTER_NONE) {
		csa_found(out, CSA_HEALTH_BROKEN, "clock",
			  "TRACE_CLOCK=tsc: there is no counter to read");
		csa_remedy(out, "unset TRACE_CLOCK");
	} else if (clocks.counter == CSA_COUNTER_VARIES) {
		csa_found(out, CSA_HEALTH_BROKEN, "clock",
			  "TRACE_CLOCK=tsc: times would be wrong, since the counter changes its "
			  "rate");
		csa_remedy(out, "unset TRACE_CLOCK");
	}
}

const struct csa_check_group csa_check_clock = { .name = "clock", .look = look };
