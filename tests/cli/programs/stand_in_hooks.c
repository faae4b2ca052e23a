/* SPDX-License-Identifier: MIT */
/* The hooks as the runtime names them, empty: what they do does not matter to who looks for them. */
void __wrap___cyg_profile_func_enter(void *function, void *call_site);
void __wrap___cyg_profile_func_exit(void *function, void *call_site);

void __wrap___cyg_profile_func_enter(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
}

void __wrap___cyg_profile_func_exit(void *function, void *call_site)
{
	(void)function;
	(void)call_site;
}
