/* SPDX-License-Identifier: MIT */
#include "out_format.h"

#include <string.h>

extern const struct csa_out_format csa_out_callers;
extern const struct csa_out_format csa_out_callgrind;
extern const struct csa_out_format csa_out_calls;
extern const struct csa_out_format csa_out_chrome;
extern const struct csa_out_format csa_out_csv;
extern const struct csa_out_format csa_out_firefox;
extern const struct csa_out_format csa_out_folded;
extern const struct csa_out_format csa_out_html;
extern const struct csa_out_format csa_out_json;
extern const struct csa_out_format csa_out_perfetto;
extern const struct csa_out_format csa_out_pprof;
extern const struct csa_out_format csa_out_speedscope;
extern const struct csa_out_format csa_out_text;
extern const struct csa_out_format csa_out_tree;

static const struct csa_out_format *const formats[] = {
	&csa_out_text,      &csa_out_json,     &csa_out_csv,     &csa_out_folded,
	&csa_out_html,      &csa_out_tree,     &csa_out_callers, &csa_out_calls,
	&csa_out_chrome,    &csa_out_perfetto, &csa_out_firefox, &csa_out_speedscope,
	&csa_out_callgrind, &csa_out_pprof,
};

const struct csa_out_format *csa_out_find(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	}
	return NULL;
}
