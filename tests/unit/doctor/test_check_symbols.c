/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "fake_machine.h"

#define EXPECT(health, part, remedy) \
	t_machine_expect(&m, &csa_check_symbols, "debuginfod", CSA_HEALTH_##health, part, remedy)

TEST(servers_are_asked_where_they_are_named_and_the_library_is_there)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	EXPECT(OK, "no server is asked", NULL);
	t_machine_variable(&m, "DEBUGINFOD_URLS=https://debug.example  file:///mirror");
	EXPECT(OK, "reports ask https://debug.example", NULL);
	t_has_library = false;
	EXPECT(NOTE, "libdebuginfod.so.1 is not there", "apt install libdebuginfod1");
	t_machine_close(&m);
}

TEST(what_is_no_address_is_broken)
{
	struct t_machine m;

	T_UNUSED;
	t_machine_open(&m);
	t_machine_variable(&m, "DEBUGINFOD_URLS=http://a debug.example");
	EXPECT(BROKEN, "'debug.example' is no address", "separated by blanks");
	t_machine_variable(&m, NULL);
	t_machine_variable(&m, "DEBUGINFOD_URLS=http://");
	EXPECT(BROKEN, "'http://' is no address", "separated by blanks");
	t_machine_close(&m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(servers_are_asked_where_they_are_named_and_the_library_is_there),
		CASE(what_is_no_address_is_broken),
	};

	return T_RUN(cases, argc, argv);
}
