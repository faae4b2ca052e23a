/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdbool.h>

#include "module_symbols.h"

struct row {
	const char *symbol;
	const char *name;
	bool is_called;
};

TEST(names_as_symbols_have_them)
{
	static const struct row rows[] = {
		{ "work", "work", true },
		{ "worker", "work", false },
		{ "wor", "work", false },
		{ "work.constprop.0", "work", true },
		{ "work.cold", "work", false },
		{ "work.part.0", "work", false },
		{ "_Z4workv", "work", true },
		{ "_ZL4worki", "work", true },
		{ "_Z4workIiEvT_", "work", true },
		{ "_Z4work", "work", false },
		{ "_Z5workrv", "work", false },
		{ "_Z4workv.cold", "work", false },
		{ "_Z4workv.isra.0", "work", true },
		{ "_ZN2ns4workEv", "work", false },
		{ "_ZZ4workvENKUlvE_clEv", "work", false },
		{ "_ZN2ns4workEv", "ns::work", true },
		{ "_ZN2nsL4workEv", "ns::work", true },
		{ "_ZN2ns5workrEv", "ns::work", false },
		{ "_ZN2nt4workEv", "ns::work", false },
		{ "_ZN2ns6Server6handleEi", "ns::Server::handle", true },
		{ "_ZNK2ns6Server6handleEi", "ns::Server::handle", true },
		{ "_ZNKR2ns6Server6handleEi", "ns::Server::handle", true },
		{ "_ZN2ns6ServerC2Ev", "ns::Server::Server", true },
		{ "_ZN2ns6ServerD1Ev", "ns::Server::~Server", true },
		{ "_ZN2ns6ServerD1Ev", "ns::Server::Server", false },
		{ "_ZN2ns6Server6ServerEv", "ns::Server::Other", false },
		{ "_ZN2ns4workIiEEvT_", "ns::work", true },
		{ "_ZN2ns4workB5cxx11Ev", "ns::work", true },
		{ "_ZN2ns6Server4deepEv", "ns::Server", false },
		{ "_ZN12_GLOBAL__N_16hiddenEv", "(anonymous namespace)::hidden", true },
		{ "_ZN2ns12_GLOBAL__N_16hiddenEv", "ns::(anonymous namespace)::hidden", true },
		{ "_ZN12_GLOBAL__N_16hiddenEv", "hidden", false },
		{ "_Z99999999999workv", "work", false },
		{ "_ZN", "a::b", false },
		{ "_Z", "work", false },
		{ "", "work", false },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (csr_symbol_is_called(rows[i].symbol, rows[i].name) != rows[i].is_called)
			fail_msg("%s, %s: expected %d", rows[i].symbol, rows[i].name,
				 rows[i].is_called);
	}
}

static unsigned found;

static void take(const char *symbol, uint64_t address)
{
	if (csr_symbol_is_called(symbol, "main")) {
		found++;
		assert_true(address >= 0x1000);
	}
}

TEST(functions_of_this_file)
{
	T_UNUSED;
	found = 0;
	csr_module_symbols("/proc/self/exe", 0x1000, take);
	assert_true(found >= 1);
}

TEST(files_that_are_none_have_no_functions)
{
	T_UNUSED;
	found = 0;
	csr_module_symbols("/dev/null", 0, take);
	csr_module_symbols("/proc/self/cmdline", 0, take);
	csr_module_symbols("/", 0, take);
	csr_module_symbols("/no/such/file", 0, take);
	assert_int_equal(found, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(names_as_symbols_have_them),
		CASE(functions_of_this_file),
		CASE(files_that_are_none_have_no_functions),
	};

	return T_RUN(cases, argc, argv);
}
