/* SPDX-License-Identifier: MIT */
#include "send_level.h"

#include "stream_options.h"

static const int steps[] = { 0, -5, -1, 1, 3, 5, 7 };

#define STEPS (sizeof(steps) / sizeof(steps[0]))

/* Chosen: long enough for some messages on a line of 1 MB/s, short against the time in which a ring fills there. */
#define INTERVAL_MS 250u
#define CALM_MAX    20u   /* intervals before a step down is tried: 5 s */
#define PENALTY_MS  2000u /* after the first trial that failed; then twice as long */
#define PENALTY_MAX 64000u

#define FILL_HIGH 0.25 /* blocks pile up */
#define GAIN      1.05 /* a step up has to bring as much to be kept */

void css_level_init(struct css_level *level, int fixed)
{
	*level = (struct css_level){ .fixed = fixed, .penalty_ms = PENALTY_MS };
}

int css_level_now(const struct css_level *level)
{
	return level->fixed == CSS_LEVEL_AUTO ? steps[level->step] : level->fixed;
}

void css_level_sent(struct css_level *level, uint32_t raw_bytes)
{
	level->raw_bytes += raw_bytes;
}

void css_level_blocked(struct css_level *level, uint32_t ms)
{
	level->blocked_ms += ms;
}

static void begin_interval(struct css_level *level, uint64_t now_ms)
{
	level->begin_ms = now_ms;
	level->next_ms = now_ms + INTERVAL_MS;
	level->raw_bytes = 0;
	level->blocked_ms = 0;
}

static void end_trial(struct css_level *level, uint64_t now_ms, double rate)
{
	level->is_trial = false;
	if (rate >= level->rate * GAIN) {
		level->penalty_ms = PENALTY_MS;
		return;
	}
	level->step--;
	level->trial_ms = now_ms + level->penalty_ms;
	if (level->penalty_ms < PENALTY_MAX)
		level->penalty_ms *= 2;
}

static void decide(struct css_level *level, uint64_t now_ms, double fill)
{
	double span_ms = (double)(now_ms - level->begin_ms);
	double rate = (double)level->raw_bytes * 1000 / span_ms;
	bool is_blocked = level->blocked_ms * 4.0 >= span_ms;

	level->calm = is_blocked || fill >= FILL_HIGH ? 0 : level->calm + 1;
	if (level->is_trial) {
		end_trial(level, now_ms, rate);
	} else if (is_blocked && fill >= FILL_HIGH && level->step + 1 < STEPS &&
		   now_ms >= level->trial_ms) {
		level->rate = rate;
		level->step++;
		level->is_trial = true;
	} else if (level->step && ((!is_blocked && fill >= FILL_HIGH) || level->calm >= CALM_MAX)) {
		level->step--;
		level->calm = 0;
	}
}

void css_level_tick(struct css_level *level, uint64_t now_ms, double fill)
{
	if (now_ms < level->next_ms)
		return;
	if (level->next_ms && level->fixed == CSS_LEVEL_AUTO && now_ms > level->begin_ms)
		decide(level, now_ms, fill);
	begin_interval(level, now_ms);
}
