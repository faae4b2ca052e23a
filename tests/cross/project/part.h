/* SPDX-License-Identifier: MIT */
#ifndef PART_H
#define PART_H

int part_work(int n);

#endif
