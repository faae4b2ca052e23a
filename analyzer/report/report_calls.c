/* SPDX-License-Identifier: MIT */
#include "report_calls.h"

#include <inttypes.h>
#include <stdlib.h>

#include "buf.h"
#include "vec.h"

/* The stage behind the filter. */
static int shown_begin_process(void *state, const struct csa_report *report, size_t process)
{
	struct csa_report_calls *c = state;
	const struct csa_call_ops *ops = c->options->calls;

	c->thread_count = 0;
	return ops && ops->begin_process
		       ? ops->begin_process(c->options->calls_state, report, process)
		       : 0;
}

static int shown_begin_thread(void *state, const struct csa_call_thread *thread)
{
	struct csa_report_calls *c = state;
	const struct csa_call_ops *ops = c->options->calls;
	struct csa_shown_thread *threads;

	threads =
		csa_vec_grow(c->threads, c->thread_count, &c->thread_capacity, 1, sizeof(*threads));
	if (!threads)
		return CSA_E_NOMEM;
	c->threads = threads;
	threads[c->thread_count++] = (struct csa_shown_thread){ .serial = thread->serial,
								.lane = thread->lane,
								.first_ns = UINT64_MAX };
	c->sums.root_ns = 0;
	csa_site_sums_thread(&c->sites);
	return ops && ops->begin_thread ? ops->begin_thread(c->options->calls_state, thread) : 0;
}

static int shown_calls(void *state, const struct csa_call *calls, size_t count)
{
	struct csa_report_calls *c = state;
	const struct csa_call_ops *ops = c->options->calls;
	struct csa_shown_thread *thread = &c->threads[c->thread_count - 1];
	const struct csa_call *net = calls;
	int rc = 0;

	if (thread->first_ns == UINT64_MAX)
		thread->first_ns = calls[0].ns;
	thread->last_ns = calls[count - 1].ns;
	if (c->options->subtracts_overhead)
		net = csa_overhead_take(&c->overhead, calls, count);
	if (!net)
		return CSA_E_NOMEM;
	if (c->has_sums)
		rc = csa_call_sums_add(&c->sums, net, count);
	if (rc == 0 && c->options->wants_sites)
		rc = csa_site_sums_add(&c->sites, net, count);
	return rc == 0 && ops ? ops->calls(c->options->calls_state, calls, count) : rc;
}

static int shown_end_thread(void *state)
{
	struct csa_report_calls *c = state;
	const struct csa_call_ops *ops = c->options->calls;

	c->threads[c->thread_count - 1].root_ns = c->sums.root_ns;
	return ops && ops->end_thread ? ops->end_thread(c->options->calls_state) : 0;
}

static int shown_end_process(void *state)
{
	struct csa_report_calls *c = state;
	const struct csa_call_ops *ops = c->options->calls;

	return ops && ops->end_process ? ops->end_process(c->options->calls_state) : 0;
}

static const struct csa_call_ops shown_ops = { .begin_process = shown_begin_process,
					       .begin_thread = shown_begin_thread,
					       .calls = shown_calls,
					       .end_thread = shown_end_thread,
					       .end_process = shown_end_process };

int csa_report_calls_init(struct csa_report_calls *c, const struct csa_report_options *options)
{
	*c = (struct csa_report_calls){ .options = options };
	c->is_filtered = !csa_filter_shows_all(&options->filter);
	c->has_sums = c->is_filtered || options->subtracts_overhead;
	c->is_needed = options->calls || options->wants_sites || c->has_sums;
	csa_filter_init(&c->filter, &options->filter, &shown_ops, c);
	return csa_call_sums_init(&c->sums, c->has_sums && options->wants_tree);
}

void csa_report_calls_release(struct csa_report_calls *c)
{
	csa_filter_release(&c->filter);
	csa_overhead_release(&c->overhead);
	csa_call_sums_release(&c->sums);
	csa_site_sums_release(&c->sites);
	free(c->threads);
	*c = (struct csa_report_calls){ 0 };
}

int csa_report_calls_begin(struct csa_report_calls *c, const struct csa_report *report,
			   const struct csa_capture *capture, struct csa_call_feed *feed)
{
	int rc = 0;

	feed->ops = c->is_filtered ? &csa_filter_ops : &shown_ops;
	feed->state = c->is_filtered ? (void *)&c->filter : (void *)c;
	c->overhead.hook_ns = capture->facts.hook_ns > 0 ? capture->facts.hook_ns : 0;
	c->sums.has_losses = csa_capture_has_losses(capture);
	if (c->options->wants_sites)
		rc = csa_site_sums_begin(&c->sites, capture, feed->shift_ns);
	return rc < 0 ? rc : feed->ops->begin_process(feed->state, report, feed->process);
}

