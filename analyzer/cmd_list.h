/* SPDX-License-Identifier: MIT */
/* The subcommands, in the order of the help. A new one: its file and its row here. */
#ifndef CSA_CMD_LIST_H
#define CSA_CMD_LIST_H

#include "cmd.h"

#define CSA_CMD_MAP(X) \
	X(analyze)     \
	X(diff)        \
	X(gate)        \
	X(merge)       \
	X(run)         \
	X(init)        \
	X(select)      \
	X(scan)        \
	X(flags)       \
	X(link)        \
	X(tune)        \
	X(doctor)      \
	X(ctl)         \
	X(serve)       \
	X(info)        \
	X(dump)        \
	X(help)

#define X(name) extern const struct csa_cmd csa_cmd_##name;
CSA_CMD_MAP(X)
#undef X

#endif
