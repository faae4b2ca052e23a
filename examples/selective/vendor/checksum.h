/* SPDX-License-Identifier: MIT */
/* Stands for code that somebody else wrote. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

unsigned checksum(const char *bytes, unsigned count);

#endif
