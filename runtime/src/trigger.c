/* SPDX-License-Identifier: MIT */
#include "trigger.h"

#include <stddef.h>

#include "clock.h"
#include "module_symbols.h"
#include "process.h"
#include "text.h"
#include "wide_atomic.h"

#define TRIGGERS_MAX 16u
#define WATCHES_MAX  64u
#define TEXT_BYTES   2048u

#define DURATION_MAX_NS UINT64_C(1000000000000000000) /* chosen: ticks of 10 GHz still fit */

struct watch {
	uint64_t function; /* 0: not in use */
	const struct csr_trigger *trigger;
};

static struct csr_trigger triggers[TRIGGERS_MAX];
static uint32_t trigger_count;
static char text[TEXT_BYTES]; /* of TRACE_TRIGGER; a NUL behind each name */
/* Written under the lock of modules.c; read by slow paths of all threads, the count last and first. */
static struct watch watches[WATCHES_MAX];
static uint32_t watch_count;

struct csr_trigger_range csr_trigger_range = { 1, 0 };

CSR_FN static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* "10ms" up to the end of the text or a comma. Return: where it ends; NULL: it is none. */
CSR_FN static char *parse_duration(char *at, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = { { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };
	char *first;

	while (is_blank(*at))
		at++;
	*ns = 0;
	for (first = at; *at >= '0' && *at <= '9'; at++) {
		if (*ns > DURATION_MAX_NS / 10)
			return NULL;
		*ns = *ns * 10 + (uint64_t)(*at - '0');
	}
	if (at == first)
		return NULL;
	for (unsigned i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!csr_starts_with(at, units[i].name))
			continue;
		if (*ns > DURATION_MAX_NS / units[i].ns)
			return NULL;
		*ns *= units[i].ns;
		at += csr_length(units[i].name);
		while (is_blank(*at))
			at++;
		return !*at || *at == ',' ? at : NULL;
	}
	return NULL;
}

/* One "function>time" at @at, whose name gets a NUL. Return: what follows it; NULL: it is none. */
CSR_FN static char *parse_one(char *at, struct csr_trigger *trigger)
{
	char *sign = NULL;
	char *end;

	while (is_blank(*at))
		at++;
	for (char *c = at; *c && *c != ','; c++) {
		if (*c == '>')
			sign = c; /* the last one: operator> has one of its own */
	}
	if (!sign || sign == at)
		return NULL;
	end = parse_duration(sign + 1, &trigger->limit_ns);
	if (!end)
		return NULL;
	while (sign > at && is_blank(sign[-1]))
		sign--;
	*sign = '\0';
	trigger->name = at;
	trigger->limit_ticks =
		(uint64_t)((double)trigger->limit_ns * (double)csr_clock_get()->tick_hz / 1e9);
	return *end ? end + 1 : end;
}

CSR_FN static bool parse(void)
{
	char *at = text;

	while (*at) {
		if (trigger_count == TRIGGERS_MAX)
			return false;
		at = parse_one(at, &triggers[trigger_count]);
		if (!at)
			return false;
		trigger_count++;
	}
	return true;
}

CSR_FN void csr_trigger_start(void)
{
	struct csr_settings *settings = &csr_process.settings;
	struct csr_text copy;

	if (!settings->trigger)
		return;
	if (!settings->is_wrap) {
		csr_say("TRACE_TRIGGER needs TRACE_FULL=wrap and TRACE_MODE=events; ",
			"no snapshot is written", "", "");
		settings->trigger = NULL;
		return;
	}
	csr_text_init(&copy, text, sizeof(text));
	csr_text_add(&copy, settings->trigger);
	if (copy.is_full || !parse()) {
		csr_say("TRACE_TRIGGER='", settings->trigger,
			"' is not a list as f>10ms,ns::g>2s of 16 at most; ",
			"no snapshot is written");
		settings->trigger = NULL;
		trigger_count = 0;
		return;
	}
	if (!settings->has_call_sites)
		csr_say("TRACE_TRIGGER needs call sites; TRACE_CALLSITES=0 is ", "not followed", "",
			"");
	settings->has_call_sites = true;
}

