/* SPDX-License-Identifier: MIT */
/* A connection to a server of a test, on this machine. */
#ifndef T_CONNECT_TO_H
#define T_CONNECT_TO_H

/** t_connect_to() - @address is 127.0.0.1:<port> or unix:<path>. Return: a descriptor, or -1. */
int t_connect_to(const char *address);

#endif
