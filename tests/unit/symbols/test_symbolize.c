/* SPDX-License-Identifier: MIT */
/* Addresses of a program that really ran, looked up in files of every kind of link. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "fixture_run.h"

struct expected {
	const char *tag;
	const char *name;
	const char *plain_name; /* NULL: as name */
	const char *linkage_name;
	const char *file; /* the end of its path */
};

static const struct expected expectations[] = {
	{ "main", "main", NULL, "main", "/fixture/fixture_main.c" },
	{ "plain", "plain_global", NULL, "plain_global", "/fixture/fixture_main.c" },
	{ "static", "same_name", NULL, "same_name", "/fixture/fixture_main.c" },
	{ "static-2", "same_name", NULL, "same_name", "/fixture/fixture_second.c" },
	{ "aliased", "z_global_name", NULL, "z_global_name", "/fixture/fixture_main.c" },
	{ "two-globals", "z_first_name", NULL, "z_first_name", "/fixture/fixture_main.c" },
	{ "member", "ns::Class::member(int)", "ns::Class::member", "_ZN2ns5Class6memberEi",
	  "/fixture/fixture_main.c" },
	{ "origin", "cloned", NULL, "cloned", "/fixture/fixture_main.c" },
	{ "clone", "cloned", NULL, "cloned.constprop.0", "/fixture/fixture_main.c" },
	{ "orphan", "gone", NULL, "gone.isra.0", "/fixture/fixture_main.c" },
	{ "not-utf8", "caf\xef\xbf\xbd_name", NULL, "caf\xef\xbf\xbd_name",
	  "/fixture/fixture_main.c" },
	{ "library-static", "hidden_in_library", NULL, "hidden_in_library",
	  "/fixture/fixture_shared.c" },
	{ "library-exported", "fixture_shared_library", NULL, "fixture_shared_library",
	  "/fixture/fixture_shared.c" },
};

static void expect_file(const char *file, const char *wanted_end)
{
	assert_non_null(file);
	assert_int_equal(file[0], '/');
	assert_true(strlen(file) > strlen(wanted_end));
	assert_string_equal(file + strlen(file) - strlen(wanted_end), wanted_end);
}

static void expect_function(struct csa_symbols *s, const struct t_fixture_run *run,
			    const struct expected *e)
{
	const struct t_fixture_place *place = t_fixture_place(run, e->tag);
	const struct csa_module_map *map = &run->maps[strncmp(e->tag, "library", 7) == 0];
	struct csa_symbol symbol;
	struct csa_symbol inside;

	assert_int_equal(csa_symbols_function(s, place->ip, 5, &symbol), 1);
	assert_string_equal(symbol.name, e->name);
	assert_string_equal(symbol.plain_name, e->plain_name ? e->plain_name : e->name);
	assert_string_equal(symbol.linkage_name, e->linkage_name);
	assert_int_equal(symbol.addr, place->ip - map->bias);
	assert_true(symbol.size > 0);
	expect_file(symbol.file, e->file);
	if (place->line)
		assert_int_equal(symbol.line, place->line);

	assert_int_equal(csa_symbols_function(s, place->ip + symbol.size - 1, 5, &inside), 1);
	assert_ptr_equal(inside.name, symbol.name);
	assert_int_equal(inside.addr, symbol.addr);
}

static void expect_call(struct csa_symbols *s, const struct t_fixture_run *run, const char *tag,
			const char *file)
{
	const struct t_fixture_place *call = t_fixture_place(run, tag);
	struct csa_place place;

	assert_true(call->is_call);
	assert_int_equal(csa_symbols_place(s, call->ip, 5, &place), 1);
	assert_int_equal(place.line, call->line);
	expect_file(place.file, file);
}

