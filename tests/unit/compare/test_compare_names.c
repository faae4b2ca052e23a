/* SPDX-License-Identifier: MIT */
/* Which function of one build is which of the other. */
#include <string.h>

#include "pair.h"
#include "side_builder.h"

static struct csa_side a;
static struct csa_side b;

static void pair_all(void)
{
	assert_int_equal(csa_side_finish(&a, NULL), 0);
	assert_int_equal(csa_side_finish(&b, NULL), 0);
	assert_int_equal(csa_pair_names(&a, &b, NULL), 0);
	assert_int_equal(csa_pair_renamed(&a, &b, NULL), 0);
}

static void clean(void)
{
	csa_side_release(&a);
	csa_side_release(&b);
}

/* The row at a line; lines are different in these tests. */
static const struct csa_side_row *at(const struct csa_side *side, unsigned line)
{
	for (uint32_t i = 0; i < side->count; i++) {
		if (side->items[i].line == line)
			return &side->items[i];
	}
	fail_msg("no row of line %u", line);
	return NULL;
}

/* Line in B of what stands in line @line in A; 0: gone. Both say the same. */
static unsigned partner_of(unsigned line)
{
	const struct csa_side_row *row = at(&a, line);

	if (row->partner == CSA_SIDE_NONE)
		return 0;
	assert_ptr_equal(&a.items[b.items[row->partner].partner], row);
	return b.items[row->partner].line;
}

TEST(addresses_and_folders_of_a_build_do_not_matter)
{
	T_UNUSED;
	T_SIDE(&a, T_BODY("parse", "/old/app", "/old/src/p.c", 10, 0x1000, 0));
	T_SIDE(&b, T_BODY("parse", "/new/app", "/new/src/p.c", 15, 0x9000, 0));
	pair_all();
	assert_int_equal(partner_of(10), 15);
	clean();
}

TEST(modules_tell_functions_apart_and_versions_of_libraries_do_not)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("get", "/l/libx.so.1.2", "x.c", 1), T_AT("get", "/l/liby.so", "x.c", 2));
	T_SIDE(&b, T_AT("get", "/l/libx.so.1.3.1", "x.c", 11),
	       T_AT("get", "/l/libz.so", "x.c", 12));
	pair_all();
	assert_int_equal(partner_of(1), 11);
	assert_int_equal(partner_of(2), 0);
	assert_int_equal(at(&b, 12)->partner, CSA_SIDE_NONE);
	clean();
}

TEST(the_program_is_the_program_whatever_it_is_called)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("main", "/b/app-1.0", "m.c", 1), T_AT("get", "/l/libx.so", "x.c", 2));
	T_SIDE(&b, T_AT("main", "/b/app-1.1", "m.c", 11), T_AT("get", "/b/app-1.1", "x.c", 12));
	a.facts.exe = "/b/app-1.0";
	b.facts.exe = "/b/app-1.1";
	pair_all();
	assert_int_equal(partner_of(1), 11);
	assert_int_equal(partner_of(2), 0);
	clean();
}

TEST(functions_of_one_name_are_told_apart_by_their_files)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("init", NULL, "/o/net/setup.c", 10),
	       T_AT("init", NULL, "/o/disk/setup.c", 20), T_AT("init", NULL, "/o/main.c", 30));
	T_SIDE(&b, T_AT("init", NULL, "/n/main.c", 5), T_AT("init", NULL, "/n/disk/setup.c", 11),
	       T_AT("init", NULL, "/n/net/setup.c", 21));
	pair_all();
	assert_int_equal(partner_of(10), 21);
	assert_int_equal(partner_of(20), 11);
	assert_int_equal(partner_of(30), 5);
	clean();
}

TEST(one_that_is_new_takes_no_partner_away)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("init", NULL, "net.c", 10));
	T_SIDE(&b, T_AT("init", NULL, "disk.c", 8), T_AT("init", NULL, "net.c", 12));
	pair_all();
	assert_int_equal(partner_of(10), 12);
	assert_int_equal(at(&b, 8)->partner, CSA_SIDE_NONE);
	clean();
}