CSR_FN void csr_trigger_say_missing(void)
{
	for (uint32_t i = 0; i < trigger_count; i++) {
		if (!triggers[i].is_found)
			csr_say("TRACE_TRIGGER: no function '", triggers[i].name,
				"' in the program and its libraries; those that are loaded later "
				"are ",
				"looked through, too");
	}
}

CSR_FN static void set_range(void)
{
	uint64_t low = UINT64_MAX;
	uint64_t high = 0;

	for (uint32_t i = 0; i < watch_count; i++) {
		uint64_t function = watches[i].function;

		if (function && function < low)
			low = function;
		if (function > high)
			high = function;
	}
	csr_trigger_range = high ? (struct csr_trigger_range){ low, high - low }
				 : (struct csr_trigger_range){ 1, 0 };
}

CSR_FN static void watch(struct csr_trigger *trigger, uint64_t function)
{
	uint32_t i = 0;

	trigger->is_found = true;
	if (csr_trigger_of(function))
		return;
	while (i < watch_count && watches[i].function)
		i++;
	if (i == WATCHES_MAX) {
		csr_say("TRACE_TRIGGER: more than 64 functions have its names; '", trigger->name,
			"' is not watched everywhere", "");
		return;
	}
	watches[i].trigger = trigger;
	csr_address_store(&watches[i].function, function, __ATOMIC_RELEASE);
	if (i == watch_count)
		__atomic_store_n(&watch_count, i + 1, __ATOMIC_RELEASE);
}

/* Called for each function symbol of a module. */
CSR_FN static void take_symbol(const char *symbol, uint64_t address)
{
	for (uint32_t i = 0; i < trigger_count; i++) {
		if (csr_symbol_is_called(symbol, triggers[i].name))
			watch(&triggers[i], address);
	}
}

CSR_FN void csr_trigger_add_module(const char *path, uint64_t bias)
{
	if (!trigger_count)
		return;
	csr_module_symbols(path, bias, take_symbol);
	set_range();
}

CSR_FN void csr_trigger_remove_module(uint64_t start, uint64_t end)
{
	for (uint32_t i = 0; i < watch_count; i++) {
		if (watches[i].function >= start && watches[i].function < end)
			csr_address_store(&watches[i].function, 0, __ATOMIC_RELAXED);
	}
	set_range();
}

CSR_FN const struct csr_trigger *csr_trigger_of(uint64_t function)
{
	uint32_t count = __atomic_load_n(&watch_count, __ATOMIC_ACQUIRE);

	for (uint32_t i = 0; i < count; i++) {
		if (csr_address_load(&watches[i].function, __ATOMIC_ACQUIRE) == function)
			return watches[i].trigger;
	}
	return NULL;
}

/* What the thread itself needed for snapshots during a call is none of the call's time. */
CSR_FN static uint64_t without_snapshots(const struct csr_thread *t, uint64_t enter_ticks,
					 uint64_t ticks)
{
	for (unsigned i = 0; i < CSR_SNAPSHOT_SPANS; i++) {
		const struct csr_span *span = &t->snapshots[i];

		if (span->begin > enter_ticks && span->ticks <= ticks)
			ticks -= span->ticks;
	}
	return ticks;
}

CSR_FN void csr_trigger_check(struct csr_thread *t, uint64_t function, uint64_t enter_ticks,
			      uint64_t now)
{
	const struct csr_trigger *trigger = csr_trigger_of(function);
	uint64_t ticks;

	if (!trigger || now < enter_ticks)
		return;
	ticks = without_snapshots(t, enter_ticks, now - enter_ticks);
	if (ticks <= trigger->limit_ticks || (t->due && t->due_ticks >= ticks))
		return;
	t->due = trigger;
	t->due_ticks = ticks;
}
