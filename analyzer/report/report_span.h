/* SPDX-License-Identifier: MIT */
/*
 * From when to when the processes of a report ran. CLOCK_MONOTONIC compares them as long as they ran on one
 * machine that was neither started again nor suspended between them; else only the time of day does.
 * Private to the report room.
 */
#ifndef CSA_REPORT_SPAN_H
#define CSA_REPORT_SPAN_H

#include "report.h"

/**
 * csa_report_measure() - set summary.duration_ns.
 *
 * Return: CLOCK_MONOTONIC of the earliest start.
 */
uint64_t csa_report_measure(struct csa_report *report);

/** csa_note_span() - when the time of day had to be used. */
void csa_note_span(struct csa_report *report);

#endif
