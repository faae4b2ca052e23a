/* SPDX-License-Identifier: MIT */
#include "send_level.h"

#include "stream_options.h"

static const int steps[] = { 0, -5, -1, 1, 3, 5, 7 };

#define STEPS (sizeof(steps) / sizeof(steps[0]))

/* Chosen: a message or two on a line of 1 MB/s, and the third step is reached before a ring of 2 MiB is full there. */
#define INTERVAL_MS 100u
#define CALM_MAX    50u   /* intervals before a step down is tried: 5 s */
#define PENALTY_MS  2000u /* after the first trial that failed; then twice as long */
#define PENALTY_MAX 64000u

#define FILL_HIGH   0.25  /* blocks pile up */
#define GAIN        1.03  /* a step up has to make messages so much smaller */
#define NETWORK_MAX 200e6 /* bytes a second: more than 1 Gbit/s carries */

void css_level_init(struct css_level *level, int fixed)
{
	*level = (struct css_level){ .fixed = fixed, .penalty_ms = PENALTY_MS };
}

int css_level_now(const struct css_level *level)
{
	return level->fixed == CSS_LEVEL_AUTO ? steps[level->step] : level->fixed;
}

void css_level_sent(struct css_level *level, size_t raw_bytes, size_t stored_bytes)
{
	level->raw_bytes += raw_bytes;
	level->stored_bytes += stored_bytes;
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
	level->stored_bytes = 0;
	level->blocked_ms = 0;
}

/* Return: whether the step is kept. */
static bool end_trial(struct css_level *level, uint64_t now_ms, double ratio, bool is_slow)
{
	level->is_trial = false;
	if (!is_slow && ratio >= level->ratio * GAIN) {
		level->penalty_ms = PENALTY_MS;
		return true;
	}
	level->step--;
	level->trial_ms = now_ms + level->penalty_ms;
	if (level->penalty_ms < PENALTY_MAX)
		level->penalty_ms *= 2;
	return false;
}

static void decide(struct css_level *level, uint64_t now_ms, const struct css_fill *fill)
{
	double span_ms = (double)(now_ms - level->begin_ms);
	double ratio = (double)level->raw_bytes / (double)level->stored_bytes;
	bool is_waiting = fill->unsent >= FILL_HIGH;
	bool is_piling = fill->unsent + fill->sent >= FILL_HIGH;
	/* Also when all that there is was sent, and is on its way. */
	bool is_blocked = level->blocked_ms * 4.0 >= span_ms || (is_piling && !is_waiting);
	bool is_network = (double)level->stored_bytes * 1000 / span_ms <= NETWORK_MAX;

	level->calm = is_blocked || is_piling ? 0 : level->calm + 1;
	if (level->is_trial && !end_trial(level, now_ms, ratio, !is_blocked && is_piling))
		return;
	if (is_blocked && is_piling && is_network && level->step + 1 < STEPS &&
	    now_ms >= level->trial_ms) {
		level->ratio = ratio;
		level->step++;
		level->is_trial = true;
	} else if (level->step && ((!is_blocked && is_piling) || level->calm >= CALM_MAX)) {
		level->step--;
		level->calm = 0;
	}
}

/* Without a message nothing is known: the interval goes on. */
static bool is_over(const struct css_level *level, uint64_t now_ms, const struct css_fill *fill)
{
	return now_ms >= level->next_ms &&
	       (level->stored_bytes || fill->unsent + fill->sent < FILL_HIGH);
}

void css_level_tick(struct css_level *level, uint64_t now_ms, const struct css_fill *fill)
{
	if (level->next_ms && !is_over(level, now_ms, fill))
		return;
	if (level->stored_bytes && level->fixed == CSS_LEVEL_AUTO && now_ms > level->begin_ms)
		decide(level, now_ms, fill);
	else if (level->stored_bytes == 0)
		level->calm++;
	begin_interval(level, now_ms);
}
