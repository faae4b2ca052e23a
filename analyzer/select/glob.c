/* SPDX-License-Identifier: MIT */
#include "glob.h"

#include <string.h>

struct span {
	const char *at;
	const char *end;
};

/* One bracket expression at @p ('['). Sets *@next behind it; NULL when it is not closed. */
static bool match_set(const char *p, const char *end, char c, const char **next)
{
	bool negated = false;
	bool found = false;
	const char *first;

	p++;
	if (p < end && (*p == '!' || *p == '^')) {
		negated = true;
		p++;
	}
	for (first = p; p < end && (*p != ']' || p == first); p++) {
		if (p + 2 < end && p[1] == '-' && p[2] != ']') {
			found = found || ((unsigned char)c >= (unsigned char)p[0] &&
					  (unsigned char)c <= (unsigned char)p[2]);
			p += 2;
		} else {
			found = found || *p == c;
		}
	}
	*next = p < end ? p + 1 : NULL;
	return found != negated;
}

/* One pattern item against one character. Return: the pattern behind the item, NULL: no match. */
static const char *match_one(const char *p, const char *end, char c)
{
	const char *next;
	bool is_match;

	if (*p == '?')
		return p + 1;
	if (*p == '[') {
		is_match = match_set(p, end, c, &next);
		if (next)
			return is_match ? next : NULL;
	}
	if (*p == '\\' && p + 1 < end)
		p++;
	return *p == c ? p + 1 : NULL;
}

/* '*' with one point of return: a later star makes earlier ones irrelevant, so no recursion. */
static bool match_text(struct span pattern, struct span text)
{
	const char *star = NULL;
	const char *retry = NULL;

	while (text.at < text.end) {
		const char *next;

		if (pattern.at < pattern.end && *pattern.at == '*') {
			star = ++pattern.at;
			retry = text.at;
			continue;
		}
		next = pattern.at < pattern.end ? match_one(pattern.at, pattern.end, *text.at)
						: NULL;
		if (next) {
			pattern.at = next;
			text.at++;
			continue;
		}
		if (!star)
			return false;
		pattern.at = star;
		text.at = ++retry;
	}
	while (pattern.at < pattern.end && *pattern.at == '*')
		pattern.at++;
	return pattern.at == pattern.end;
}

static struct span component(const char *at)
{
	const char *end = strchr(at, '/');

	return (struct span){ at, end ? end : at + strlen(at) };
}

static const char *skip_slashes(const char *at)
{
	while (*at == '/')
		at++;
	return at;
}

static bool is_double_star(struct span part)
{
	return part.end - part.at == 2 && memcmp(part.at, "**", 2) == 0;
}

/*
 * Matches the components of @pattern from @path on. The pattern may end before the path does (a
 * folder), but not before @reach. "**" keeps one point of return, as '*' does within a component.
 */
static bool match_components(const char *pattern, const char *path, const char *reach)
{
	const char *star = NULL;
	const char *retry = NULL;

	for (;;) {
		struct span wanted = component(pattern);
		struct span given = component(path);

		if (*pattern == '\0' && path > reach)
			return pattern[-1] != '/' || *path != '\0';
		if (*path == '\0')
			return is_double_star(wanted) && *skip_slashes(wanted.end) == '\0';
		if (*pattern != '\0' && is_double_star(wanted)) {
			star = skip_slashes(wanted.end);
			retry = path;
			pattern = star;
			if (*pattern == '\0')
				return true;
			continue;
		}
		if (*pattern != '\0' && match_text(wanted, given)) {
			pattern = *wanted.end ? wanted.end + 1 : wanted.end;
			pattern = *pattern == '/' ? skip_slashes(pattern) : pattern;
			path = skip_slashes(given.end);
			continue;
		}
		if (!star)
			return false;
		retry = skip_slashes(component(retry).end);
		path = retry;
		pattern = star;
		if (*path == '\0')
			return false;
	}
}

bool csa_glob_path(const char *pattern, const char *path, size_t root_length)
{
	const char *reach = path + root_length;

	if (*pattern == '\0')
		return false;
	if (*pattern == '/')
		return match_components(skip_slashes(pattern), skip_slashes(path), path);
	for (path = skip_slashes(path); *path; path = skip_slashes(component(path).end)) {
		if (match_components(pattern, path, reach + 1))
			return true;
	}
	return false;
}

bool csa_glob_name(const char *pattern, const char *name)
{
	return match_text((struct span){ pattern, pattern + strlen(pattern) },
			  (struct span){ name, name + strlen(name) });
}

bool csa_glob_has_wildcard(const char *pattern)
{
	for (; *pattern; pattern++) {
		if (*pattern == '\\' && pattern[1])
			pattern++;
		else if (strchr("*?[", *pattern))
			return true;
	}
	return false;
}
