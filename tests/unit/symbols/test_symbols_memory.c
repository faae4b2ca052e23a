/* SPDX-License-Identifier: MIT */
/*
 * Every allocation of the symbol lookup fails in turn. The linker gives the room's calls to the
 * functions here (--wrap); those of libelf and libdw are not concerned.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "fixture_run.h"

static void expect_name(const struct t_fixture_place *place, const struct csa_symbol *symbol)
{
	if (strcmp(place->tag, "plain") == 0)
		assert_string_equal(symbol->name, "plain_global");
	if (strcmp(place->tag, "member") == 0) {
		assert_string_equal(symbol->name, "ns::Class::member(int)");
		assert_string_equal(symbol->plain_name, "ns::Class::member");
	}
}

/* Looks everything up; what it finds may be less than there is, but never something else. */
static void look_everything_up(const struct t_fixture_run *run, struct csa_symbols *s)
{
	for (unsigned i = 0; i < run->place_count; i++) {
		struct csa_symbol symbol;
		struct csa_place place;

		if (csa_symbols_function(s, run->places[i].ip, 5, &symbol) == 1) {
			if (symbol.kind == CSA_SYMBOL_FUNCTION)
				assert_non_null(symbol.linkage_name);
			expect_name(&run->places[i], &symbol);
		}
		assert_non_null(symbol.name);
		assert_non_null(symbol.plain_name);
		assert_true(symbol.line == 0 || symbol.file);
		if (csa_symbols_place(s, run->places[i].ip, 5, &place) == 1)
			assert_non_null(place.file);
	}
	for (unsigned i = 0; i < csa_symbols_module_count(s); i++) {
		struct csa_module_info info;

		csa_symbols_module(s, i, &info);
		assert_non_null(info.path);
	}
}

static void use_symbols(const struct t_fixture_run *run)
{
	struct csa_symbols *s = NULL;
	struct csa_symbols *other = NULL;
	struct csa_err err = { 0 };

	if (csa_symbols_new(&s, &err) < 0) {
		assert_null(s);
		assert_int_equal(err.code, CSA_E_NOMEM);
		return;
	}
	if (csa_symbols_share(&other, s, &err) < 0)
		assert_null(other);
	for (unsigned i = 0; i < run->map_count; i++) {
		if (csa_symbols_add_module(s, &run->maps[i], &err) < 0)
			assert_int_equal(err.code, CSA_E_NOMEM);
	}
	look_everything_up(run, s);
	csa_symbols_free(s);
	csa_symbols_free(other);
}

static void fail_each(const char *path)
{
	struct t_fixture_run run;
	unsigned count = 0;

	t_fixture_run(&run, path);
	do {
		t_fail_after(count++);
		use_symbols(&run);
	} while (t_never_fail());
	assert_true(count > 50);
}

TEST(every_allocation_may_fail)
{
	T_UNUSED;
	fail_each(FIXTURE_PIE);
	fail_each(FIXTURE_NO_ID);
	fail_each(FIXTURE_STRIPPED);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(every_allocation_may_fail),
	};

	return T_RUN(cases, argc, argv);
}
