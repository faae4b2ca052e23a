/* SPDX-License-Identifier: MIT */
/*
 * The pre-shared key of a stream, and its file: one line, "identity:" and 64 hexadecimal digits, or the
 * digits alone. The identity travels in the clear and says which key is meant; it is no secret.
 */
#ifndef CSS_PSK_H
#define CSS_PSK_H

#include <stddef.h>
#include <stdint.h>

#define CSS_PSK_BYTES        32u /* 256 bits: nothing is left to guess, and a SHA-256 takes them whole */
#define CSS_PSK_IDENTITY_MAX 64u
#define CSS_PSK_IDENTITY     "callsight" /* of a file that names none */

struct css_psk {
	char identity[CSS_PSK_IDENTITY_MAX + 1];
	uint8_t key[CSS_PSK_BYTES];
};

/**
 * css_psk_read() - read the key in the file @path, with the rules of css_secret_read().
 * @psk: filled on 0; the caller wipes it with css_wipe()
 * @why: of @why_bytes: one line without newline that never holds a part of the key, on failure only
 *
 * Return: 0, or -1.
 */
int css_psk_read(struct css_psk *psk, const char *path, char *why, size_t why_bytes);

/**
 * css_psk_make() - make the file @path, mode 0600, with a new key from the kernel's generator.
 *
 * The identity has 32 random bits of its own, so that a peer with another key is told so. A
 * file that exists, also a link, is not touched.
 *
 * Return: 0, or -1 with @why as for css_psk_read(); then there is no file.
 */
int css_psk_make(const char *path, char *why, size_t why_bytes);

#endif
