/* SPDX-License-Identifier: MIT */
#include "open_calls.h"

#include <stdlib.h>

#include "vec.h"

#define CREDIT_A_CALL 64u /* chosen: a search down all calls that were made is allowed many times */

void csa_open_calls_release(struct csa_open_calls *calls)
{
	free(calls->items);
	*calls = (struct csa_open_calls){ 0 };
}

bool csa_open_calls_push(struct csa_open_calls *calls, uint64_t function_ip, uint64_t ticks)
{
	if (!CSA_VEC_ROOM(calls, 1))
		return false;
	calls->items[calls->count++] =
		(struct csf_frame){ .function_ip = function_ip, .enter_ticks = ticks };
	calls->credit += CREDIT_A_CALL;
	return true;
}

uint32_t csa_open_calls_find(struct csa_open_calls *calls, uint64_t function_ip)
{
	uint64_t steps = CREDIT_A_CALL + calls->credit;
	uint32_t bottom = calls->count > steps ? calls->count - (uint32_t)steps : 0;

	for (uint32_t i = calls->count; i-- > bottom;) {
		if (calls->items[i].function_ip == function_ip)
			return i;
	}
	steps = calls->count - bottom;
	calls->credit -= steps < calls->credit ? steps : calls->credit;
	return UINT32_MAX;
}
