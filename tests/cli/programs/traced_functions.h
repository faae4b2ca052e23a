/* SPDX-License-Identifier: MIT */
/* Functions that build-trace can name in a capture; nobody calls them. */
#ifndef T_TRACED_FUNCTIONS_H
#define T_TRACED_FUNCTIONS_H

void alpha(void);
void beta(void);
void gamma_ray(void);

#endif
