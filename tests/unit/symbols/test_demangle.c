/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "demangle.h"

static void expect(const char *linkage_name, const char *wanted_name, const char *wanted_plain)
{
	struct csa_buf name;
	struct csa_buf plain;

	csa_buf_init(&name);
	csa_buf_init(&plain);
	csa_buf_add_str(&plain, "kept ");
	csa_demangle(linkage_name, &name, &plain);
	assert_string_equal(name.data, wanted_name);
	assert_string_equal(plain.data + 5, wanted_plain);
	csa_buf_release(&name);
	csa_buf_release(&plain);
}

TEST(c_names_stay_as_they_are)
{
	T_UNUSED;
	expect("main", "main", "main");
	expect("_start", "_start", "_start");
	expect("", "", "");
	expect("_Z", "_Z", "_Z");
	expect("_Zebra", "_Zebra", "_Zebra");
	expect("my.function", "my.function", "my.function");
	expect(".5", ".5", ".5");
}

TEST(suffixes_of_compilers_are_not_shown)
{
	T_UNUSED;
	expect("f.constprop.0", "f", "f");
	expect("f.isra.0.part.12", "f", "f");
	expect("f.cold", "f", "f");
	expect("f.lto_priv.3.constprop.1.cold", "f", "f");
	expect("f.localalias", "f", "f");
	expect("f.llvm.1234567890", "f", "f");
	expect("nested.0", "nested", "nested");
	expect("part", "part", "part");
	expect("f.part", "f.part", "f.part");
	expect("f@@LIB_2.1", "f", "f");
	expect("f@LIB_1", "f", "f");
	expect("_ZN2ns1fEv.constprop.0", "ns::f()", "ns::f");
}

TEST(plain_names_have_no_types)
{
	T_UNUSED;
	expect("_ZN2ns1fEi", "ns::f(int)", "ns::f");
	expect("_ZNK3Box3getEv", "Box::get() const", "Box::get");
	expect("_Z3addIiET_S0_S0_", "int add<int>(int, int)", "add");
	expect("_ZN4ListIiE4pushEi", "List<int>::push(int)", "List::push");
	expect("_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f()", "(anonymous namespace)::f");
	expect("_ZN1A1fB5cxx11Ev", "A::f[abi:cxx11]()", "A::f");
	expect("_ZN1AC2Ev", "A::A()", "A::A");
	expect("_ZN1AD1Ev", "A::~A()", "A::~A");
	expect("_ZThn8_N1B1fEv", "non-virtual thunk to B::f()", "B::f");
}

TEST(plain_names_keep_operators)
{
	T_UNUSED;
	expect("_ZN1AclEi", "A::operator()(int)", "A::operator()");
	expect("_ZN1AltERKS_", "A::operator<(A const&)", "A::operator<");
	expect("_ZlsRSoRK1A", "operator<<(std::ostream&, A const&)", "operator<<");
	expect("_ZN1AlsIiEERS_T_", "A& A::operator<< <int>(int)", "A::operator<<");
	expect("_ZN1AptEv", "A::operator->()", "A::operator->");
	expect("_ZN1AixEi", "A::operator[](int)", "A::operator[]");
	expect("_ZN1AcmERKS_", "A::operator,(A const&)", "A::operator,");
	expect("_ZN1AcvbEv", "A::operator bool()", "A::operator bool");
	expect("_ZN1AnwEm", "A::operator new(unsigned long)", "A::operator new");
	expect("_Zli3_kgy", "operator\"\" _kg(unsigned long long)", "operator\"\" _kg");
	expect("_Z12operator_sumi", "operator_sum(int)", "operator_sum");
}

TEST(plain_names_of_what_is_local_to_a_function)
{
	T_UNUSED;
	expect("_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()(int) const",
	       "main::{lambda(int)#1}::operator()");
	expect("_ZZN1A1fEivEN5Local1gEv", "A::f(int, void)::Local::g()", "A::f::Local::g");
	expect("_ZZNK1A1fEiEN5Local1gEv", "A::f(int) const::Local::g()", "A::f::Local::g");
}

TEST(a_function_that_returns_a_function_pointer)
{
	T_UNUSED;
	expect("_Z4pickIiEPFviEv", "void (*pick<int>())(int)", "pick");
}

TEST(what_is_not_a_mangled_name_is_kept)
{
	T_UNUSED;
	expect("_ZN2nsnonsense", "_ZN2nsnonsense", "_ZN2nsnonsense");
	expect("_Zebra", "_Zebra", "_Zebra");
}

TEST(a_name_that_is_too_long_is_kept)
{
	char *name = malloc(100001);

	T_UNUSED;
	assert_non_null(name);
	memset(name, 'x', 100000);
	memcpy(name, "_Z99992", 7);
	name[99999] = 'v';
	name[100000] = '\0';
	expect(name, name, name);
	free(name);
}

/* Each parameter is a template of the one before, twice. */
TEST(a_name_that_stands_for_too_much_is_kept)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct csa_buf name;

	T_UNUSED;
	csa_buf_init(&name);
	csa_buf_add_str(&name, "_Z1f1AIiiE");
	for (int i = 0; i < 30; i++)
		csa_buf_add_fmt(&name, "S_IS%c_S%c_E", digits[i], digits[i]);
	expect(name.data, name.data, name.data);
	csa_buf_release(&name);
}

