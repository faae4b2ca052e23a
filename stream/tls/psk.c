/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* O_NOFOLLOW, getrandom() are hidden by -std=c11 alone */
#include "psk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "secret_file.h"

#define DIGITS ((size_t)2 * CSS_PSK_BYTES)
#define LINE   (CSS_PSK_IDENTITY_MAX + 1 + DIGITS + 1)

static unsigned digit_value(unsigned char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - (unsigned)'0';
	return (digit | 0x20u) - (unsigned)'a' + 10;
}

static bool is_identity(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] <= ' ' || text[i] > '~')
			return false;
	return length > 0 && length <= CSS_PSK_IDENTITY_MAX;
}

static int parse(struct css_psk *psk, const struct css_secret *file)
{
	const char *identity = CSS_PSK_IDENTITY;
	size_t identity_length = strlen(identity);
	const char *digits = file->bytes;
	const char *colon = memchr(file->bytes, ':', file->count);
	size_t length = file->count;

	while (length > 0 && isspace((unsigned char)file->bytes[length - 1]))
		length--;
	if (colon) {
		identity = file->bytes;
		identity_length = (size_t)(colon - file->bytes);
		digits = colon + 1;
		length -= identity_length + 1;
	}
	if (length != DIGITS || !is_identity(identity, identity_length))
		return -1;
	for (size_t i = 0; i < DIGITS; i++)
		if (!isxdigit((unsigned char)digits[i]))
			return -1;
	for (size_t i = 0; i < CSS_PSK_BYTES; i++)
		psk->key[i] = (uint8_t)(digit_value((unsigned char)digits[2 * i]) << 4 |
					digit_value((unsigned char)digits[2 * i + 1]));
	memcpy(psk->identity, identity, identity_length);
	psk->identity[identity_length] = '\0';
	return 0;
}

int css_psk_read(struct css_psk *psk, const char *path, char *why, size_t why_bytes)
{
	struct css_secret file;
	int rc = css_secret_read(&file, path, why, why_bytes);

	if (rc == 0) {
		rc = parse(psk, &file);
		if (rc < 0)
			snprintf(why, why_bytes,
				 "%s: not a key: one line is expected, 64 hexadecimal digits, "
				 "before them "
				 "an identity and a colon if wanted (callsight serve --make-key "
				 "FILE "
				 "makes one)",
				 path);
	}
	css_secret_release(&file);
	return rc;
}

static int write_key(int fd, char *line, size_t line_bytes)
{
	uint8_t bytes[4 + CSS_PSK_BYTES];
	size_t length = 0;
	int rc = 0;

	/* At most 256 bytes come whole, and the kernel waits until it has gathered enough. */
	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return -1;
	length +=
		(size_t)snprintf(line, line_bytes, CSS_PSK_IDENTITY "-%02x%02x%02x%02x:", bytes[0],
				 bytes[1], bytes[2], bytes[3]);
	for (size_t i = 4; i < sizeof(bytes); i++)
		length += (size_t)snprintf(line + length, line_bytes - length, "%02x", bytes[i]);
	line[length++] = '\n';
	if (write(fd, line, length) != (ssize_t)length || fsync(fd) != 0)
		rc = -1;
	css_wipe(bytes, sizeof(bytes));
	return rc;
}

int css_psk_make(const char *path, char *why, size_t why_bytes)
{
	char line[LINE + 1];
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	int rc = -1;

	if (fd >= 0) {
		errno = 0;
		rc = write_key(fd, line, sizeof(line));
		css_wipe(line, sizeof(line));
	}
	if (rc < 0)
		snprintf(why, why_bytes, "%s: %s", path,
			 errno ? strerror(errno) : "write was short");
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && rc < 0)
		unlink(path);
	return rc;
}
