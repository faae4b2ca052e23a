/* SPDX-License-Identifier: MIT */
/*
 * Functions of libstdc++ that are inlined everywhere and exist nowhere. clang gives their address to
 * the hooks all the same, and a program that uses std::string would not link. In the archive that
 * every instrumented module is linked with: taken from it only where such a name is missing.
 */
#include "attributes.h"

/* Never called: only the address is used, as a name for what was inlined. */
#define CSR_INLINED(number, name)                                                              \
	CSR_HIDDEN CSR_FN __attribute__((weak)) void csr_inlined_##number(void) __asm__(name); \
	void csr_inlined_##number(void)                                                        \
	{                                                                                      \
		__builtin_trap();                                                              \
	}

/* std::string, std::wstring: _M_use_local_data(); up to C++17. */
CSR_INLINED(1, "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE17_M_use_local_dataEv")
CSR_INLINED(2, "_ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE17_M_use_local_dataEv")

/* std::allocator of char and wchar_t: allocate(), deallocate(), with a 64-bit and a 32-bit size;
 * since C++20. */
CSR_INLINED(3, "_ZNSaIcE8allocateEm")
CSR_INLINED(4, "_ZNSaIcE8allocateEj")
CSR_INLINED(5, "_ZNSaIwE8allocateEm")
CSR_INLINED(6, "_ZNSaIwE8allocateEj")
CSR_INLINED(7, "_ZNSaIcE10deallocateEPcm")
CSR_INLINED(8, "_ZNSaIcE10deallocateEPcj")
CSR_INLINED(9, "_ZNSaIwE10deallocateEPwm")
CSR_INLINED(10, "_ZNSaIwE10deallocateEPwj")
