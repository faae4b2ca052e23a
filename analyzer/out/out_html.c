/* SPDX-License-Identifier: MIT */
/*
 * The report as one page for browsers, which needs nothing but itself: template, then data blocks,
 * then the code that shows them (docs/guide/html-report.md).
 */
#include "out_format.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base64_text.h"
#include "html_data.h"
#include "html_page.h"
#include "html_sink.h"

struct page {
	struct csa_html_sink sink; /* first: the calls are its own */
	FILE *out;
};

static int open_page(void **state, const struct csa_out_options *options, FILE *out,
		     struct csa_err *err)
{
	struct page *page = malloc(sizeof(*page));

	(void)options;
	if (!page || !csa_html_sink_init(&page->sink, CSA_HTML_CALLS_MAX)) {
		free(page);
		return csa_fail(err, CSA_E_NOMEM, "no memory for a page");
	}
	page->out = out;
	*state = page;
	return 0;
}

static void write_part(const struct csa_html_part *part, FILE *out)
{
	fwrite(part->bytes, 1, part->count, out);
}

/* Only blocks with a type of their own: browsers neither run nor fetch anything for them. */
static void write_calls(const struct csa_html_tracks *tracks, FILE *out)
{
	for (uint32_t i = 0; i < tracks->count; i++) {
		struct csa_base64 text = { .out = out };

		fprintf(out, "<script type=\"text/x-calls\" id=\"calls-%" PRIu32 "\">", i);
		csa_base64_add(&text, tracks->items[i].bytes.items, tracks->items[i].bytes.count);
		csa_base64_end(&text);
		fputs("</script>\n", out);
	}
}

static int close_page(void *state, const struct csa_report *report, struct csa_err *err)
{
	struct page *page = state;
	FILE *out = page->out;
	int rc = 0;

	if (report) {
		write_part(&csa_html_head, out);
		fputs("<script type=\"application/json\" id=\"facts\">", out);
		rc = csa_html_write_facts(report, &page->sink, out);
		fputs("</script>\n<script type=\"text/x-tree\" id=\"tree\">", out);
		csa_html_write_tree(&page->sink.tree, out);
		fputs("</script>\n", out);
		write_calls(&page->sink.calls.tracks, out);
		write_part(&csa_html_tail, out);
	}
	csa_html_sink_release(&page->sink);
	free(page);
	return rc < 0 ? csa_fail(err, rc, "no memory for a page") : 0;
}

const struct csa_out_format csa_out_html = {
	.name = "html",
	.wants = CSA_OUT_WANTS_CALLS | CSA_OUT_WANTS_SITES,
	.takes_sums = true,
	.open = open_page,
	.calls = { .begin_thread = csa_html_sink_thread, .calls = csa_html_sink_calls },
	.close = close_page,
};
