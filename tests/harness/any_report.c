/* SPDX-License-Identifier: MIT */
#include "any_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out_format.h"

/* Number @index of CSA_OUT_NAMES. */
static const struct csa_out_format *find(unsigned index)
{
	const char *at = CSA_OUT_NAMES;
	char name[40];

	for (index %= t_format_count(); index; index--)
		at = strchr(at, '|') + 1;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, "|"), at);
	return csa_out_find(name);
}

unsigned t_format_count(void)
{
	unsigned count = 1;

	for (const char *at = CSA_OUT_NAMES; *at; at++)
		count += *at == '|';
	return count;
}

static int make(struct csa_report *report, const char *dir, struct csa_report_options *options,
		const struct csa_out_format *format, FILE *out, struct csa_err *err)
{
	const struct csa_out_options out_options = { .filter = &options->filter };
	void *state = NULL;
	int rc = 0;

	*report = (struct csa_report){ 0 };
	if (format->open) {
		rc = format->open(&state, &out_options, out, err);
		if (rc < 0)
			return rc;
		options->calls = &format->calls;
		options->calls_state = state;
	}
	rc = csa_report_make(report, dir, options, err);
	if (rc == 0 && !format->open)
		rc = format->write(report, &out_options, out, err);
	else if (rc == 0)
		rc = format->close(state, report, err);
	else if (format->open)
		(void)format->close(state, NULL, err);
	return rc;
}

int t_any_report(struct csa_report *report, const char *dir, const struct t_any_report *choices,
		 struct csa_err *err)
{
	const struct csa_out_format *format = find(choices->format);
	static const char *const functions[] = { "*1*", "?x4*" };
	static const char *const threads[] = { "*" };
	struct csa_report_options options = {
		.wants_tree = format->wants & CSA_OUT_WANTS_TREE,
		.wants_sites = format->wants & CSA_OUT_WANTS_SITES,
		.filter = { .to_ns = UINT64_MAX },
		.process_dirs = choices->process_dirs,
		.process_dir_count = choices->process_dir_count,
		.workers = 1,
	};
	FILE *out = fopen("/dev/null", "w");
	int rc;

	if (!out)
		abort();
	if (choices->is_filtered)
		options.filter = (struct csa_call_filter){
			.from_ns = 5,
			.to_ns = 5000000,
			.functions = functions,
			.function_count = 2,
			.threads = threads,
			.thread_count = 1,
			.min_duration_ns = 3,
			.max_depth = 20,
		};
	rc = make(report, dir, &options, format, out, err);
	fclose(out);
	return rc;
}
