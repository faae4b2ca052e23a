/* SPDX-License-Identifier: MIT */
#include "cmake_known.h"

#include <string.h>
#include <strings.h>

/* Of this machine, and of a project that is built by itself. */
static const char usual[] =
	"UNIX=ON\nLINUX=ON\nPROJECT_IS_TOP_LEVEL=ON\nWIN32=OFF\nAPPLE=OFF\nMSVC=OFF\n"
	"MINGW=OFF\nCYGWIN=OFF\nANDROID=OFF\nIOS=OFF\nEMSCRIPTEN=OFF\n";

void csa_cmake_known_init(struct csa_cmake_known *known)
{
	*known = (struct csa_cmake_known){ .nested = 0 };
	csa_buf_init(&known->values);
	csa_buf_add_str(&known->values, usual);
}

void csa_cmake_known_release(struct csa_cmake_known *known)
{
	csa_buf_release(&known->values);
}

struct csa_cmake_mark csa_cmake_known_mark(const struct csa_cmake_known *known)
{
	return (struct csa_cmake_mark){ known->values.length, known->nested };
}

void csa_cmake_known_return(struct csa_cmake_known *known, struct csa_cmake_mark mark)
{
	known->values.length = mark.length;
	known->values.data[mark.length] = '\0';
	known->nested = mark.nested;
}

/* The newest value, or one without text when there is none. */
static struct csa_cmake_word find_value(const struct csa_cmake_known *known,
					struct csa_cmake_word name)
{
	struct csa_cmake_word found = { NULL, 0 };

	for (const char *line = known->values.data; *line;) {
		size_t length = strcspn(line, "\n");

		if (length > name.length && line[name.length] == '=' &&
		    memcmp(line, name.text, name.length) == 0)
			found = (struct csa_cmake_word){ line + name.length + 1,
							 length - name.length - 1 };
		line += length + (line[length] == '\n');
	}
	return found;
}

static void add_value(struct csa_cmake_known *known, struct csa_cmake_word name, const char *value)
{
	if (memchr(name.text, '\n', name.length) || strchr(value, '\n'))
		return;
	csa_buf_add(&known->values, name.text, name.length);
	csa_buf_add_fmt(&known->values, "=%s\n", value);
}

bool csa_cmake_known_expand(const struct csa_cmake_known *known, struct csa_cmake_word word,
			    struct csa_buf *out)
{
	const char *end = word.text + word.length;

	for (const char *at = word.text; at < end; at++) {
		struct csa_cmake_word value = { NULL, 0 };
		const char *close;

		if (*at != '$') {
			csa_buf_add_char(out, *at);
			continue;
		}
		close = memchr(at, '}', (size_t)(end - at));
		if (at + 1 < end && at[1] == '{' && close)
			value = find_value(known, (struct csa_cmake_word){
							  at + 2, (size_t)(close - at - 2) });
		if (!value.length)
			return false;
		csa_buf_add(out, value.text, value.length);
		at = close;
	}
	return out->length > 0 && !out->failed;
}

static bool is_one_of(struct csa_cmake_word word, const char *const *texts)
{
	for (; *texts; texts++)
		if (strlen(*texts) == word.length &&
		    strncasecmp(*texts, word.text, word.length) == 0)
			return true;
	return false;
}

static enum csa_cmake_chance chance_of_value(struct csa_cmake_word word)
{
	static const char *const yes[] = { "1", "ON", "YES", "TRUE", "Y", NULL };
	static const char *const no[] = { "0", "OFF", "NO", "FALSE", "N", NULL };

	return is_one_of(word, yes)  ? CSA_CMAKE_SURE
	       : is_one_of(word, no) ? CSA_CMAKE_NEVER
				     : CSA_CMAKE_MAYBE;
}

static enum csa_cmake_chance opposite(enum csa_cmake_chance chance)
{
	return (enum csa_cmake_chance)(CSA_CMAKE_SURE - chance);
}

static enum csa_cmake_chance less(enum csa_cmake_chance a, enum csa_cmake_chance b)
{
	return a < b ? a : b;
}

/* NAME, ${NAME} and NOT before it are known; other conditions may be. */
static enum csa_cmake_chance chance_of_condition(const struct csa_cmake_known *known,
						 struct csa_cmake_command command)
{
	struct csa_cmake_word word;
	struct csa_cmake_word more;
	enum csa_cmake_chance chance;
	bool is_not = false;

	if (!csa_cmake_next_word(&command, &word))
		return CSA_CMAKE_MAYBE;
	if (csa_cmake_is_word(word, "NOT")) {
		is_not = true;
		if (!csa_cmake_next_word(&command, &word))
			return CSA_CMAKE_MAYBE;
	}
	if (csa_cmake_next_word(&command, &more))
		return CSA_CMAKE_MAYBE;
	if (word.length > 3 && word.text[0] == '$' && word.text[word.length - 1] == '}')
		word = (struct csa_cmake_word){ word.text + 2, word.length - 3 };
	chance = chance_of_value(word);
	if (chance == CSA_CMAKE_MAYBE)
		chance = chance_of_value(find_value(known, word));
	return is_not ? opposite(chance) : chance;
}

