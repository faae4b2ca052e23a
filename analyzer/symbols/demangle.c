/* SPDX-License-Identifier: MIT */
#include "demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * __cxa_demangle() of the same library, in pieces and without allocation. No header has it. A name can
 * stand for more text than there is memory, since each part of it can be used twice by the next (261
 * characters for 1.1 GB, tried): who takes the pieces can leave.
 *
 * LIMIT: gcc 9 and later refuse names of more than 1024 characters, since the stack that they need
 * grows with their length. Those, and names that stand for too much, stay as they are (cases
 * a_name_that_is_too_long_is_kept, a_name_that_stands_for_too_much_is_kept) unless DWARF has a name.
 */
int __gcclibcxx_demangle_callback(const char *mangled,
				  void (*take)(const char *piece, size_t length, void *context),
				  void *context);

#define DEMANGLED_MAX 65536u /* chosen: the longest seen in real programs have some 10 000 */

#define NESTING_MAX 200 /* of brackets in a demangled name; deeper ones are cut off there */

enum suffix_kind {
	SUFFIX_NONE,
	SUFFIX_CLONE,  /* the same function, compiled once more or in two parts */
	SUFFIX_RESUME, /* likewise: what a coroutine does from one suspension to the next */
	SUFFIX_LOCAL,  /* makes a name unique */
};

struct suffix {
	const char *word;
	enum suffix_kind kind;
	bool needs_number;
};

static const struct suffix suffixes[] = {
	{ "constprop", SUFFIX_CLONE, true }, { "isra", SUFFIX_CLONE, true },
	{ "part", SUFFIX_CLONE, true },      { "cold", SUFFIX_CLONE, false },
	{ "__part", SUFFIX_CLONE, true },    { "specialized", SUFFIX_CLONE, true },
	{ "memprof", SUFFIX_CLONE, true },   { "argprom", SUFFIX_CLONE, false },
	{ "argelim", SUFFIX_CLONE, false },  { "retelim", SUFFIX_CLONE, false },
	{ "warm", SUFFIX_CLONE, false },     { "hot", SUFFIX_CLONE, false },
	{ "lto_priv", SUFFIX_LOCAL, true },  { "localalias", SUFFIX_LOCAL, false },
	{ "llvm", SUFFIX_LOCAL, true },      { "__uniq", SUFFIX_LOCAL, true },
	{ "actor", SUFFIX_RESUME, false },   { "resume", SUFFIX_RESUME, false }, /* gcc, clang */
	{ "destroy", SUFFIX_CLONE, false },  { "cleanup", SUFFIX_CLONE, false },
};

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Start of the last ".word" of name[0, length); length when there is none or nothing before it. */
static size_t last_dot(const char *name, size_t length)
{
	size_t dot = length;

	while (dot > 1 && name[dot - 1] != '.')
		dot--;
	return dot > 1 && dot < length ? dot - 1 : length;
}

/* Takes the last suffix off name[0, *length). */
static enum suffix_kind strip_suffix(const char *name, size_t *length)
{
	size_t end = *length;
	size_t dot = last_dot(name, end);
	bool has_number;

	if (dot == end)
		return SUFFIX_NONE;
	has_number = strspn(name + dot + 1, "0123456789") >= end - dot - 1;
	if (has_number) {
		*length = dot; /* at least a number, as GNU C's nested functions have it */
		end = dot;
		dot = last_dot(name, end);
	}
	for (size_t i = 0; dot < end && i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const struct suffix *suffix = &suffixes[i];

		if (is_word(name + dot + 1, end - dot - 1, suffix->word) &&
		    (has_number || !suffix->needs_number)) {
			*length = dot;
			return suffix->kind;
		}
	}
	return has_number ? SUFFIX_LOCAL : SUFFIX_NONE;
}

/* name@VERSION and name@@VERSION are names of symbol tables only. */
static size_t length_without_version(const char *name)
{
	const char *at = strchr(name, '@');

	return at && at != name ? (size_t)(at - name) : strlen(name);
}

/*
 * gcc gives the pieces of a coroutine another mangled name than the function: that of one which takes
 * a frame, whose type has the function's linkage name in it, "_Z2coPZ2covE12_Z2cov.Frame" of _Z2cov.
 * Moves name[*from, *length) to that; leaves other names as they are.
 */
