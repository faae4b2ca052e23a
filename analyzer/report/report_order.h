/* SPDX-License-Identifier: MIT */
/*
 * What a report is made of in an order that does not depend on how it came together: from one pass or from
 * parts. Private to the rooms report and partial.
 */
#ifndef CSA_REPORT_ORDER_H
#define CSA_REPORT_ORDER_H

#include "report.h"

/**
 * csa_report_put_in_order() - processes by their start, threads and markers by process, folders by name.
 *
 * Return: 0; CSA_E_FORMAT: a process is there twice; CSA_E_NOMEM.
 */
int csa_report_put_in_order(struct csa_report *report, struct csa_err *err);

/** csa_report_compose_notes() - those of processes and folders, in their order, to the report's. */
void csa_report_compose_notes(struct csa_report *report);

/** csa_report_keep_notes() - @from becomes @to, without room for more. */
void csa_report_keep_notes(struct csa_notes *to, struct csa_notes *from);

#endif
