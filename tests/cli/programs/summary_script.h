/* SPDX-License-Identifier: MIT */
/* The commands of build-trace that fill a summary. */
#ifndef T_SUMMARY_SCRIPT_H
#define T_SUMMARY_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "summary_builder.h"

#define T_SCRIPT_WORDS 8

/**
 * t_summary_command() - run one command.
 * @words: the command and its arguments, empty strings at the end
 * @function: address of the function that the second word names
 *
 * Return: false when it is no such command.
 */
bool t_summary_command(struct t_summary *summary, char words[T_SCRIPT_WORDS][50],
		       uint64_t function);

#endif
