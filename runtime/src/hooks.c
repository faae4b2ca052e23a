/* SPDX-License-Identifier: MIT */
/*
 * The hooks of -finstrument-functions, under the names that -Wl,--wrap gives them: glibc exports
 * empty __cyg_profile_func_*, and a missing runtime must be a link error (docs/decisions/0001).
 */
#include "hooks.h"

#include "api.h"
#include "hot.h"

/* Found by `callsight run` in a program whose symbols were stripped. */
CSR_HIDDEN const char csr_runtime_tag[] __attribute__((section(".callsight.runtime"), used)) =
	"callsight runtime, format 3";

/* The program refers to them by weak symbols, which take nothing out of an archive. */
CSR_HIDDEN const struct csr_api csr_api __attribute__((used)) = {
	callsight_rt_scope_enter,
	callsight_rt_thread_name,
	callsight_rt_fiber_switch,
	callsight_rt_pause,
};

__thread struct csr_thread *csr_self __attribute__((tls_model("initial-exec"))) =
	(struct csr_thread *)(uintptr_t)csr_thread_new_words;
__thread struct csr_thread *csr_primary __attribute__((tls_model("initial-exec"))) =
	(struct csr_thread *)(uintptr_t)csr_thread_new_words;

CSR_FN void __wrap___cyg_profile_func_enter(void *function, void *call_site)
{
	csr_hot_enter((uintptr_t)function, (uintptr_t)call_site, CSR_CFA_ENTER(),
		      (uintptr_t)__builtin_return_address(0));
}

CSR_FN void __wrap___cyg_profile_func_exit(void *function, void *call_site)
{
	uint64_t hook_ip = (uintptr_t)__builtin_return_address(0);
	uint64_t cfa = CSR_CFA_EXIT(hook_ip, (uintptr_t)call_site);

	csr_hot_exit((uintptr_t)function, (uintptr_t)call_site, cfa, hook_ip);
}
