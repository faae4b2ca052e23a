/* SPDX-License-Identifier: MIT */
/* The hooks without a runtime: complete and empty, to measure what the calls themselves cost. */
#include "hooks.h"
#include "modules.h"

CSR_FN void __wrap___cyg_profile_func_enter(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
}

CSR_FN void __wrap___cyg_profile_func_exit(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
}

CSR_FN void csr_module_load(const void *address)
{
	(void)address;
}

CSR_FN void csr_module_unload(const void *address)
{
	(void)address;
}
