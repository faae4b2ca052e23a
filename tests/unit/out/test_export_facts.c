/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "export_facts.h"
#include "line_text.h"

static void add_sentence(void *state, const char *sentence)
{
	struct csa_buf *buf = state;

	csa_buf_add_str(buf, sentence);
	csa_buf_add_char(buf, '\n');
}

static void check_facts(const struct csa_report *report, const char *wanted)
{
	struct csa_buf said;

	csa_buf_init(&said);
	assert_int_equal(csa_export_facts(report, add_sentence, &said), 0);
	assert_string_equal(said.data, wanted);
	csa_buf_release(&said);
}

TEST(a_complete_capture_has_nothing_to_say)
{
	const struct csa_report report = { 0 };

	T_UNUSED;
	check_facts(&report, "");
}

TEST(what_was_closed_comes_before_the_notes)
{
	char note[] = "block 3 is damaged";
	struct csa_note notes[] = { { CSA_NOTE_DAMAGE, note } };
	const struct csa_report report = {
		.summary = { .open = 1, .unwound = 2 },
		.notes = { .items = notes, .count = 1 },
	};

	T_UNUSED;
	check_facts(&report, "1 call was open at the end of the capture and is closed there\n"
			     "block 3 is damaged\n");
}

TEST(the_title_names_the_first_process_and_counts_the_others)
{
	char exe[] = "/opt/bin/server";
	struct csa_report_process processes[] = {
		{ .exe = exe, .pid = 7, .start_realtime_ns = 1795972517000000042u }, { .pid = 8 }
	};
	struct csa_report report = { .processes = processes, .process_count = 1 };
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	csa_add_export_title(&buf, &report);
	assert_string_equal(buf.data, "server (pid 7)");
	csa_buf_clear(&buf);
	report.process_count = 2;
	csa_add_export_title(&buf, &report);
	assert_string_equal(buf.data, "server (pid 7) and 1 more");
	csa_buf_clear(&buf);
	csa_add_export_start(&buf, &report);
	assert_string_equal(buf.data, "2026-11-29T17:15:17.000000042Z");
	csa_buf_clear(&buf);
	report.process_count = 0;
	csa_add_export_title(&buf, &report);
	assert_string_equal(buf.data, "?");
	csa_buf_release(&buf);
}

TEST(line_text_stays_on_its_line)
{
	static const struct {
		const char *text;
		const char *wanted;
	} rows[] = {
		{ "plain name", "plain name" },
		{ "a;b\nc\r\td\x7f", "a:b?c??d?" },
		{ "\xff\xc3\xa4\xe2\x82", "\xef\xbf\xbd\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd" },
		{ "", "?" },
		{ "  ", "?  " },
	};
	struct csa_buf buf;

	T_UNUSED;
	csa_buf_init(&buf);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		csa_buf_clear(&buf);
		csa_add_line_text(&buf, rows[i].text, ';', ':');
		assert_string_equal(buf.data, rows[i].wanted);
	}
	csa_buf_clear(&buf);
	csa_add_line_text(&buf, "a;b", '\0', '\0');
	assert_string_equal(buf.data, "a;b");
	csa_buf_release(&buf);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(a_complete_capture_has_nothing_to_say),
		CASE(what_was_closed_comes_before_the_notes),
		CASE(the_title_names_the_first_process_and_counts_the_others),
		CASE(line_text_stays_on_its_line),
	};

	return T_RUN(cases, argc, argv);
}
