/* SPDX-License-Identifier: MIT */
/*
 * How much the compressed sections of a file stand for, as far as it can be known before they are unpacked:
 * a file of 60 KB can stand for 400 MB, and libelf and libdwfl unpack what is there.
 */
#ifndef CSA_PACKED_SECTIONS_H
#define CSA_PACKED_SECTIONS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** csa_packed_is_bounded() - Return: are they at most 100 times the file, or 16 MiB? */
bool csa_packed_is_bounded(Elf *elf);

/**
 * csa_packed_xz_bytes() - what a file of the format .xz stands for.
 *
 * The sizes of its pieces are added up, which is what is unpacked. Return: UINT64_MAX when it is damaged or
 * uses other filters than xz does by itself.
 */
uint64_t csa_packed_xz_bytes(const unsigned char *bytes, size_t size);

#endif