static void expect_names(struct csa_symbols *s, const struct t_fixture_run *run)
{
	const struct t_fixture_place *place = t_fixture_place(run, "name");
	const char *no_name;
	struct csa_symbol symbol;
	struct csa_symbol again;

	assert_int_equal(csa_symbols_function(s, place->ip, 5, &symbol), 1);
	assert_int_equal(symbol.kind, CSA_SYMBOL_NAME);
	assert_string_equal(symbol.name, "parse caf\xef\xbf\xbd");
	assert_string_equal(symbol.file, "/src/x.c");
	assert_int_equal(symbol.line, place->line);
	assert_int_equal(symbol.addr, place->ip - run->maps[0].bias);
	assert_int_equal(symbol.hooks, CSA_HOOK_UNLISTED);
	assert_int_equal(csa_symbols_name(s, place->ip, 5, &again), 1);
	assert_ptr_equal(again.name, symbol.name);
	assert_int_equal(csa_symbols_name(s, t_fixture_place(run, "no-file")->ip, 5, &symbol), 1);
	assert_string_equal(symbol.name, "tick");
	assert_null(symbol.file);
	assert_int_equal(symbol.line, 0);

	/* No descriptor there, or a function: only an address is known. */
	assert_int_equal(csa_symbols_name(s, t_fixture_place(run, "no-name")->ip, 5, &symbol), 0);
	assert_int_equal(symbol.kind, CSA_SYMBOL_NAME);
	no_name = strrchr(run->maps[0].path, '/') + 1;
	assert_memory_equal(symbol.name, no_name, strlen(no_name));
	assert_memory_equal(symbol.name + strlen(no_name), "+0x", 3);
	assert_int_equal(csa_symbols_name(s, t_fixture_place(run, "main")->ip, 5, &symbol), 0);
	assert_int_equal(csa_symbols_name(s, place->ip + 1, 5, &symbol), 0);
}

static void expect_everything(const char *path)
{
	struct t_fixture_run run;
	struct csa_symbols *s;

	t_fixture_run(&run, path);
	s = t_fixture_symbols(&run);
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++)
		expect_function(s, &run, &expectations[i]);
	expect_call(s, &run, "in-main", "/fixture/fixture_main.c");
	expect_call(s, &run, "in-second", "/fixture/fixture_second.c");
	expect_call(s, &run, "in-library", "/fixture/fixture_shared.c");
	expect_names(s, &run);
	csa_symbols_free(s);
}

TEST(position_independent_program)
{
	T_UNUSED;
	expect_everything(FIXTURE_PIE);
}

TEST(program_at_fixed_addresses)
{
	T_UNUSED;
	expect_everything(FIXTURE_NO_PIE);
}

static void expect_taken(const char *path, bool is_of_library)
{
	struct t_fixture_run run;
	struct csa_symbol symbol;
	struct csa_symbols *s;

	t_fixture_run(&run, path);
	s = t_fixture_symbols(&run);
	assert_int_equal(csa_symbols_function(s, t_fixture_place(&run, "address-taken")->ip, 5,
					      &symbol),
			 1);
	assert_string_equal(symbol.name, "fixture_address_taken");
	if (is_of_library) {
		expect_file(symbol.file, "/fixture/fixture_shared.c");
	} else {
		/* Nothing reaches into the next section. */
		csa_symbols_function(s, t_fixture_place(&run, "address-taken")->ip + 16, 5,
				     &symbol);
		assert_string_not_equal(symbol.name, "fixture_address_taken");
	}
	csa_symbols_free(s);
}

TEST(a_library_function_whose_address_the_program_takes)
{
	T_UNUSED;
	expect_taken(FIXTURE_PIE, true);
	/* Its address can be that of the entry in the program's procedure linkage table. */
	expect_taken(FIXTURE_NO_PIE, false);
}

TEST(program_that_begins_at_another_address)
{
	T_UNUSED;
	expect_everything(FIXTURE_MOVED);
}

TEST(program_of_gold)
{
	T_UNUSED;
	expect_everything(FIXTURE_GOLD);
}

TEST(program_of_lld)
{
	T_UNUSED;
	expect_everything(FIXTURE_LLD);
}

TEST(program_without_build_id)
{
	T_UNUSED;
	expect_everything(FIXTURE_NO_ID);
}

TEST(debug_information_in_dwo_files)
{
	T_UNUSED;
	expect_everything(FIXTURE_DWO);
}

