/* SPDX-License-Identifier: MIT */
/* Why recording stopped or was paused: what captures say of it. Private to the report room. */
#ifndef CSA_REPORT_MARKERS_H
#define CSA_REPORT_MARKERS_H

#include <stdbool.h>

#include "report.h"

/** csa_report_add_marker() - Return: false: no memory. */
bool csa_report_add_marker(struct csa_report *report, const struct csa_report_marker *marker);

#endif
