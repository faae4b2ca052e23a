/* SPDX-License-Identifier: MIT */
#include "text.h"

#include "syscalls.h"

CSR_FN void csr_text_init(struct csr_text *text, char *data, size_t capacity)
{
	text->data = data;
	text->length = 0;
	text->capacity = capacity;
	text->is_full = false;
	data[0] = '\0';
}

CSR_FN void csr_text_add_char(struct csr_text *text, char c)
{
	if (text->length + 1 >= text->capacity) {
		text->is_full = true;
		return;
	}
	text->data[text->length++] = c;
	text->data[text->length] = '\0';
}

CSR_FN void csr_text_add_bytes(struct csr_text *text, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		csr_text_add_char(text, bytes[i]);
}

CSR_FN void csr_text_add(struct csr_text *text, const char *string)
{
	csr_text_add_bytes(text, string, csr_length(string));
}

CSR_FN void csr_text_add_decimal(struct csr_text *text, uint64_t number)
{
	char digits[20];
	unsigned count = 0;

	do {
		digits[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while (count)
		csr_text_add_char(text, digits[--count]);
}

CSR_FN void csr_text_add_hex(struct csr_text *text, uint64_t number)
{
	unsigned shift = 60;

	while (shift && !(number >> shift))
		shift -= 4;
	for (;; shift -= 4) {
		csr_text_add_char(text, "0123456789abcdef"[number >> shift & 15]);
		if (!shift)
			return;
	}
}

/* Return: bytes of the well-formed UTF-8 sequence at @s, 0 when there is none. */
CSR_FN static unsigned utf8_length(const unsigned char *s, size_t count)
{
	unsigned length = s[0] < 0x80   ? 1
			  : s[0] < 0xc2 ? 0
			  : s[0] < 0xe0 ? 2
			  : s[0] < 0xf0 ? 3
			  : s[0] < 0xf5 ? 4
					: 0;

	if (length > count)
		return 0;
	for (unsigned i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Overlong forms, surrogates and numbers beyond U+10FFFF. */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))
		return 0;
	return length;
}

CSR_FN void csr_text_add_json(struct csr_text *text, const char *bytes, size_t count)
{
	const unsigned char *s = (const unsigned char *)bytes;

	csr_text_add_char(text, '"');
	for (size_t i = 0; i < count;) {
		unsigned length = utf8_length(s + i, count - i);

		if (length == 0 || s[i] < 0x20 || s[i] == 0x7f) {
			csr_text_add(text, "\\u00");
			csr_text_add_char(text, "0123456789abcdef"[s[i] >> 4]);
			csr_text_add_char(text, "0123456789abcdef"[s[i] & 15]);
			i++;
			continue;
		}
		if (s[i] == '"' || s[i] == '\\')
			csr_text_add_char(text, '\\');
		csr_text_add_bytes(text, bytes + i, length);
		i += length;
	}
	csr_text_add_char(text, '"');
}

CSR_FN size_t csr_length(const char *string)
{
	size_t length = 0;

	while (string[length]) {
		length++;
		CSR_BARRIER(); /* or the compiler turns the loop into a call of strlen */
	}
	return length;
}

CSR_FN bool csr_equal(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

CSR_FN bool csr_starts_with(const char *string, const char *prefix)
{
	while (*prefix && *string == *prefix) {
		string++;
		prefix++;
	}
	return !*prefix;
}

CSR_FN void csr_copy(void *to, const void *from, size_t bytes)
{
	char *t = to;
	const char *f = from;

	for (size_t i = 0; i < bytes; i++) {
		t[i] = f[i];
		CSR_BARRIER(); /* or the compiler turns the loop into a call of memcpy */
	}
}

CSR_FN void csr_zero(void *to, size_t bytes)
{
	char *t = to;

	for (size_t i = 0; i < bytes; i++) {
		t[i] = 0;
		CSR_BARRIER();
	}
}

CSR_COLD void csr_say(const char *a, const char *b, const char *c, const char *d)
{
	char line[1024];
	size_t tail = csr_length(c) + csr_length(d) + 1;
	struct csr_text text;

	/* What is too long is cut where it is the program's own word, not the reason after it. */
	csr_text_init(&text, line, tail < sizeof(line) / 2 ? sizeof(line) - tail : sizeof(line));
	csr_text_add(&text, "callsight: ");
	csr_text_add(&text, a);
	csr_text_add(&text, b);
	text.capacity = sizeof(line);
	csr_text_add(&text, c);
	csr_text_add(&text, d);
	line[text.length++] = '\n';
	csr_signal_take_back(csr_sys(SYS_write, 2, line, text.length));
}
