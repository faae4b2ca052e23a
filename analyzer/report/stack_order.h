/* SPDX-License-Identifier: MIT */
/*
 * The stacks of a report in an order of their own: numbers of nodes and rows depend on who found which
 * first. For what writes stacks one after the other and must be the same each time.
 */
#ifndef CSA_STACK_ORDER_H
#define CSA_STACK_ORDER_H

#include "report.h"

/**
 * csa_stack_order() - all nodes of report->tree: root, rest, then level by level, children of one node side
 * by side, by module and address.
 *
 * Return: tree.count numbers of nodes on the heap, or NULL: no memory.
 */
uint32_t *csa_stack_order(const struct csa_report *report);

/** csa_row_order() - of two rows, by module and address. */
int csa_row_order(const struct csa_row_name *a, const struct csa_row_name *b);

/** csa_caller_order() - of two rows by name, then as csa_row_order(); CSA_NO_ROW first. */
int csa_caller_order(const struct csa_report *report, uint32_t a, uint32_t b);

#endif
