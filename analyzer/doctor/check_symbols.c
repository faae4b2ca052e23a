/* SPDX-License-Identifier: MIT */
/* debuginfod servers, which reports ask for names. No network is touched. */
#include <string.h>

#include "doctor.h"

#define LIBRARY "libdebuginfod.so.1"

static bool is_address(const char *word, size_t length)
{
	static const char *const schemes[] = { "http://", "https://", "file://" };

	for (unsigned i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		if (length > strlen(schemes[i]) &&
		    strncmp(word, schemes[i], strlen(schemes[i])) == 0)
			return true;
	}
	return false;
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	const char *urls = csa_doctor_variable(input, "DEBUGINFOD_URLS");

	if (!urls) {
		csa_found(out, CSA_HEALTH_OK, "debuginfod",
			  "no server is asked for names (DEBUGINFOD_URLS is not set)");
		return;
	}
	for (const char *at = urls; *at;) {
		size_t length;

		at += strspn(at, " ");
		length = strcspn(at, " ");
		if (length && !is_address(at, length)) {
			csa_found(out, CSA_HEALTH_BROKEN, "debuginfod",
				  "DEBUGINFOD_URLS: '%.*s' is no address", (int)length, at);
			csa_remedy(out, "https://..., addresses separated by blanks");
			return;
		}
		at += length;
	}
	if (input->probes->has_library(LIBRARY)) {
		csa_found(out, CSA_HEALTH_OK, "debuginfod", "reports ask %s", urls);
		return;
	}
	csa_found(out, CSA_HEALTH_NOTE, "debuginfod",
		  "DEBUGINFOD_URLS is set, but " LIBRARY " is not there: no server is asked");
	csa_remedy(out, "apt install libdebuginfod1");
}

const struct csa_check_group csa_check_symbols = { .name = "symbols", .look = look };
