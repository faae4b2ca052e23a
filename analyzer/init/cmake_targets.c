/* SPDX-License-Identifier: MIT */
#include "cmake_targets.h"

#include <string.h>

#include "cmake_known.h"
#include "file_text.h"

#define DEPTH_MAX 6u

struct reading {
	struct csa_cmake_targets *targets;
	struct csa_cmake_known known;
	unsigned depth;
};

void csa_cmake_targets_init(struct csa_cmake_targets *targets)
{
	*targets = (struct csa_cmake_targets){ .is_adopted = false };
	csa_buf_init(&targets->programs);
	csa_buf_init(&targets->libraries);
	csa_buf_init(&targets->unsure[0]);
	csa_buf_init(&targets->unsure[1]);
}

void csa_cmake_targets_release(struct csa_cmake_targets *targets)
{
	csa_buf_release(&targets->programs);
	csa_buf_release(&targets->libraries);
	csa_buf_release(&targets->unsure[0]);
	csa_buf_release(&targets->unsure[1]);
}

const char *csa_cmake_targets_best(const struct csa_cmake_targets *targets)
{
	return targets->programs.length    ? targets->programs.data
	       : targets->libraries.length ? targets->libraries.data
	       : targets->unsure[0].length ? targets->unsure[0].data
					   : targets->unsure[1].data;
}

bool csa_cmake_targets_with_libraries(const struct csa_cmake_targets *targets)
{
	const char *best = csa_cmake_targets_best(targets);
	bool is_programs = best == targets->programs.data || best == targets->unsure[0].data;

	return *best && is_programs && (targets->libraries.length || targets->unsure[1].length);
}

/* Branches of a condition often add the same target. */
static bool has_name(const struct csa_buf *names, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = names->data; *at;) {
		size_t word = strcspn(at, " ");

		if (word == length && memcmp(at, name, length) == 0)
			return true;
		at += word + (at[word] == ' ');
	}
	return false;
}

/* A target that compiles something: not an alias, an imported one, or an interface. */
static void add_target(struct reading *reading, struct csa_cmake_command command, bool is_program)
{
	struct csa_cmake_targets *targets = reading->targets;
	enum csa_cmake_chance chance = csa_cmake_known_chance(&reading->known);
	struct csa_buf *names = chance == CSA_CMAKE_MAYBE ? &targets->unsure[!is_program]
				: is_program              ? &targets->programs
							  : &targets->libraries;
	struct csa_cmake_word word;
	struct csa_cmake_word kind = { "", 0 };
	struct csa_buf name;

	if (chance == CSA_CMAKE_NEVER || !csa_cmake_next_word(&command, &word))
		return;
	(void)csa_cmake_next_word(&command, &kind);
	if (csa_cmake_is_word(kind, "ALIAS") || csa_cmake_is_word(kind, "IMPORTED") ||
	    csa_cmake_is_word(kind, "INTERFACE"))
		return;
	csa_buf_init(&name);
	if (csa_cmake_known_expand(&reading->known, word, &name) && !strchr(name.data, ' ') &&
	    !has_name(names, name.data)) {
		if (names->length)
			csa_buf_add_char(names, ' ');
		csa_buf_add_str(names, name.data);
	}
	names->failed = names->failed || name.failed;
	csa_buf_release(&name);
}

static int read_folder(struct reading *reading, const char *folder, struct csa_err *err);

/* What cannot be read there is CMake's matter. */
static void read_below(struct reading *reading, const char *folder,
		       struct csa_cmake_command command)
{
	struct csa_cmake_mark mark = csa_cmake_known_mark(&reading->known);
	struct csa_cmake_word word;
	struct csa_buf path;

	if (reading->depth == DEPTH_MAX || !csa_cmake_next_word(&command, &word))
		return;
	reading->depth++;
	csa_buf_init(&path);
	csa_buf_add_fmt(&path, "%s/", folder);
	if (csa_cmake_known_expand(&reading->known, word, &path))
		(void)read_folder(reading, path.data, NULL);
	csa_buf_release(&path);
	csa_cmake_known_return(&reading->known, mark);
	reading->depth--;
}

static void read_text(struct reading *reading, const char *folder, const char *text)
{
	struct csa_cmake_command command;

	while (csa_cmake_next_command(&text, &command)) {
		csa_cmake_known_see(&reading->known, command);
		if (csa_cmake_is_command(&command, "add_executable"))
			add_target(reading, command, true);
		else if (csa_cmake_is_command(&command, "add_library"))
			add_target(reading, command, false);
		else if (csa_cmake_is_command(&command, "callsight_instrument"))
			reading->targets->is_adopted = true;
		else if (csa_cmake_is_command(&command, "add_subdirectory"))
			read_below(reading, folder, command);
	}
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
		csa_cmake_blank_comments(text.data);
		read_text(reading, folder, text.data);
	}
	csa_buf_release(&path);
	csa_buf_release(&text);
	return rc;
}

int csa_cmake_targets_read(struct csa_cmake_targets *targets, const char *folder,
			   struct csa_err *err)
{
	struct reading reading = { .targets = targets };
	int rc;

	csa_cmake_known_init(&reading.known);
	rc = read_folder(&reading, folder, err);
	if (rc == 0 &&
	    (targets->programs.failed || targets->libraries.failed || targets->unsure[0].failed ||
	     targets->unsure[1].failed || reading.known.values.failed))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	csa_cmake_known_release(&reading.known);
	return rc;
}
