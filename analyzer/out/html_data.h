/* SPDX-License-Identifier: MIT */
/* The data blocks of the page: what analyzer/out/html/model.js reads. */
#ifndef CSA_HTML_DATA_H
#define CSA_HTML_DATA_H

#include <stdio.h>

#include "html_sink.h"
#include "report.h"

/** csa_html_write_facts() - one JSON object: numbers, names, threads, sites; times in ns. Return: 0 or CSA_E_NOMEM. */
int csa_html_write_facts(const struct csa_report *report, const struct csa_html_sink *sink,
			 FILE *out);

/** csa_html_write_rows() - the member "functions", by number of the row; null: not selected. Return: as above. */
int csa_html_write_rows(const struct csa_report *report, FILE *out);

/** csa_html_write_tree() - base64 of four varints a node from number 2 on: how far back its
 * parent is, row, calls, self ns. Nodes of the first level are tracks. */
void csa_html_write_tree(const struct csa_tree *tree, FILE *out);

#endif
