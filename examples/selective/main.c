/* SPDX-License-Identifier: MIT */
/*
 * Answers made-up requests and prints what was answered.
 *
 *   selective [N]    N requests, 200 when not given
 */
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "request.h"
#include "route.h"

static const char *const texts[] = {
	"GET /index\nHost: a\n",
	"GET /users/7\nHost: a\nAccept: text/html\n",
	"GET /users/<b>\nHost: b\n",
	"PUT /index\nHost: a\n",
	"GET /nowhere\n",
};

int main(int argc, char **argv)
{
	unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200;
	unsigned answered = 0;
	unsigned sum = 0;

	for (unsigned i = 0; i < count; i++) {
		struct request request;
		char page[PAGE_SIZE];

		if (!parse_request(&request, texts[i % 5]) || !find_route(&request))
			continue;
		sum ^= render_page(page, &request) * (i + 1);
		answered++;
	}
	printf("answered %u of %u, sum %08x\n", answered, count, sum);
	return 0;
}