static void open_branch(struct csa_cmake_known *known, enum csa_cmake_chance chance)
{
	if (known->nested < CSA_CMAKE_NESTED_MAX) {
		known->branch[known->nested] = chance;
		known->others[known->nested] = opposite(chance);
	}
	known->nested++;
}

static void next_branch(struct csa_cmake_known *known, enum csa_cmake_chance chance)
{
	size_t at = known->nested - 1;

	if (known->nested == 0 || at >= CSA_CMAKE_NESTED_MAX)
		return;
	known->branch[at] = less(known->others[at], chance);
	known->others[at] = less(known->others[at], opposite(chance));
}

enum csa_cmake_chance csa_cmake_known_chance(const struct csa_cmake_known *known)
{
	enum csa_cmake_chance chance =
		known->nested > CSA_CMAKE_NESTED_MAX ? CSA_CMAKE_MAYBE : CSA_CMAKE_SURE;

	for (size_t i = 0; i < known->nested && i < CSA_CMAKE_NESTED_MAX; i++)
		chance = less(chance, known->branch[i]);
	return chance;
}

/* Nothing when a part of it is not known. */
static void expand_all(const struct csa_cmake_known *known, struct csa_cmake_word word,
		       struct csa_buf *out)
{
	if (!csa_cmake_known_expand(known, word, out))
		csa_buf_clear(out);
}

/* set(NAME value), option(NAME "what for" ON). */
static void see_value(struct csa_cmake_known *known, struct csa_cmake_command command)
{
	static const char *const ends[] = { "CACHE", "PARENT_SCOPE", NULL };
	bool is_set = csa_cmake_is_command(&command, "set");
	bool is_option = csa_cmake_is_command(&command, "option");
	struct csa_cmake_word name;
	struct csa_cmake_word word = { NULL, 0 };
	struct csa_buf value;

	if (!csa_cmake_next_word(&command, &name))
		return;
	csa_buf_init(&value);
	if (is_set && csa_cmake_next_word(&command, &word) && !is_one_of(word, ends))
		expand_all(known, word, &value);
	if (is_set && csa_cmake_next_word(&command, &word) && !is_one_of(word, ends))
		csa_buf_clear(&value); /* a list */
	if (is_option)
		csa_buf_add_str(&value, "OFF");
	if (is_option && csa_cmake_next_word(&command, &word) &&
	    csa_cmake_next_word(&command, &word)) {
		csa_buf_clear(&value);
		expand_all(known, word, &value);
	}
	if (csa_cmake_known_chance(known) != CSA_CMAKE_SURE)
		csa_buf_clear(&value);
	if ((is_set || is_option) && !(is_option && find_value(known, name).length))
		add_value(known, name, value.data);
	csa_buf_release(&value);
}

/* project(NAME), include(CTest). */
static void see_project(struct csa_cmake_known *known, struct csa_cmake_command command)
{
	static const struct csa_cmake_word first = { "CMAKE_PROJECT_NAME", 18 };
	static const struct csa_cmake_word project = { "PROJECT_NAME", 12 };
	static const struct csa_cmake_word testing = { "BUILD_TESTING", 13 };
	struct csa_cmake_word word;
	struct csa_buf value;

	if (!csa_cmake_next_word(&command, &word))
		return;
	csa_buf_init(&value);
	if (csa_cmake_is_command(&command, "project") &&
	    csa_cmake_known_expand(known, word, &value)) {
		add_value(known, project, value.data);
		if (!find_value(known, first).length)
			add_value(known, first, value.data);
	}
	if (csa_cmake_is_command(&command, "include") && csa_cmake_is_word(word, "CTest") &&
	    !find_value(known, testing).length)
		add_value(known, testing, "ON");
	csa_buf_release(&value);
}

void csa_cmake_known_see(struct csa_cmake_known *known, struct csa_cmake_command command)
{
	if (csa_cmake_is_command(&command, "if"))
		open_branch(known, chance_of_condition(known, command));
	else if (csa_cmake_is_command(&command, "function") ||
		 csa_cmake_is_command(&command, "macro"))
		open_branch(known, CSA_CMAKE_MAYBE);
	else if (csa_cmake_is_command(&command, "elseif"))
		next_branch(known, chance_of_condition(known, command));
	else if (csa_cmake_is_command(&command, "else"))
		next_branch(known, CSA_CMAKE_SURE);
	else if (csa_cmake_is_command(&command, "endif") ||
		 csa_cmake_is_command(&command, "endfunction") ||
		 csa_cmake_is_command(&command, "endmacro"))
		known->nested -= known->nested > 0;
	see_value(known, command);
	see_project(known, command);
}
