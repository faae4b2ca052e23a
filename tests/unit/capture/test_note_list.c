/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "note_list.h"

TEST(many_notes_of_one_kind_do_not_hide_another)
{
	struct csa_notes notes;

	T_UNUSED;
	csa_notes_init(&notes);
	for (unsigned i = 0; i < 1000; i++)
		csa_notes_add(&notes, CSA_NOTE_INFO, "run %u", i);
	csa_notes_add(&notes, CSA_NOTE_DAMAGE, "%s", "broken");
	assert_int_equal(notes.total[CSA_NOTE_INFO], 1000);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	assert_int_equal(notes.count, CSA_NOTES_KEPT + 1);
	assert_string_equal(notes.items[CSA_NOTES_KEPT - 1].text, "run 199");
	assert_string_equal(notes.items[CSA_NOTES_KEPT].text, "broken");
	csa_notes_release(&notes);
}

TEST(the_same_line_again_is_no_new_note)
{
	struct csa_notes notes;

	T_UNUSED;
	csa_notes_init(&notes);
	for (unsigned i = 0; i < 3; i++)
		csa_notes_add(&notes, CSA_NOTE_WARNING, "no selection");
	csa_notes_add(&notes, CSA_NOTE_DAMAGE, "no selection");
	assert_int_equal(notes.count, 2);
	assert_int_equal(notes.total[CSA_NOTE_WARNING], 1);
	csa_notes_release(&notes);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(many_notes_of_one_kind_do_not_hide_another),
		CASE(the_same_line_again_is_no_new_note),
	};

	return T_RUN(cases, argc, argv);
}
