/* SPDX-License-Identifier: MIT */
/* The options that choose which calls are shown. */
#ifndef CSA_CMD_FILTER_H
#define CSA_CMD_FILTER_H

#include "call_stream.h"
#include "opt.h"

struct csa_filter_choices {
	uint64_t from_ns;
	uint64_t to_ns; /* 0: to the end */
	struct csa_opt_list threads;
	struct csa_opt_list functions;
	uint64_t min_duration_ns;
	unsigned max_depth;
};

/* Rows of the option table of a command; @choices: a struct csa_filter_choices. */
#define CSA_FILTER_OPTS(choices)                                                                  \
	{ CSA_OPT_DURATION,                                                                       \
	  0,                                                                                      \
	  "from",                                                                                 \
	  "<time>",                                                                               \
	  "Only what happened from <time> after the start on; 1.5, 250ms, 10us.",                 \
	  &(choices).from_ns },                                                                   \
		{ CSA_OPT_DURATION,                                                               \
		  0,                                                                              \
		  "to",                                                                           \
		  "<time>",                                                                       \
		  "Only what happened up to <time> after the start.",                             \
		  &(choices).to_ns },                                                             \
		{ CSA_OPT_LIST,                                                                   \
		  0,                                                                              \
		  "thread",                                                                       \
		  "<glob>",                                                                       \
		  "Only threads with such a name, or this id; repeatable.",                       \
		  &(choices).threads },                                                           \
		{ CSA_OPT_LIST,                                                                   \
		  0,                                                                              \
		  "function",                                                                     \
		  "<glob>",                                                                       \
		  "Only calls of such functions and everything below them; repeatable.",          \
		  &(choices).functions },                                                         \
		{ CSA_OPT_DURATION,                                                               \
		  0,                                                                              \
		  "min-duration",                                                                 \
		  "<time>",                                                                       \
		  "Without calls that are shorter; their time is their caller's.",                \
		  &(choices).min_duration_ns },                                                   \
	{                                                                                         \
		CSA_OPT_UINT, 0, "depth", "<count>",                                              \
			"Without calls below the <count> outermost; their time is the caller's. " \
			"0 = all.",                                                               \
			&(choices).max_depth                                                      \
	}

/** csa_filter_of() - borrows from @choices. */
static inline struct csa_call_filter csa_filter_of(const struct csa_filter_choices *choices)
{
	return (struct csa_call_filter){
		.from_ns = choices->from_ns,
		.to_ns = choices->to_ns ? choices->to_ns : UINT64_MAX,
		.threads = choices->threads.items,
		.thread_count = choices->threads.count,
		.functions = choices->functions.items,
		.function_count = choices->functions.count,
		.min_duration_ns = choices->min_duration_ns,
		.max_depth = choices->max_depth,
	};
}

#endif
