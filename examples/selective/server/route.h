/* SPDX-License-Identifier: MIT */
/* Which requests have a page. */
#ifndef ROUTE_H
#define ROUTE_H

#include "request.h"

/* Return: 1 when there is a page for it. */
int find_route(const struct request *request);

#endif
