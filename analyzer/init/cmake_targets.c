/* SPDX-License-Identifier: MIT */
#include "cmake_targets.h"

#include <ctype.h>
#include <string.h>

#include "file_text.h"

#define DEPTH_MAX 6u

struct reading {
	struct csa_cmake_targets *targets;
	unsigned depth;
};

void csa_cmake_targets_init(struct csa_cmake_targets *targets)
{
	*targets = (struct csa_cmake_targets){ .is_adopted = false };
	csa_buf_init(&targets->programs);
	csa_buf_init(&targets->libraries);
}

void csa_cmake_targets_release(struct csa_cmake_targets *targets)
{
	csa_buf_release(&targets->programs);
	csa_buf_release(&targets->libraries);
}

/* Comments become blanks. */
static void blank_comments(char *text)
{
	bool is_comment = false;
	bool is_quoted = false;

	for (; *text; text++) {
		if (*text == '"' && !is_comment)
			is_quoted = !is_quoted;
		if (*text == '#' && !is_quoted)
			is_comment = true;
		if (*text == '\n')
			is_comment = false;
		else if (is_comment)
			*text = ' ';
	}
}

/* The word at *@at, which is moved behind it. Return: its length; 0: the end of the arguments. */
static size_t next_word(const char **at, const char **word)
{
	size_t length;

	while (isspace((unsigned char)**at))
		(*at)++;
	*word = *at;
	length = strcspn(*at, " \t\r\n()");
	*at += length;
	return length;
}

static bool is_word(const char *word, size_t length, const char *text)
{
	return strlen(text) == length && memcmp(word, text, length) == 0;
}

/* The arguments of the next call of a command, or NULL. */
static const char *find_call(const char *at, const char *command)
{
	size_t length = strlen(command);

	while ((at = strstr(at, command)) != NULL) {
		const char *end = at + length;

		while (*end == ' ' || *end == '\t')
			end++;
		if (*end == '(')
			return end + 1;
		at += length;
	}
	return NULL;
}

/* Names of variables are those of loops and functions, but for the project's. */
static bool is_name(const char *word, size_t length)
{
	return length && ((!memchr(word, '$', length) && !memchr(word, '"', length)) ||
			  is_word(word, length, "${PROJECT_NAME}"));
}

static void add_names(struct csa_buf *names, const char *text, const char *command)
{
	static const char *const none[] = { "ALIAS", "IMPORTED", "INTERFACE" };

	for (const char *at = find_call(text, command); at; at = find_call(at, command)) {
		const char *name;
		const char *kind;
		size_t length = next_word(&at, &name);
		size_t kind_length = next_word(&at, &kind);
		bool is_compiled = is_name(name, length);

		for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
			is_compiled = is_compiled && !is_word(kind, kind_length, none[i]);
		if (!is_compiled)
			continue;
		if (names->length)
			csa_buf_add_char(names, ' ');
		csa_buf_add(names, name, length);
	}
}

static int read_folder(struct reading *reading, const char *folder, struct csa_err *err);

/* What cannot be read there is CMake's matter. */
static void read_below(struct reading *reading, const char *folder, const char *text)
{
	if (reading->depth == DEPTH_MAX)
		return;
	reading->depth++;
	for (const char *at = find_call(text, "add_subdirectory"); at;
	     at = find_call(at, "add_subdirectory")) {
		struct csa_buf path;
		const char *name;
		size_t length = next_word(&at, &name);

		csa_buf_init(&path);
		csa_buf_add_fmt(&path, "%s/%.*s", folder, (int)length, name);
		if (length && !path.failed && !memchr(name, '$', length))
			(void)read_folder(reading, path.data, NULL);
		csa_buf_release(&path);
	}
	reading->depth--;
}

static int read_folder(struct reading *reading, const char *folder, struct csa_err *err)
{
	struct csa_buf path;
	struct csa_buf text;
	int rc;

	csa_buf_init(&path);
	csa_buf_init(&text);
	csa_buf_add_fmt(&path, "%s/CMakeLists.txt", folder);
	rc = path.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory")
			 : csa_file_text_read(&text, path.data, err);
	if (rc == 0 && text.length) {
		blank_comments(text.data);
		add_names(&reading->targets->programs, text.data, "add_executable");
		add_names(&reading->targets->libraries, text.data, "add_library");
		if (find_call(text.data, "callsight_instrument"))
			reading->targets->is_adopted = true;
		read_below(reading, folder, text.data);
	}
	csa_buf_release(&path);
	csa_buf_release(&text);
	return rc;
}

int csa_cmake_targets_read(struct csa_cmake_targets *targets, const char *folder,
			   struct csa_err *err)
{
	struct reading reading = { .targets = targets };
	int rc = read_folder(&reading, folder, err);

	if (rc == 0 && (targets->programs.failed || targets->libraries.failed))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	return rc;
}