TEST(in_one_file_the_same_line_comes_before_the_same_order)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("get", NULL, "x.h", 10), T_AT("get", NULL, "x.h", 20));
	T_SIDE(&b, T_AT("get", NULL, "x.h", 5), T_AT("get", NULL, "x.h", 10),
	       T_AT("get", NULL, "x.h", 25));
	pair_all();
	assert_int_equal(partner_of(10), 10);
	assert_int_equal(partner_of(20), 5);
	assert_int_equal(at(&b, 25)->partner, CSA_SIDE_NONE);
	clean();
}

TEST(a_function_that_moved_to_another_file_is_the_same)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("parse", NULL, "all.c", 10), T_AT("init", NULL, "x.c", 20),
	       T_AT("init", NULL, "y.c", 21));
	T_SIDE(&b, T_AT("parse", NULL, "parse.c", 1), T_AT("init", NULL, "x.c", 30),
	       T_AT("init", NULL, "z.c", 31));
	pair_all();
	assert_int_equal(partner_of(10), 1);
	assert_int_equal(partner_of(20), 30);
	assert_int_equal(partner_of(21), 31);
	clean();
}

TEST(copies_of_one_function_are_one_row)
{
	T_UNUSED;
	T_SIDE(&a, { "get", NULL, "x.h", 10, 0x1000, 8, 3, 30 },
	       { "get", NULL, "x.h", 10, 0x2000, 8, 4, 50 });
	T_SIDE(&b, { "get", NULL, "x.h", 10, 0x1000, 8, 7, 70 });
	pair_all();
	assert_int_equal(a.count, 1);
	assert_int_equal(a.items[0].values.of[CSA_VALUE_CALLS], 7);
	assert_int_equal(a.items[0].values.of[CSA_VALUE_SELF], 80);
	assert_int_equal(a.items[0].values.of[CSA_VALUE_SELF_AVG], 11);
	assert_int_equal(a.items[0].values.of[CSA_VALUE_MAX], 50);
	assert_int_equal(partner_of(10), 10);
	clean();
}

TEST(a_scope_is_no_function)
{
	T_UNUSED;
	T_SIDE(&a, T_AT("parse", NULL, "p.c", 1));
	T_SIDE(&b, T_AT("parse", NULL, "p.c", 2));
	b.items[0].is_scope = true;
	pair_all();
	assert_int_equal(partner_of(1), 0);
	clean();
}

TEST(the_same_place_and_size_with_another_name_is_renamed)
{
	T_UNUSED;
	T_SIDE(&a, T_BODY("old_name", NULL, "/o/x.c", 1, 0x1000, 40));
	T_SIDE(&b, T_BODY("new_name", NULL, "/n/x.c", 2, 0x1000, 40));
	pair_all();
	assert_int_equal(partner_of(1), 2);
	clean();
}

TEST(without_callers_another_address_size_file_or_module_is_another_function)
{
	static const struct t_function others[] = {
		T_BODY("new_name", NULL, "x.c", 2, 0x1001, 40),
		T_BODY("new_name", NULL, "x.c", 2, 0x1000, 41),
		T_BODY("new_name", NULL, "x.c", 2, 0x1000, 0),
		T_BODY("new_name", NULL, "y.c", 2, 0x1000, 40),
		T_BODY("new_name", NULL, NULL, 2, 0x1000, 40),
		T_BODY("new_name", "/b/lib.so", "x.c", 2, 0x1000, 40),
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		T_SIDE(&a, T_BODY("old_name", NULL, "x.c", 1, 0x1000, 40));
		t_side(&b, &others[i], 1);
		pair_all();
		assert_int_equal(partner_of(1), 0);
		clean();
	}
}

/* Rows 0, 1 and 2 are main, who is called by nobody, and two that main calls. */
static void call(struct csa_side *side, uint32_t caller, uint32_t row)
{
	side->has_callers = true;
	assert_true(csa_side_add_caller(side, row, caller));
	assert_true(csa_side_add_caller(side, row, caller));
}

