/* SPDX-License-Identifier: MIT */
/* Functions and names that build-trace can put into a capture; nobody calls them. */
#ifndef T_TRACED_FUNCTIONS_H
#define T_TRACED_FUNCTIONS_H

#include <callsight/trace_format.h>

/** A name that the program gives, as callsight.h makes it. */
struct t_name {
	struct csf_name name;
	char texts[40]; /* name and file */
};

extern const struct t_name parse_scope;
extern const struct t_name tick_frame;
extern const struct t_name queue_value;
extern const struct t_name ready_mark;

void alpha(void);
void beta(void);
void gamma_ray(void);

#endif
