/* SPDX-License-Identifier: MIT */
/* The worked example of docs/format/partial.md: the page has the bytes that are really written. */
#define _GNU_SOURCE /* mkstemp, strdup */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "format_page.h"
#include "partial.h"
#include "test.h"

#define ROOM 4096

/* One process in which main ran once for 100 ns. */
static void build(struct csa_report *report)
{
	const struct csa_row_name name = {
		.function = "main", .module = CSA_NO_MODULE, .addr = 0x1000, .has_name = true
	};
	int64_t row;

	assert_int_equal(csa_report_begin(report, true, NULL), 0);
	row = csa_rows_add(&report->table, &name);
	assert_int_equal(row, 0);
	assert_true(csa_row_close(csa_stats_row(&report->stats, 0), 100, 100, 0, true));
	report->tree.nodes[csa_tree_child(&report->tree, CSA_TREE_ROOT, 0)] =
		(struct csa_tree_node){ .self_ns = 100, .calls = 1, .parent = CSA_TREE_ROOT };
	report->processes = calloc(1, sizeof(*report->processes));
	report->threads = calloc(1, sizeof(*report->threads));
	assert_true(report->processes && report->threads);
	report->process_count = 1;
	report->thread_count = 1;
	report->processes[0] =
		(struct csa_report_process){ .dir = strdup("app-7-1"),
					     .pid = 7,
					     .ppid = 1,
					     .order_ns = 1795972517000000000,
					     .start_realtime_ns = 1795972517000000000,
					     .start_monotonic_ns = 1000,
					     .last_monotonic_ns = 1300,
					     .has_ended = true,
					     .tick_hz = 1e9,
					     .hook_ns = 12.5,
					     .events = 2 };
	report->threads[0] = (struct csa_report_thread){
		.serial = 1, .tid = 7, .events = 2, .root_ns = 100, .first_ns = 200, .last_ns = 300
	};
	report->summary.events = 2;
	report->probe_weight = 2;
	report->probe_sum = 2 * 12800;
	assert_int_equal(csa_report_finish(report, CSA_SORT_SELF, NULL), 0);
}

static size_t content(uint8_t *bytes)
{
	char path[] = "/tmp/partial-page.XXXXXX";
	int fd = mkstemp(path);
	struct csa_report report;
	gzFile in;
	int count;

	assert_true(fd >= 0);
	build(&report);
	assert_int_equal(csa_partial_write(&report, fd, NULL), 0);
	csa_report_release(&report);
	close(fd);
	in = gzopen(path, "rb");
	count = gzread(in, bytes, ROOM);
	gzclose(in);
	unlink(path);
	assert_true(count > 0 && count < ROOM);
	return (size_t)count;
}

TEST(the_example_of_the_page_is_what_is_written)
{
	static uint8_t written[ROOM];
	static uint8_t shown[ROOM];
	size_t written_count = content(written);
	size_t shown_count;
	struct t_page page;

	T_UNUSED;
	t_page_open(&page, T_PAGE);
	shown_count = t_page_hexdump(&page, shown, sizeof(shown));
	t_page_close(&page);
	if (shown_count != written_count || memcmp(shown, written, written_count) != 0) {
		t_print_hexdump(written, written_count);
		fail_msg("the page shows %zu other bytes", shown_count);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(the_example_of_the_page_is_what_is_written) };

	return T_RUN(cases, argc, argv);
}