TEST(names_of_sources_relative_to_the_folder_of_the_compiler)
{
	struct t_fixture_run run;
	struct csa_symbol symbol;
	struct csa_symbols *s;

	T_UNUSED;
	expect_everything(FIXTURE_RELATIVE);
	expect_everything(FIXTURE_RELATIVE_4);

	/* The folder can be that of another build: a selection is asked for the name as it was given. */
	t_fixture_run(&run, FIXTURE_RELATIVE);
	s = t_fixture_symbols(&run);
	assert_int_equal(csa_symbols_function(s, t_fixture_place(&run, "plain")->ip, 5, &symbol),
			 1);
	assert_string_equal(symbol.given_file, "../x/fixture/fixture_main.c");
	csa_symbols_free(s);
}

TEST(names_of_sources_where_prefixes_were_mapped)
{
	const char *file = "tests/unit/symbols/fixture/fixture_main.c";
	struct t_fixture_run run;
	struct csa_symbol symbol;
	struct csa_symbols *s;
	struct csa_place place;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_MAPPED);
	s = t_fixture_symbols(&run);
	assert_int_equal(csa_symbols_function(s, t_fixture_place(&run, "plain")->ip, 5, &symbol),
			 1);
	assert_string_equal(symbol.file, file);
	assert_string_equal(symbol.given_file, file);
	assert_int_equal(csa_symbols_place(s, t_fixture_place(&run, "in-main")->ip, 5, &place), 1);
	assert_string_equal(place.file, file);
	csa_symbols_free(s);
}

TEST(stripped_program_with_a_debug_file_beside_it)
{
	T_UNUSED;
	expect_everything(FIXTURE_LINKED);
}

TEST(stripped_program_has_the_names_that_it_exports)
{
	struct t_fixture_run run;
	struct csa_symbols *s;
	struct csa_symbol symbol;
	struct csa_place place;
	char wanted[64];
	uint64_t ip;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_STRIPPED);
	s = t_fixture_symbols(&run);
	ip = t_fixture_place(&run, "plain")->ip;
	assert_int_equal(csa_symbols_function(s, ip, 5, &symbol), 1);
	assert_string_equal(symbol.name, "plain_global");
	assert_null(symbol.file);
	assert_int_equal(symbol.line, 0);

	ip = t_fixture_place(&run, "static")->ip;
	assert_int_equal(csa_symbols_function(s, ip, 5, &symbol), 0);
	(void)snprintf(wanted, sizeof(wanted), "fixture_stripped+0x%llx",
		       (unsigned long long)(ip - run.maps[0].bias));
	assert_string_equal(symbol.name, wanted);
	assert_string_equal(symbol.plain_name, wanted);
	assert_null(symbol.linkage_name);
	assert_int_equal(symbol.addr, ip - run.maps[0].bias);
	assert_int_equal(symbol.module, 0);

	expect_names(s, &run);

	ip = t_fixture_place(&run, "in-main")->ip;
	assert_int_equal(csa_symbols_place(s, ip, 5, &place), 0);
	assert_null(place.file);
	assert_int_equal(place.addr, ip - 1 - run.maps[0].bias);
	csa_symbols_free(s);
}

TEST(clones_are_grouped_under_their_function)
{
	struct t_fixture_run run;
	struct csa_symbols *s;
	struct csa_symbol symbol;
	struct csa_symbol other;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	s = t_fixture_symbols(&run);
	csa_symbols_function(s, t_fixture_place(&run, "origin")->ip, 5, &other);
	csa_symbols_function(s, t_fixture_place(&run, "clone")->ip, 5, &symbol);
	assert_int_not_equal(symbol.addr, other.addr);
	assert_int_equal(symbol.group_addr, other.addr);
	assert_int_equal(other.group_addr, other.addr);

	/* Nothing is left of the function itself: its first clone stands for it. */
	csa_symbols_function(s, t_fixture_place(&run, "orphan-part")->ip, 5, &other);
	csa_symbols_function(s, t_fixture_place(&run, "orphan")->ip, 5, &symbol);
	assert_int_not_equal(symbol.addr, other.addr);
	assert_int_equal(symbol.group_addr, other.group_addr);
	assert_int_equal(symbol.group_addr, symbol.addr < other.addr ? symbol.addr : other.addr);

	/* One name in two files: two functions. */
	csa_symbols_function(s, t_fixture_place(&run, "static")->ip, 5, &symbol);
	csa_symbols_function(s, t_fixture_place(&run, "static-2")->ip, 5, &other);
	assert_ptr_equal(symbol.name, other.name);
	assert_int_not_equal(symbol.group_addr, other.group_addr);
	csa_symbols_free(s);
}

