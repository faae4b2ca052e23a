/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* gmtime_r */
#include "export_facts.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000u

void csa_add_export_title(struct csa_buf *buf, const struct csa_report *report)
{
	const struct csa_report_process *first = report->processes;
	const char *exe = report->process_count && first->exe ? first->exe : "?";
	const char *slash = strrchr(exe, '/');

	csa_buf_add_str(buf, slash && slash[1] ? slash + 1 : exe);
	if (report->process_count)
		csa_buf_add_fmt(buf, " (pid %" PRIu64 ")", first->pid);
	if (report->process_count > 1)
		csa_buf_add_fmt(buf, " and %zu more", report->process_count - 1);
}

void csa_add_export_start(struct csa_buf *buf, const struct csa_report *report)
{
	uint64_t ns = report->process_count ? report->processes->start_realtime_ns : 0;
	time_t seconds = (time_t)(ns / NS_PER_S);
	struct tm utc;
	char text[64];

	gmtime_r(&seconds, &utc);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
	csa_buf_add_fmt(buf, "%s.%09uZ", text, (unsigned)(ns % NS_PER_S));
}

struct speaker {
	struct csa_buf text;
	bool has_failed; /* of a text that was cleared since */
	csa_say_fn say;
	void *state;
};

static void say_text(struct speaker *speaker)
{
	speaker->has_failed |= speaker->text.failed;
	speaker->say(speaker->state, speaker->text.data);
}

/* "@count @one", or "@count @many" */
static void say_count(struct speaker *speaker, uint64_t count, const char *one, const char *many)
{
	if (count == 0)
		return;
	csa_buf_clear(&speaker->text);
	csa_buf_add_fmt(&speaker->text, "%" PRIu64 " %s", count, count == 1 ? one : many);
	say_text(speaker);
}

/* Of the rest that is closed or missing the notes speak. */
static void say_open(struct speaker *speaker, const struct csa_report_summary *s)
{
	say_count(speaker, s->open, "call was open at the end of the capture and is closed there",
		  "calls were open at the end of the capture and are closed there");
}

static void say_edges(struct speaker *speaker, const struct csa_call_filter *filter)
{
	if (!filter || (filter->from_ns == 0 && filter->to_ns == UINT64_MAX))
		return;
	csa_buf_clear(&speaker->text);
	csa_buf_add_fmt(&speaker->text, "shown from %" PRIu64 " ns", filter->from_ns);
	if (filter->to_ns != UINT64_MAX)
		csa_buf_add_fmt(&speaker->text, " to %" PRIu64 " ns", filter->to_ns);
	say_text(speaker);
}

static void say_filtered(struct speaker *speaker, const struct csa_call_filtered *f)
{
	say_count(speaker, f->threads, "thread is left out: --thread",
		  "threads are left out: --thread");
	say_count(speaker, f->cut, "call is cut at an edge: --from, --to",
		  "calls are cut at an edge: --from, --to");
	say_count(speaker, f->outside, "call is left out: --from, --to, --function",
		  "calls are left out: --from, --to, --function");
	say_count(speaker, f->too_short,
		  "call is left out, its time is its caller's: --min-duration",
		  "calls are left out, their time is their callers': --min-duration");
	say_count(speaker, f->too_deep, "call is left out, its time is its caller's: --depth",
		  "calls are left out, their time is their callers': --depth");
}

int csa_export_facts(const struct csa_report *report, const struct csa_call_filter *filter,
		     csa_say_fn say, void *state)
{
	struct speaker speaker = { .say = say, .state = state };

	csa_buf_init(&speaker.text);
	say_open(&speaker, &report->summary);
	say_edges(&speaker, filter);
	say_filtered(&speaker, &report->filtered);
	for (size_t i = 0; i < report->notes.count; i++)
		say(state, report->notes.items[i].text);
	csa_buf_release(&speaker.text);
	return speaker.has_failed ? CSA_E_NOMEM : 0;
}
