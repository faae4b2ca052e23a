/* SPDX-License-Identifier: MIT */
#include "lex.h"

#include <string.h>

#define RAW_DELIMITER_MAX 16 /* of the C++ standard */

void csa_lex_init(struct csa_lex *lex, const char *text, size_t length, bool is_cxx)
{
	*lex = (struct csa_lex){ .at = text,
				 .end = text + length,
				 .line_start = text,
				 .line = 1,
				 .at_line_start = true,
				 .is_cxx = is_cxx };
	csa_buf_init(&lex->spliced);
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		lex->at += 3;
		lex->line_start += 3;
	}
}

void csa_lex_release(struct csa_lex *lex)
{
	csa_buf_release(&lex->spliced);
}

bool csa_token_is(const struct csa_token *token, const char *text)
{
	return (token->kind == CSA_TOKEN_IDENT || token->kind == CSA_TOKEN_PUNCT) &&
	       strlen(text) == token->length && memcmp(token->text, text, token->length) == 0;
}

static bool is_ident_start(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
	       c >= 0x80;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_ident(unsigned char c)
{
	return is_ident_start(c) || (c >= '0' && c <= '9');
}

/* Bytes of the line splice at @at: 0, 2 or 3. */
static size_t splice_length(const struct csa_lex *lex, const char *at)
{
	if (lex->end - at >= 2 && at[0] == '\\' && at[1] == '\n')
		return 2;
	return lex->end - at >= 3 && at[0] == '\\' && at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

static void pass_newline(struct csa_lex *lex, size_t length)
{
	lex->at += length;
	lex->line++;
	lex->line_start = lex->at;
}

static void skip_line_comment(struct csa_lex *lex)
{
	while (lex->at < lex->end && *lex->at != '\n') {
		size_t splice = splice_length(lex, lex->at);

		if (splice)
			pass_newline(lex, splice);
		else
			lex->at++;
	}
}

static void skip_block_comment(struct csa_lex *lex)
{
	for (lex->at += 2; lex->at < lex->end;) {
		if (lex->at[0] == '*' && lex->at[1] == '/') {
			lex->at += 2;
			return;
		}
		if (*lex->at == '\n')
			pass_newline(lex, 1);
		else
			lex->at++;
	}
	lex->is_broken = true;
}

/* Blanks, comments and splices; newlines too, except at the end of a directive. */
static void skip_space(struct csa_lex *lex)
{
	while (lex->at < lex->end) {
		char c = *lex->at;
		size_t splice;

		if (c == '\n') {
			if (lex->in_directive)
				return;
			pass_newline(lex, 1);
			lex->at_line_start = true;
		} else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' ||
			   c == '\0') {
			lex->at++;
		} else if (c == '/' && lex->at[1] == '/') {
			skip_line_comment(lex);
		} else if (c == '/' && lex->at[1] == '*') {
			skip_block_comment(lex);
		} else {
			splice = splice_length(lex, lex->at);
			if (!splice)
				return;
			pass_newline(lex, splice);
		}
	}
}

/* A string or character literal from its opening quote; an unclosed one ends with its line. */
static void skip_quoted(struct csa_lex *lex)
{
	char quote = *lex->at++;

	while (lex->at < lex->end && *lex->at != '\n') {
		size_t splice = splice_length(lex, lex->at);
		char c = *lex->at;

		if (splice) {
			pass_newline(lex, splice);
			continue;
		}
		lex->at += c == '\\' && lex->end - lex->at > 1 && lex->at[1] != '\n' ? 2 : 1;
		if (c == quote)
			return;
	}
}

/* R"x(...)x" from the quote on. False: no raw string begins here, nothing was read. */
static bool skip_raw(struct csa_lex *lex)
{
	const char *delimiter = lex->at + 1;
	const char *p = delimiter;
	char closing[RAW_DELIMITER_MAX + 3] = ")";
	size_t length;
	const char *close;

	while (p < lex->end && *p != '(' && !strchr(" )\\\t\v\f\n\"", *p))
		p++;
	length = (size_t)(p - delimiter);
	if (p == lex->end || *p != '(' || length > RAW_DELIMITER_MAX)
		return false;
	memcpy(closing + 1, delimiter, length);
	closing[length + 1] = '"';
	for (close = p + 1;; close++) {
		close = memchr(close, ')', (size_t)(lex->end - close));
		if (!close || (size_t)(lex->end - close) < length + 2) {
			lex->is_broken = true;
			close = NULL;
			break;
		}
		if (memcmp(close, closing, length + 2) == 0)
			break;
	}
	close = close ? close + length + 2 : lex->end;
	for (p = lex->at; (p = memchr(p, '\n', (size_t)(close - p))); p++)
		lex->line++;
	lex->at = close;
	return true;
}

/* The suffix of a literal of C++ belongs to it: "a"_kg. */
static void skip_suffix(struct csa_lex *lex)
{
	while (lex->is_cxx && lex->at < lex->end && is_ident((unsigned char)*lex->at))
		lex->at++;
}

static bool is_raw_prefix(const char *text, size_t length)
{
	return text[length - 1] == 'R' && (length == 1 || (length == 2 && strchr("uUL", text[0])) ||
					   (length == 3 && memcmp(text, "u8", 2) == 0));
}

static bool is_literal_prefix(const char *text, size_t length)
{
	return (length == 1 && strchr("uUL", text[0])) ||
	       (length == 2 && memcmp(text, "u8", 2) == 0);
}

/* The rare identifier with a splice inside: put together in a buffer of ours. */
static void read_spliced(struct csa_lex *lex, struct csa_token *token)
{
	csa_buf_clear(&lex->spliced);
	csa_buf_add(&lex->spliced, token->text, token->length);
	for (;;) {
		size_t splice = splice_length(lex, lex->at);

		if (splice && lex->at + splice < lex->end &&
		    is_ident((unsigned char)lex->at[splice])) {
			pass_newline(lex, splice);
		} else if (lex->at < lex->end && is_ident((unsigned char)*lex->at)) {
			csa_buf_add_char(&lex->spliced, *lex->at++);
		} else {
			break;
		}
	}
	lex->failed = lex->failed || lex->spliced.failed;
	token->text = lex->spliced.data;
	token->length = (uint32_t)lex->spliced.length;
}

static void read_ident(struct csa_lex *lex, struct csa_token *token)
{
	size_t length;

	while (lex->at < lex->end && is_ident((unsigned char)*lex->at))
		lex->at++;
	length = (size_t)(lex->at - token->text);
	token->kind = CSA_TOKEN_IDENT;
	token->length = (uint32_t)length;
	if (lex->at == lex->end)
		return;
	if (*lex->at == '"' && is_raw_prefix(token->text, length) && skip_raw(lex)) {
		token->kind = CSA_TOKEN_STRING;
		skip_suffix(lex);
	} else if ((*lex->at == '"' || *lex->at == '\'') &&
		   is_literal_prefix(token->text, length)) {
		token->kind = *lex->at == '"' ? CSA_TOKEN_STRING : CSA_TOKEN_CHAR;
		skip_quoted(lex);
		skip_suffix(lex);
	} else if (*lex->at == '\\' && splice_length(lex, lex->at)) {
		read_spliced(lex, token);
		return;
	}
	token->length = (uint32_t)(lex->at - token->text);
}

/* A preprocessing number: 1'000, 0x1p-3, 12u, 3.6_kg. */
static void read_number(struct csa_lex *lex, struct csa_token *token)
{
	lex->at++;
	while (lex->at < lex->end) {
		char c = *lex->at;
		char before = lex->at[-1];

		if (is_ident((unsigned char)c) || c == '.')
			lex->at++;
		else if ((c == '+' || c == '-') && strchr("eEpP", before))
			lex->at++;
		else if (c == '\'' && lex->is_cxx && is_ident((unsigned char)lex->at[1]))
			lex->at += 2;
		else
			break;
	}
	token->kind = CSA_TOKEN_NUMBER;
	token->length = (uint32_t)(lex->at - token->text);
}

/* Behind the digits from @at on. */
static uint32_t pass_digits(const struct csa_token *number, uint32_t at, const char *digits)
{
	while (at < number->length && strchr(digits, number->text[at]))
		at++;
	return at;
}

/* Behind the exponent at @at; without digits it is none. */
static uint32_t pass_exponent(const struct csa_token *number, uint32_t at, const char *letters)
{
	uint32_t digits = at + 1;

	if (at >= number->length || !strchr(letters, number->text[at]))
		return at;
	if (digits < number->length && strchr("+-", number->text[digits]))
		digits++;
	return digits < number->length && is_digit(number->text[digits])
		       ? pass_digits(number, digits, "0123456789'")
		       : at;
}

static uint32_t number_suffix(const struct csa_token *number)
{
	const char *text = number->text;
	bool has_base = number->length > 2 && text[0] == '0' && strchr("xXbB", text[1]);
	bool is_hex = has_base && strchr("xX", text[1]);
	uint32_t at = pass_digits(number, has_base ? 2 : 0,
				  is_hex ? "0123456789abcdefABCDEF.'" : "0123456789.'");

	at = pass_exponent(number, at, is_hex ? "pP" : "eE");
	return pass_digits(number, at, "uUlLfFzZ") == number->length ? 0 : number->length - at;
}

/* What stands behind the closing quote. */
static uint32_t quoted_suffix(const struct csa_token *literal)
{
	const char *quote = strpbrk(literal->text, "\"'");
	uint32_t at = literal->length;

	while (at > 0 && is_ident((unsigned char)literal->text[at - 1]))
		at--;
	if (at < 2 || literal->text[at - 1] != *quote || literal->text + at - 1 == quote)
		return 0;
	return literal->length - at;
}

uint32_t csa_lex_suffix(const struct csa_token *literal)
{
	uint32_t length =
		literal->kind == CSA_TOKEN_NUMBER ? number_suffix(literal) : quoted_suffix(literal);
	const char *suffix = literal->text + literal->length - length;

	if (length == 0 || !is_ident_start((unsigned char)*suffix))
		return 0;
	for (uint32_t i = 1; i < length; i++) {
		if (!is_ident((unsigned char)suffix[i]))
			return 0;
	}
	return length;
}

/* Digraphs count as what they mean, except that "<::" is '<' '::' in C++. */
static size_t digraph(const struct csa_lex *lex, char *punct)
{
	const char *at = lex->at;

	if (lex->end - at < 2)
		return 0;
	if (at[0] == '<' && at[1] == ':') {
		bool is_scope = lex->is_cxx && at[2] == ':' && at[3] != ':' && at[3] != '>';

		if (is_scope)
			return 0;
		*punct = '[';
		return 2;
	}
	if (at[0] == '<' && at[1] == '%')
		*punct = '{';
	else if (at[0] == '%' && at[1] == '>')
		*punct = '}';
	else if (at[0] == ':' && at[1] == '>')
		*punct = ']';
	else if (at[0] == '%' && at[1] == ':')
		*punct = '#';
	else
		return 0;
	return 2;
}

static void read_punct(struct csa_lex *lex, struct csa_token *token)
{
	static const char pairs[] = "::->&&||==!=<=>=+=-=*=/=|=&=^=%=++--##";
	char punct = *lex->at;
	size_t length = digraph(lex, &punct);

	if (length == 0) {
		length = 1;
		for (const char *pair = pairs; *pair; pair += 2) {
			if (lex->at[0] == pair[0] && lex->at[1] == pair[1])
				length = 2;
		}
		if (lex->at[0] == '.' && lex->at[1] == '.' && lex->at[2] == '.')
			length = 3;
	}
	token->kind = CSA_TOKEN_PUNCT;
	token->punct = punct;
	token->length = (uint32_t)length;
	lex->at += length;
}

static void read_directive(struct csa_lex *lex, struct csa_token *token)
{
	lex->in_directive = true;
	skip_space(lex);
	token->text = lex->at;
	while (lex->at < lex->end && is_ident((unsigned char)*lex->at))
		lex->at++;
	token->kind = CSA_TOKEN_DIRECTIVE;
	token->length = (uint32_t)(lex->at - token->text);
}

void csa_lex_next(struct csa_lex *lex, struct csa_token *token)
{
	const char *before = lex->at;
	bool starts_line;
	char c;

	skip_space(lex);
	starts_line = lex->at_line_start;
	lex->at_line_start = false;
	*token = (struct csa_token){ .text = lex->at,
				     .line = lex->line,
				     .is_column0 = lex->at == lex->line_start,
				     .is_glued = lex->at == before };
	if (lex->in_directive && (lex->at == lex->end || *lex->at == '\n')) {
		lex->in_directive = false;
		token->kind = CSA_TOKEN_EOL;
		return;
	}
	if (lex->at == lex->end)
		return;
	c = *lex->at;
	if (is_ident_start((unsigned char)c)) {
		read_ident(lex, token);
	} else if (is_digit(c) || (c == '.' && is_digit(lex->at[1]))) {
		read_number(lex, token);
	} else if (c == '"' || c == '\'') {
		token->kind = c == '"' ? CSA_TOKEN_STRING : CSA_TOKEN_CHAR;
		skip_quoted(lex);
		skip_suffix(lex);
		token->length = (uint32_t)(lex->at - token->text);
	} else {
		read_punct(lex, token);
		if (token->punct == '#' && token->text[1] != '#' && starts_line &&
		    !lex->in_directive)
			read_directive(lex, token);
	}
}

void csa_lex_skip_line(struct csa_lex *lex)
{
	struct csa_token token;

	while (lex->in_directive)
		csa_lex_next(lex, &token);
}
