/* SPDX-License-Identifier: MIT */
/*
 * What every export says of itself: who wrote it, of what, and what was closed, cut or left out. Where
 * it stands in a file is the format's business.
 */
#ifndef CSA_EXPORT_FACTS_H
#define CSA_EXPORT_FACTS_H

#include "buf.h"
#include "report.h"
#include "version.h"

#define CSA_EXPORTER "callsight@" CSA_VERSION

/** csa_add_export_title() - the traced program with its process id, and how many others there are. */
void csa_add_export_title(struct csa_buf *buf, const struct csa_report *report);

/** csa_add_export_start() - when the first process began: 2026-11-30T02:40:00.123456789Z. */
void csa_add_export_start(struct csa_buf *buf, const struct csa_report *report);

typedef void (*csa_say_fn)(void *state, const char *sentence);

/**
 * csa_export_facts() - one sentence after the other, without newline; bytes as in the capture.
 * First the calls that were closed at the end of the capture, then the report's notes, which say what is
 * missing and what a filter left out.
 *
 * Return: 0, or CSA_E_NOMEM.
 */
int csa_export_facts(const struct csa_report *report, csa_say_fn say, void *state);

#endif
