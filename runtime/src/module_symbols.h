/* SPDX-License-Identifier: MIT */
/* The function symbols of a module's file, read without libc: for names that a user gives. */
#ifndef CSR_MODULE_SYMBOLS_H
#define CSR_MODULE_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "attributes.h"

/**
 * csr_module_symbols() - calls @take with each function of .symtab and .dynsym, at its address in the process. Nothing
 * where the file cannot be read or is not as it should be. Signals must be blocked.
 */
CSR_HIDDEN void csr_module_symbols(const char *path, uint64_t bias,
				   void (*take)(const char *symbol, uint64_t address));

/**
 * csr_symbol_is_called() - is @symbol that of a function @name?
 * @name: a C name, or a C++ name with its scopes, without parameters and template arguments:
 *	ns::Class::method, (anonymous namespace)::f
 */
CSR_HIDDEN bool csr_symbol_is_called(const char *symbol, const char *name);

#endif
