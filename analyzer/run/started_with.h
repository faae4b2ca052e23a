/* SPDX-License-Identifier: MIT */
/*
 * Processes by what they were started with, from /proc: children, their children, and what those have become by
 * exec, also when whoever started them has ended. Without /proc there are none.
 */
#ifndef CSA_STARTED_WITH_H
#define CSA_STARTED_WITH_H

/**
 * csa_count_started_with() - the processes that live and have an entry in the environment they were started with.
 * @entry: as NAME=VALUE
 *
 * A child of fork has that of its parent. Not found are processes of other users, and those that have written over
 * their environment, as some do to change the name that ps shows.
 */
unsigned csa_count_started_with(const char *entry);

#endif