static void strip_frame(const char *name, size_t *from, size_t *length)
{
	static const char end[] = ".Frame";
	const size_t end_length = sizeof(end) - 1;

	if (*length <= end_length || memcmp(name + *length - end_length, end, end_length) != 0)
		return;
	for (size_t i = 1; i < *length; i++) {
		size_t digits = strspn(name + i, "0123456789");

		if (digits == 0 || digits > 6)
			continue;
		/* The identifier's length, and then it, up to the end. */
		if (strtoul(name + i, NULL, 10) == *length - i - digits &&
		    *length - i - digits > end_length) {
			*from = i + digits;
			*length -= end_length;
			return;
		}
		i += digits - 1;
	}
}

/* name[*from, *length) is the origin's. Return: what it was made for. */
static enum suffix_kind strip_clone(const char *name, size_t *from, size_t *length)
{
	enum suffix_kind result = SUFFIX_NONE;
	enum suffix_kind kind;
	size_t rest;

	*from = 0;
	*length = length_without_version(name);
	rest = *length;
	while ((kind = strip_suffix(name, &rest)) == SUFFIX_CLONE || kind == SUFFIX_RESUME) {
		*length = rest;
		result = result == SUFFIX_RESUME ? result : kind;
	}
	if (result != SUFFIX_NONE)
		strip_frame(name, from, length);
	return result;
}

int csa_demangle_clone_origin(const char *linkage_name, struct csa_buf *origin)
{
	size_t from;
	size_t end;
	int is_clone = strip_clone(linkage_name, &from, &end) != SUFFIX_NONE;

	csa_buf_add(origin, linkage_name + from, end - from);
	return is_clone;
}

bool csa_demangle_is_resume(const char *linkage_name)
{
	size_t from;
	size_t end;

	return strip_clone(linkage_name, &from, &end) == SUFFIX_RESUME;
}

struct scan {
	const char *text;
	size_t length;
	size_t pos;
	unsigned depth;
	struct csa_buf *out;
	size_t out_start; /* the buffer's length before this name */
};

static bool at(const struct scan *s, const char *word)
{
	size_t length = strlen(word);

	return s->length - s->pos >= length && memcmp(s->text + s->pos, word, length) == 0;
}

static bool is_identifier_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

/* Is an operator's name here, and not an identifier that begins or ends like one? */
static bool at_operator(const struct scan *s)
{
	return at(s, "operator") && (s->pos == 0 || !is_identifier_char(s->text[s->pos - 1])) &&
	       s->pos + 8 < s->length && !is_identifier_char(s->text[s->pos + 8]);
}

static size_t operator_symbol_length(const struct scan *s)
{
	static const char *const symbols[] = {
		"<<=", ">>=", "<=>", "->*", "()", "[]", "<<", ">>", "->", "<=", ">=", "==", "!=",
		"&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "+",
		"-",   "*",   "/",   "%",   "^",  "&",  "|",  "~",  "!",  "=",  "<",  ">",  ",",
	};

	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		if (at(s, symbols[i]))
			return strlen(symbols[i]);
	}
	return 0;
}

static char closing(char c)
{
	switch (c) {
	case '(':
		return ')';
	case '[':
		return ']';
	case '{':
		return '}';
	case '<':
		return '>';
	default:
		return '\0';
	}
}

/*
 * Moves from an opening bracket behind its partner. A '<' that turns out to be "less than" (another
 * bracket closes first) ends before that bracket.
 */
static void skip_brackets(struct scan *s)
{
	char open = s->text[s->pos];

	if (++s->depth > NESTING_MAX) {
		s->pos = s->length;
		return;
	}
	s->pos++;
	while (s->pos < s->length) {
		char c = s->text[s->pos];

		if (at_operator(s)) {
			s->pos += 8;
			s->pos += operator_symbol_length(s);
		} else if (c == closing(open)) {
			s->pos++;
			break;
		} else if (closing(c)) {
			skip_brackets(s);
		} else if (strchr(")]}", c) && open == '<') {
			break;
		} else {
			s->pos += at(s, "->") ? 2 : 1;
		}
	}
	s->depth--;
}

static void copy(struct scan *s, size_t count)
{
	csa_buf_add(s->out, s->text + s->pos, count);
	s->pos += count;
}

static void forget(struct scan *s)
{
	if (s->out->length > s->out_start) {
		s->out->length = s->out_start;
		s->out->data[s->out_start] = '\0';
	}
}

