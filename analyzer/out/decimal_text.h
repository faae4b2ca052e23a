/* SPDX-License-Identifier: MIT */
/* Decimal numbers for formats that write millions of them: printf() takes ten times as long. */
#ifndef CSA_DECIMAL_TEXT_H
#define CSA_DECIMAL_TEXT_H

#include <stdint.h>
#include <string.h>

#define CSA_DECIMAL_CHARS 24 /* the longest number that is written here */

/** csa_put_uint() - @to: room for CSA_DECIMAL_CHARS. Return: behind the digits; no NUL is written. */
static inline char *csa_put_uint(char *to, uint64_t value)
{
	char digits[CSA_DECIMAL_CHARS];
	char *first = digits + sizeof(digits);

	do {
		*--first = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	memcpy(to, first, (size_t)(digits + sizeof(digits) - first));
	return to + (digits + sizeof(digits) - first);
}

/** csa_put_int() - likewise. */
static inline char *csa_put_int(char *to, int64_t value)
{
	if (value < 0)
		*to++ = '-';
	return csa_put_uint(to, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/** csa_put_thousandths() - @value / 1000 with three decimals: ns as us. */
static inline char *csa_put_thousandths(char *to, uint64_t value)
{
	unsigned rest = (unsigned)(value % 1000);

	to = csa_put_uint(to, value / 1000);
	*to++ = '.';
	*to++ = (char)('0' + rest / 100);
	*to++ = (char)('0' + rest / 10 % 10);
	*to++ = (char)('0' + rest % 10);
	return to;
}

/** csa_put_millionths() - @value / 1000000, six decimals at most: ns as ms. */
static inline char *csa_put_millionths(char *to, uint64_t value)
{
	unsigned rest = (unsigned)(value % 1000000);

	to = csa_put_uint(to, value / 1000000);
	if (rest)
		*to++ = '.';
	while (rest) {
		*to++ = (char)('0' + rest / 100000);
		rest = rest % 100000 * 10;
	}
	return to;
}

#endif