TEST(deep_nesting_is_cut)
{
	struct csa_buf name;
	struct csa_buf shown;
	struct csa_buf plain;

	T_UNUSED;
	csa_buf_init(&name);
	csa_buf_init(&shown);
	csa_buf_init(&plain);
	csa_buf_add_str(&name, "_Z1f");
	for (int i = 0; i < 250; i++)
		csa_buf_add_str(&name, "1AI");
	csa_buf_add_str(&name, "i");
	for (int i = 0; i < 250; i++)
		csa_buf_add_str(&name, "E");
	csa_demangle(name.data, &shown, &plain);
	assert_string_equal(plain.data, "f");
	csa_buf_release(&name);
	csa_buf_release(&shown);
	csa_buf_release(&plain);
}

static void expect_origin(const char *linkage_name, int is_clone, const char *wanted)
{
	struct csa_buf origin;

	csa_buf_init(&origin);
	assert_int_equal(csa_demangle_clone_origin(linkage_name, &origin), is_clone);
	assert_string_equal(origin.data, wanted);
	csa_buf_release(&origin);
}

TEST(clones_know_their_origin)
{
	T_UNUSED;
	expect_origin("f", 0, "f");
	expect_origin("f.constprop.0", 1, "f");
	expect_origin("f.isra.0.cold", 1, "f");
	expect_origin("_ZN2ns1fEv.part.0", 1, "_ZN2ns1fEv");
	/* clang. */
	expect_origin("f.cold.1", 1, "f");
	expect_origin("f.__part.2", 1, "f");
	expect_origin("f.specialized.1", 1, "f");
	expect_origin("f.argelim", 1, "f");
	expect_origin("f.llvm.123.argprom", 1, "f.llvm.123");
	expect_origin("cold", 0, "cold");
	expect_origin(".cold", 0, ".cold");
	/* Two static functions of one name are two functions. */
	expect_origin("f.lto_priv.1", 0, "f.lto_priv.1");
	expect_origin("f.lto_priv.1.constprop.0", 1, "f.lto_priv.1");
	expect_origin("nested.0", 0, "nested.0");
}

TEST(pieces_of_coroutines_know_their_function)
{
	T_UNUSED;
	/* gcc: static, of a method of a template, of a lambda. */
	expect_origin("_Z2coPZ2covE12_Z2cov.Frame.actor", 1, "_Z2cov");
	expect_origin("_Z2stPZL2stiE13_ZL2sti.Frame.destroy", 1, "_ZL2sti");
	expect_origin("_Z2stPZL2stiE13_ZL2sti.Frame.actor.cold", 1, "_ZL2sti");
	expect_origin("_ZN2ns1A2tmEPZNS0_2tmIPKcEE4TaskT_E30_ZN2ns1A2tmIPKcEE4TaskT_.Frame.actor",
		      1, "_ZN2ns1A2tmIPKcEE4TaskT_");
	expect_origin("_ZZ4mainENUliE_clEPZZ4mainENKS_clEiE26_ZZ4mainENKUliE_clEi.Frame.actor", 1,
		      "_ZZ4mainENKUliE_clEi");
	/* clang. */
	expect_origin("_ZL2sti.resume", 1, "_ZL2sti");
	expect_origin("_ZL2sti.destroy", 1, "_ZL2sti");
	expect_origin("_ZL2sti.cleanup", 1, "_ZL2sti");
	/* Only look alike. */
	expect_origin("_Z2coPZ2covE13_Z2cov.Frame.actor", 1, "_Z2coPZ2covE13_Z2cov.Frame");
	expect_origin("_Z1aP6.Frame.actor", 1, "_Z1aP6.Frame");
	expect_origin("f.Frame.actor", 1, "f.Frame");
	expect_origin("_Z2coPZ2covE12_Z2cov.Frame", 0, "_Z2coPZ2covE12_Z2cov.Frame");

	expect("_Z2stPZL2stiE13_ZL2sti.Frame.actor", "st(int)", "st");
	expect("_ZZ4mainENUliE_clEPZZ4mainENKS_clEiE26_ZZ4mainENKUliE_clEi.Frame.destroy",
	       "main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()");
	assert_true(csa_demangle_is_resume("_Z2coPZ2covE12_Z2cov.Frame.actor"));
	assert_true(csa_demangle_is_resume("_Z2coPZ2covE12_Z2cov.Frame.actor.cold"));
	assert_true(csa_demangle_is_resume("_Z2cov.resume"));
	assert_false(csa_demangle_is_resume("_Z2cov"));
	assert_false(csa_demangle_is_resume("_Z2cov.cold"));
	assert_false(csa_demangle_is_resume("_Z2cov.destroy"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(c_names_stay_as_they_are),
		CASE(suffixes_of_compilers_are_not_shown),
		CASE(plain_names_have_no_types),
		CASE(plain_names_keep_operators),
		CASE(plain_names_of_what_is_local_to_a_function),
		CASE(a_function_that_returns_a_function_pointer),
		CASE(what_is_not_a_mangled_name_is_kept),
		CASE(a_name_that_is_too_long_is_kept),
		CASE(a_name_that_stands_for_too_much_is_kept),
		CASE(deep_nesting_is_cut),
		CASE(clones_know_their_origin),
		CASE(pieces_of_coroutines_know_their_function),
	};

	return T_RUN(cases, argc, argv);
}