TEST(with_the_same_callers_a_renamed_function_may_have_moved)
{
	T_UNUSED;
	T_SIDE(&a, T_BODY("main", NULL, "x.c", 1, 0x100, 90),
	       T_BODY("outer_old", NULL, "x.c", 2, 0x200, 40),
	       T_BODY("inner_old", NULL, "x.c", 3, 0x300, 20));
	T_SIDE(&b, T_BODY("main", NULL, "x.c", 1, 0x100, 99),
	       T_BODY("outer_new", NULL, "x.c", 12, 0x250, 40),
	       T_BODY("inner_new", NULL, "x.c", 13, 0x350, 20));
	call(&a, CSA_SIDE_ROOT, 0);
	call(&a, 0, 1);
	call(&a, 1, 2);
	call(&a, 2, 2);
	call(&b, CSA_SIDE_ROOT, 0);
	call(&b, 0, 1);
	call(&b, 1, 2);
	call(&b, 2, 2);
	pair_all();
	assert_int_equal(partner_of(2), 12);
	assert_int_equal(partner_of(3), 13);
	clean();
}

TEST(with_other_callers_it_is_another_function)
{
	T_UNUSED;
	T_SIDE(&a, T_BODY("main", NULL, "x.c", 1, 0x100, 90),
	       T_BODY("run", NULL, "x.c", 2, 0x200, 40),
	       T_BODY("old_name", NULL, "x.c", 3, 0x300, 20));
	T_SIDE(&b, T_BODY("main", NULL, "x.c", 1, 0x100, 90),
	       T_BODY("run", NULL, "x.c", 2, 0x200, 40),
	       T_BODY("new_name", NULL, "x.c", 13, 0x300, 20));
	call(&a, 0, 2);
	call(&b, 1, 2);
	pair_all();
	assert_int_equal(partner_of(3), 0);
	clean();
}

TEST(where_two_are_possible_none_is_renamed)
{
	T_UNUSED;
	T_SIDE(&a, T_BODY("main", NULL, "x.c", 1, 0x100, 90),
	       T_BODY("old_1", NULL, "x.c", 2, 0x200, 40),
	       T_BODY("old_2", NULL, "x.c", 3, 0x300, 40));
	T_SIDE(&b, T_BODY("main", NULL, "x.c", 1, 0x100, 90),
	       T_BODY("new_1", NULL, "x.c", 12, 0x200, 40),
	       T_BODY("new_2", NULL, "x.c", 13, 0x300, 50));
	call(&a, 0, 1);
	call(&a, 0, 2);
	call(&b, 0, 1);
	call(&b, 0, 2);
	pair_all();
	assert_int_equal(partner_of(2), 0);
	assert_int_equal(partner_of(3), 0);
	clean();
}

TEST(ends_of_paths)
{
	T_UNUSED;
	assert_string_equal(csa_path_end("/a/b/c.c", 1), "c.c");
	assert_string_equal(csa_path_end("/a/b/c.c", 2), "b/c.c");
	assert_string_equal(csa_path_end("/a/b/c.c", 3), "a/b/c.c");
	assert_string_equal(csa_path_end("/a/b/c.c", 9), "/a/b/c.c");
	assert_string_equal(csa_path_end("c.c", 2), "c.c");
	assert_string_equal(csa_path_end("", 1), "");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(addresses_and_folders_of_a_build_do_not_matter),
		CASE(modules_tell_functions_apart_and_versions_of_libraries_do_not),
		CASE(the_program_is_the_program_whatever_it_is_called),
		CASE(functions_of_one_name_are_told_apart_by_their_files),
		CASE(one_that_is_new_takes_no_partner_away),
		CASE(in_one_file_the_same_line_comes_before_the_same_order),
		CASE(a_function_that_moved_to_another_file_is_the_same),
		CASE(copies_of_one_function_are_one_row),
		CASE(a_scope_is_no_function),
		CASE(the_same_place_and_size_with_another_name_is_renamed),
		CASE(without_callers_another_address_size_file_or_module_is_another_function),
		CASE(with_the_same_callers_a_renamed_function_may_have_moved),
		CASE(with_other_callers_it_is_another_function),
		CASE(where_two_are_possible_none_is_renamed),
		CASE(ends_of_paths),
	};

	return T_RUN(cases, argc, argv);
}