static void copy_operator(struct scan *s)
{
	size_t symbol;

	copy(s, 8);
	symbol = operator_symbol_length(s);
	if (symbol) {
		copy(s, symbol);
		if (at(s, " <"))
			s->pos++; /* operator< <int>: the space only keeps the two apart */
		return;
	}
	/* new, delete, a literal operator, co_await, or a conversion: up to the parameters. */
	while (s->pos < s->length && s->text[s->pos] != '(') {
		size_t from = s->pos;

		if (s->text[s->pos] == '<')
			skip_brackets(s);
		else
			s->pos++;
		csa_buf_add(s->out, s->text + from, s->pos - from);
	}
}

/* Behind parameters: true when they belong to a function that the wanted name is local to. */
static bool skip_to_inner_scope(struct scan *s)
{
	static const char *const qualifiers[] = { " const", " volatile", " &&", " &" };

	for (size_t i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++) {
		if (at(s, qualifiers[i]))
			s->pos += strlen(qualifiers[i]);
	}
	if (at(s, "["))
		skip_brackets(s);
	return at(s, "::");
}

/* Return: false when the name has ended. */
static bool scan_parenthesis(struct scan *s)
{
	bool begins_name = s->out->length == s->out_start;

	if (at(s, "(anonymous namespace)")) {
		copy(s, strlen("(anonymous namespace)"));
		return true;
	}
	if (begins_name) {
		/* A function that returns a pointer to one: void (*name(int))(char) */
		s->pos++;
		s->pos += strspn(s->text + s->pos, "*& ");
		return true;
	}
	skip_brackets(s);
	return skip_to_inner_scope(s);
}

static void scan_plain_name(struct scan *s)
{
	while (s->pos < s->length) {
		char c = s->text[s->pos];

		if (at_operator(s)) {
			copy_operator(s);
		} else if (at(s, "decltype (") || at(s, "decltype(")) {
			s->pos += strcspn(s->text + s->pos, "(");
			skip_brackets(s);
		} else if (c == '(') {
			if (!scan_parenthesis(s))
				return;
		} else if (c == '<' || c == '[') {
			skip_brackets(s);
		} else if (c == '{') {
			size_t from = s->pos;

			skip_brackets(s);
			csa_buf_add(s->out, s->text + from, s->pos - from);
		} else if (c == ' ') {
			forget(s); /* it was a return type, or "virtual thunk to" */
			s->pos++;
		} else {
			copy(s, 1);
		}
	}
}

void csa_demangle_plain(const char *name, struct csa_buf *plain_name)
{
	struct scan s = { .text = name,
			  .length = strlen(name),
			  .out = plain_name,
			  .out_start = plain_name->length };

	scan_plain_name(&s);
	if (plain_name->length == s.out_start)
		csa_buf_add_str(plain_name, name);
}

struct taking {
	jmp_buf leave;
	struct csa_buf *out;
};

static void take(const char *piece, size_t length, void *context)
{
	struct taking *taking = context;

	csa_buf_add(taking->out, piece, length);
	/* Nothing is held in between: the library works on its stack. */
	if (taking->out->failed || taking->out->length > DEMANGLED_MAX)
		longjmp(taking->leave, 1);
}

/* Return: is it a mangled name, and @out what it stands for? */
static bool demangle(const char *linkage_name, size_t length, struct csa_buf *out)
{
	struct taking taking = { .out = out };
	struct csa_buf mangled;
	volatile bool result = false;

	if (length <= 2 || memcmp(linkage_name, "_Z", 2) != 0)
		return false;
	csa_buf_init(&mangled);
	csa_buf_add(&mangled, linkage_name, length);
	if (mangled.failed)
		out->failed = true;
	else if (setjmp(taking.leave) == 0)
		result = __gcclibcxx_demangle_callback(mangled.data, take, &taking) == 0;
	csa_buf_release(&mangled);
	return result;
}

void csa_demangle(const char *linkage_name, struct csa_buf *name, struct csa_buf *plain_name)
{
	size_t length = length_without_version(linkage_name);
	size_t from = 0;
	struct csa_buf text;

	while (strip_suffix(linkage_name, &length) != SUFFIX_NONE) {
	}
	strip_frame(linkage_name, &from, &length);
	linkage_name += from;
	length -= from;
	csa_buf_init(&text);
	if (demangle(linkage_name, length, &text)) {
		csa_buf_add_str(name, text.data);
		csa_demangle_plain(text.data, plain_name);
	} else if (text.failed) {
		name->failed = true;
	} else {
		csa_buf_add(name, linkage_name, length);
		csa_buf_add(plain_name, linkage_name, length);
	}
	csa_buf_release(&text);
}
