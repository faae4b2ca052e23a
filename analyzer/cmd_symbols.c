/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* stat */
#include "cmd_symbols.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* A folder that is not there is no mistake of a script that names several, but a hint for people. */
static void look_at(const struct csa_cmd *cmd, const char *option, const char *folder)
{
	struct stat status;

	if (stat(folder, &status) != 0)
		csa_cmd_say(cmd, "%s %s: %s", option, folder, strerror(errno));
	else if (!S_ISDIR(status.st_mode))
		csa_cmd_say(cmd, "%s %s: is not a folder", option, folder);
}

void csa_symbol_choices_check(const struct csa_cmd *cmd, const struct csa_symbol_choices *choices)
{
	for (unsigned i = 0; i < choices->dirs.count; i++)
		look_at(cmd, "--symbols", choices->dirs.items[i]);
	if (choices->sysroot)
		look_at(cmd, "--sysroot", choices->sysroot);
}
