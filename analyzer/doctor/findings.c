/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* vasprintf */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "vec.h"

void csa_findings_init(struct csa_findings *findings)
{
	*findings = (struct csa_findings){ 0 };
}

void csa_findings_release(struct csa_findings *findings)
{
	for (uint32_t i = 0; i < findings->count; i++) {
		free(findings->items[i].text);
		free(findings->items[i].remedy);
	}
	free(findings->items);
	csa_findings_init(findings);
}

void csa_found(struct csa_findings *findings, enum csa_health health, const char *what,
	       const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int length;

	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (length < 0 || !CSA_VEC_ROOM(findings, 1)) {
		findings->failed = true;
		if (length >= 0)
			free(text);
		return;
	}
	findings->items[findings->count++] = (struct csa_finding){
		.health = health, .group = findings->group, .what = what, .text = text
	};
}

void csa_remedy(struct csa_findings *findings, const char *fmt, ...)
{
	struct csa_finding *last;
	char *text;
	va_list ap;
	int length;

	if (findings->failed || !findings->count)
		return;
	last = &findings->items[findings->count - 1];
	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (length < 0) {
		findings->failed = true;
		return;
	}
	free(last->remedy);
	last->remedy = text;
}

const char *csa_health_name(enum csa_health health)
{
	static const char *const names[] = {
		[CSA_HEALTH_OK] = "ok",
		[CSA_HEALTH_NOTE] = "note",
		[CSA_HEALTH_BROKEN] = "broken",
	};

	return names[health];
}

uint32_t csa_findings_count(const struct csa_findings *findings, enum csa_health health)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < findings->count; i++)
		count += findings->items[i].health == health;
	return count;
}
