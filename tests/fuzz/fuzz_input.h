/* SPDX-License-Identifier: MIT */
/* What a fuzz target is, and how it hands its input to code that reads files. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

/** LLVMFuzzerTestOneInput() - the one function that a target defines. Return: 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/**
 * fuzz_input_file() - make the file of number @slot (0 or 1) hold the input.
 *
 * It lies in memory and is rewritten by the next call. Return: its path, "/proc/self/fd/<40 + slot>".
 */
const char *fuzz_input_file(unsigned slot, const void *data, size_t size);

#endif
