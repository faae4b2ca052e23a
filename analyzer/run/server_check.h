/* SPDX-License-Identifier: MIT */
/* Does anybody listen where a run is to be sent? Asked before the run, so that it is not in vain. */
#ifndef CSA_SERVER_CHECK_H
#define CSA_SERVER_CHECK_H

#include "err.h"

#define CSA_SERVER_CHECK_S 5 /* for an answer of the network */

/**
 * csa_server_check() - connect, and hang up.
 * @address: <host>:<port> or unix:<path>
 *
 * Return: 0; CSA_E_USAGE when it is no address; CSA_E_ABSENT when nobody listens there, and why.
 */
int csa_server_check(const char *address, struct csa_err *err);

#endif
