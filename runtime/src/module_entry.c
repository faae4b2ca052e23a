/* SPDX-License-Identifier: MIT */
/*
 * The piece that is linked into every instrumented module: tells the runtime when the module is
 * loaded and unloaded. csr_module_anchor is what the link names (-Wl,--undefined) to pull it in.
 */
#include "attributes.h"
#include "modules.h"

CSR_HIDDEN const char csr_module_anchor = 0;

/* As early and as late as a program can: its own constructors have no lower priority. */
CSR_FN __attribute__((constructor(101))) static void loaded(void)
{
	csr_module_load(&csr_module_anchor);
}

CSR_FN __attribute__((destructor(101))) static void unloaded(void)
{
	csr_module_unload(&csr_module_anchor);
}
