/* SPDX-License-Identifier: MIT */
/* What is sent back. */
#ifndef PAGE_H
#define PAGE_H

#include "request.h"

#define PAGE_SIZE 512

/* Writes the page of a request. Return: its checksum. */
unsigned render_page(char *page, const struct request *request);

#endif