int csa_report_calls_end(struct csa_report_calls *c, struct csa_symbols *symbols)
{
	int rc = 0;

	if (c->options->wants_sites)
		rc = csa_site_sums_end(&c->sites, symbols);
	return rc < 0 ? rc : shown_end_process(c);
}

const struct csa_shown_thread *csa_report_calls_thread(const struct csa_report_calls *c,
						       const struct csa_lane *lane)
{
	uint32_t low = 0;
	uint32_t high = c->thread_count;

	/* In the order of lanes: by serial, then by lane. */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const struct csa_shown_thread *t = &c->threads[middle];

		if (t->serial < lane->thread_serial ||
		    (t->serial == lane->thread_serial && t->lane < lane->lane))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == c->thread_count || c->threads[low].serial != lane->thread_serial ||
	    c->threads[low].lane != lane->lane)
		return NULL;
	return &c->threads[low];
}

static void say_globs(struct csa_buf *buf, const char *what, const char *const *globs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		csa_buf_add_fmt(buf, "%s '%s'", i ? " or" : what, globs[i]);
}

/* In the largest unit that leaves no fraction. */
static void say_time(struct csa_buf *buf, const char *what, uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	unsigned unit = 0;

	for (; unit < 3 && ns && ns % 1000 == 0; unit++)
		ns /= 1000;
	csa_buf_add_fmt(buf, ", %s %" PRIu64 " %s", what, ns, units[unit]);
}

/* What was asked for, in words. */
static void say_filter(struct csa_buf *buf, const struct csa_call_filter *f)
{
	if (f->from_ns)
		say_time(buf, "from", f->from_ns);
	if (f->to_ns && f->to_ns != UINT64_MAX)
		say_time(buf, "up to", f->to_ns);
	say_globs(buf, ", threads", f->threads, f->thread_count);
	say_globs(buf, ", below functions", f->functions, f->function_count);
	if (f->max_depth)
		csa_buf_add_fmt(buf, ", at most %u deep", f->max_depth);
	if (f->min_duration_ns)
		say_time(buf, "of at least", f->min_duration_ns);
}

static void say_count(struct csa_buf *buf, const char *what, uint64_t count)
{
	if (count)
		csa_buf_add_fmt(buf, "%s%s %" PRIu64, buf->length ? ", " : "", what, count);
}

void csa_note_overhead(struct csa_report *report)
{
	if (!report->has_no_overhead)
		return;
	if (!report->probe_weight) {
		csa_notes_add(&report->notes, CSA_NOTE_WARNING,
			      "what a hook costs is not known: nothing is subtracted");
		return;
	}
	csa_notes_add(&report->notes, CSA_NOTE_INFO,
		      "the estimated time of the hooks is subtracted from functions, stacks, call "
		      "sites and threads: %.3f ms",
		      (double)report->overhead_ns / 1e6);
}

int csa_report_calls_filtered(struct csa_report *report, const struct csa_report_calls *calls)
{
	struct csa_buf buf;

	if (!calls->is_filtered)
		return 0;
	report->is_filtered = true;
	report->filtered = calls->filter.counts;
	csa_buf_init(&buf);
	say_filter(&buf, &calls->options->filter);
	report->filter_words = csa_buf_steal(&buf);
	return report->filter_words ? 0 : CSA_E_NOMEM;
}

void csa_note_filter(struct csa_report *report)
{
	const struct csa_call_filtered *n = &report->filtered;
	struct csa_buf buf;

	if (!report->is_filtered)
		return;
	csa_notes_add(&report->notes, CSA_NOTE_INFO,
		      "only a part is shown%s; functions and threads have the numbers of this part",
		      report->filter_words);
	csa_buf_init(&buf);
	say_count(&buf, "by time or function", n->outside);
	say_count(&buf, "too deep", n->too_deep);
	say_count(&buf, "too short", n->too_short);
	if (buf.length)
		csa_notes_add(&report->notes, CSA_NOTE_INFO, "calls left out: %s", buf.data);
	csa_buf_release(&buf);
	if (n->threads)
		csa_notes_add(&report->notes, CSA_NOTE_INFO, "threads left out: %" PRIu64,
			      n->threads);
	if (n->cut)
		csa_notes_add(&report->notes, CSA_NOTE_INFO,
			      "calls cut where the shown time begins or ends: %" PRIu64
			      "; they count with what is left of them",
			      n->cut);
}