TEST(a_name_that_is_too_long_for_the_demangler_comes_from_dwarf)
{
	struct t_fixture_run run;
	struct csa_symbols *s;
	struct csa_symbol symbol;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	s = t_fixture_symbols(&run);
	csa_symbols_function(s, t_fixture_place(&run, "long-name")->ip, 5, &symbol);
	assert_string_equal(symbol.name, "a_long_mangled_name");
	assert_string_equal(symbol.plain_name, "a_long_mangled_name");
	assert_int_equal(strlen(symbol.linkage_name), 1207);
	csa_symbols_free(s);
}

static uint64_t group_of(struct csa_symbols *s, const struct t_fixture_run *run, const char *tag)
{
	struct csa_symbol symbol;

	assert_int_equal(csa_symbols_function(s, t_fixture_place(run, tag)->ip, 5, &symbol), 1);
	return symbol.group_addr;
}

TEST(clones_belong_to_the_function_of_their_own_file)
{
	struct t_fixture_run run;
	struct csa_symbols *s;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	s = t_fixture_symbols(&run);
	assert_int_equal(group_of(s, &run, "clone-2"), group_of(s, &run, "static-2"));
	assert_int_not_equal(group_of(s, &run, "orphan-2"), group_of(s, &run, "origin"));
	assert_int_equal(group_of(s, &run, "local-plain-clone"), group_of(s, &run, "local-plain"));
	assert_int_not_equal(group_of(s, &run, "local-plain"), group_of(s, &run, "plain"));
	csa_symbols_free(s);
}

TEST(a_function_without_a_symbol_is_named_by_dwarf)
{
	struct t_fixture_run run;
	struct csa_symbols *s;
	struct csa_symbol symbol;
	const struct t_fixture_place *place;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_NO_SYMBOL);
	s = t_fixture_symbols(&run);
	place = t_fixture_place(&run, "static");
	assert_int_equal(csa_symbols_function(s, place->ip + 1, 5, &symbol), 1);
	assert_string_equal(symbol.name, "same_name");
	assert_int_equal(symbol.addr, place->ip - run.maps[0].bias);
	assert_int_equal(symbol.line, place->line);
	expect_file(symbol.file, "/fixture/fixture_main.c");
	csa_symbols_free(s);
}

TEST(an_address_of_no_module_is_a_number)
{
	struct csa_symbols *s;
	struct csa_symbol symbol;
	struct csa_place place;

	T_UNUSED;
	assert_int_equal(csa_symbols_new(&s, NULL), 0);
	assert_int_equal(csa_symbols_function(s, 0x1234, 5, &symbol), 0);
	assert_string_equal(symbol.name, "0x1234");
	assert_int_equal(symbol.module, CSA_NO_MODULE);
	assert_int_equal(symbol.addr, 0x1234);
	assert_int_equal(csa_symbols_place(s, 0x1234, 5, &place), 0);
	assert_int_equal(place.module, CSA_NO_MODULE);
	assert_int_equal(csa_symbols_module_count(s), 0);
	csa_symbols_free(s);
	csa_symbols_free(NULL);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(position_independent_program),
		CASE(program_at_fixed_addresses),
		CASE(a_library_function_whose_address_the_program_takes),
		CASE(program_that_begins_at_another_address),
		CASE(program_of_gold),
		CASE(program_of_lld),
		CASE(program_without_build_id),
		CASE(debug_information_in_dwo_files),
		CASE(names_of_sources_relative_to_the_folder_of_the_compiler),
		CASE(names_of_sources_where_prefixes_were_mapped),
		CASE(stripped_program_with_a_debug_file_beside_it),
		CASE(stripped_program_has_the_names_that_it_exports),
		CASE(clones_are_grouped_under_their_function),
		CASE(a_name_that_is_too_long_for_the_demangler_comes_from_dwarf),
		CASE(clones_belong_to_the_function_of_their_own_file),
		CASE(a_function_without_a_symbol_is_named_by_dwarf),
		CASE(an_address_of_no_module_is_a_number),
	};

	return T_RUN(cases, argc, argv);
}
