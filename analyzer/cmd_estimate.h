/* SPDX-License-Identifier: MIT */
/* How much a capture holds, at a glance: before something is written that grows with it. */
#ifndef CSA_CMD_ESTIMATE_H
#define CSA_CMD_ESTIMATE_H

#include "cmd.h"
#include "out_format.h"

/**
 * csa_say_estimate() - one line on stderr when @format is about to write more than 500 MB.
 * @dir, @options: as for csa_report_make()
 *
 * From the sizes of the files alone: nothing is read, and what cannot be seen is nothing.
 */
void csa_say_estimate(const struct csa_cmd *cmd, const struct csa_out_format *format,
		      const char *dir, const struct csa_report_options *options);

#endif
