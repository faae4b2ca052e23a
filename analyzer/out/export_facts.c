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

int csa_export_facts(const struct csa_report *report, csa_say_fn say, void *state)
{
	uint64_t open = report->summary.open;
	struct csa_buf text;
	bool has_failed;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text,
			open == 1 ? "%" PRIu64 " call was open at the end of the capture and is "
				    "closed there"
				  : "%" PRIu64 " calls were open at the end of the capture and are "
				    "closed there",
			open);
	if (open)
		say(state, text.data);
	for (size_t i = 0; i < report->notes.count; i++)
		say(state, report->notes.items[i].text);
	has_failed = text.failed;
	csa_buf_release(&text);
	return has_failed ? CSA_E_NOMEM : 0;
}
