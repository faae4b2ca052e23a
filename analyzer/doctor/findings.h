/* SPDX-License-Identifier: MIT */
/* What the checks of "callsight doctor" found, in the order in which they said it. */
#ifndef CSA_FINDINGS_H
#define CSA_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

enum csa_health { CSA_HEALTH_OK, CSA_HEALTH_NOTE, CSA_HEALTH_BROKEN };

struct csa_finding {
	enum csa_health health;
	const char *group; /* name of its struct csa_check_group */
	const char *what;
	char *text;
	char *remedy; /* NULL: nothing is to be done */
};

struct csa_findings {
	struct csa_finding *items;
	uint32_t count;
	uint32_t capacity;
	const char *group; /* of what is added next */
	bool failed;       /* memory ran out */
};

void csa_findings_init(struct csa_findings *findings);
void csa_findings_release(struct csa_findings *findings);

/** csa_found() - add one; @what stays where it is. */
void csa_found(struct csa_findings *findings, enum csa_health health, const char *what,
	       const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/** csa_remedy() - what to do about the last one that was added. */
void csa_remedy(struct csa_findings *findings, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** csa_health_name() - "ok", "note" or "broken". */
const char *csa_health_name(enum csa_health health);

/** csa_findings_count() - how many of them are in @health. */
uint32_t csa_findings_count(const struct csa_findings *findings, enum csa_health health);

#endif
