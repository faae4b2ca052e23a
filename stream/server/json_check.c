/* SPDX-License-Identifier: MIT */
#include "json_check.h"

#include <stdint.h>
#include <string.h>

struct text {
	const unsigned char *at;
	const unsigned char *end;
};

static void skip_space(struct text *t)
{
	while (t->at < t->end &&
	       (*t->at == ' ' || *t->at == '\t' || *t->at == '\n' || *t->at == '\r'))
		t->at++;
}

static bool take(struct text *t, unsigned char c)
{
	if (t->at == t->end || *t->at != c)
		return false;
	t->at++;
	return true;
}

static bool take_word(struct text *t, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(t->end - t->at) < length || memcmp(t->at, word, length) != 0)
		return false;
	t->at += length;
	return true;
}

static size_t take_digits(struct text *t)
{
	const unsigned char *from = t->at;

	while (t->at < t->end && *t->at >= '0' && *t->at <= '9')
		t->at++;
	return (size_t)(t->at - from);
}

static bool take_number(struct text *t)
{
	take(t, '-');
	if (!take(t, '0') && take_digits(t) == 0)
		return false;
	if (take(t, '.') && take_digits(t) == 0)
		return false;
	if (take(t, 'e') || take(t, 'E')) {
		if (!take(t, '+'))
			take(t, '-');
		return take_digits(t) > 0;
	}
	return true;
}

static bool is_hex(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_escape(unsigned char c)
{
	return c && strchr("\"\\/bfnrt", c);
}

static bool take_escape(struct text *t)
{
	if (t->at == t->end)
		return false;
	if (*t->at != 'u')
		return is_escape(*t->at++);
	t->at++;
	if (t->end - t->at < 4)
		return false;
	for (size_t i = 0; i < 4; i++)
		if (!is_hex(*t->at++))
			return false;
	return true;
}

/* A character of more than one byte: none that is too long, no surrogate, none beyond U+10FFFF. */
static bool take_utf8(struct text *t)
{
	uint32_t c = *t->at++;
	size_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };

	if (c < 0xc2 || c > 0xf4 || (size_t)(t->end - t->at) < more)
		return false;
	c &= 0x3fu >> more;
	for (size_t i = 0; i < more; i++, t->at++) {
		if ((*t->at & 0xc0u) != 0x80)
			return false;
		c = c << 6 | (*t->at & 0x3fu);
	}
	return c >= least[more] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
}

static bool take_string(struct text *t)
{
	if (!take(t, '"'))
		return false;
	while (t->at < t->end && *t->at != '"') {
		if (*t->at < 0x20)
			return false;
		if (*t->at >= 0x80) {
			if (!take_utf8(t))
				return false;
		} else if (*t->at++ == '\\' && !take_escape(t)) {
			return false;
		}
	}
	return take(t, '"');
}

static bool take_scalar(struct text *t)
{
	if (t->at == t->end)
		return false;
	switch (*t->at) {
	case '"':
		return take_string(t);
	case 't':
		return take_word(t, "true");
	case 'f':
		return take_word(t, "false");
	case 'n':
		return take_word(t, "null");
	default:
		return take_number(t);
	}
}

static bool take_key(struct text *t)
{
	skip_space(t);
	if (!take_string(t))
		return false;
	skip_space(t);
	return take(t, ':');
}

struct nesting {
	bool is_object[CSS_JSON_DEPTH]; /* an array otherwise */
	size_t depth;
	bool is_after_value; /* a comma or an end is next; else a value */
};

/* A value, or the beginning of one. */
static bool open_value(struct text *t, struct nesting *n)
{
	bool is_object = *t->at == '{';

	if (!is_object && *t->at != '[') {
		n->is_after_value = true;
		return take_scalar(t);
	}
	if (n->depth == CSS_JSON_DEPTH)
		return false;
	t->at++;
	n->is_object[n->depth++] = is_object;
	skip_space(t);
	n->is_after_value = t->at < t->end && *t->at == (is_object ? '}' : ']');
	return n->is_after_value || !is_object || take_key(t);
}

/* After a value in an object or array. */
static bool go_on(struct text *t, struct nesting *n)
{
	bool is_object = n->is_object[n->depth - 1];

	if (take(t, ',')) {
		n->is_after_value = false;
		return !is_object || take_key(t);
	}
	if (!take(t, is_object ? '}' : ']'))
		return false;
	n->depth--;
	return true;
}

bool css_json_is_object(const void *text, size_t bytes)
{
	struct text t = { .at = text, .end = (const unsigned char *)text + bytes };
	struct nesting n = { .depth = 0 };

	skip_space(&t);
	if (t.at == t.end || *t.at != '{' || !open_value(&t, &n))
		return false;
	while (n.depth) {
		skip_space(&t);
		if (t.at == t.end)
			return false;
		if (!(n.is_after_value ? go_on(&t, &n) : open_value(&t, &n)))
			return false;
	}
	skip_space(&t);
	return t.at == t.end;
}
