/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "program_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debuginfod.h"
#include "err.h"
#include "file_search.h"
#include "packed_sections.h"

#define TAKEN 1

struct finding {
	struct csa_program_file *file;
	const struct csa_file_wanted *wanted;
	bool is_forced;
	struct csa_buf *warning;
	struct csa_buf refused; /* why the first file that is there was not taken */
	char *refused_path;
	int missing_error; /* of the first place */
};

static int take(struct finding *finding, int fd, const char *path)
{
	finding->file->path = strdup(path);
	if (!finding->file->path) {
		close(fd);
		return CSA_E_NOMEM;
	}
	finding->file->fd = fd;
	return TAKEN;
}

/* Adds to @why. Return: as csa_file_check(). */
static int check(int fd, const struct stat *status, const struct csa_file_wanted *wanted,
		 struct csa_buf *why)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	int rc = CSA_E_FORMAT;

	if (!elf)
		csa_buf_add_fmt(why, "%s: no names for this module", elf_errmsg(-1));
	else if (elf_kind(elf) != ELF_K_ELF)
		csa_buf_add_str(why, "is not an ELF file: no names for this module");
	else if (!csa_packed_is_bounded(elf))
		csa_buf_add_str(
			why, "has compressed sections that stand for more than 100 times the file: "
			     "no names for this module");
	else
		rc = csa_file_check(elf, status, wanted, why);
	elf_end(elf);
	return rc;
}

static void refuse(struct finding *finding, const char *path, const struct csa_buf *why)
{
	if (finding->refused_path)
		return;
	finding->refused_path = strdup(path);
	if (strcmp(path, finding->wanted->path) != 0)
		csa_buf_add_fmt(&finding->refused, "%s ", path);
	csa_buf_add_str(&finding->refused, why->data);
}

static int try_place(void *state, const char *path)
{
	struct finding *finding = state;
	struct csa_buf why;
	struct stat status;
	int fd = csa_open_regular(path, &status);
	int rc;

	if (fd < 0) {
		if (!finding->missing_error)
			finding->missing_error = errno;
		return 0;
	}
	csa_buf_init(&why);
	rc = check(fd, &status, finding->wanted, &why);
	if (rc == 0) {
		if (why.length)
			csa_buf_add_str(finding->warning, why.data);
		rc = take(finding, fd, path);
	} else {
		refuse(finding, path, &why);
		close(fd);
		rc = rc == CSA_E_NOMEM ? rc : 0;
	}
	csa_buf_release(&why);
	return rc;
}

/* A file of another build, since it was asked for. */
static int take_refused(struct finding *finding)
{
	static const char end[] = ": no names for this module";
	struct csa_buf *text = &finding->refused;
	size_t end_length = sizeof(end) - 1;
	struct stat status;
	int fd = csa_open_regular(finding->refused_path, &status);

	if (fd < 0)
		return 0;
	if (text->length > end_length && strcmp(text->data + text->length - end_length, end) == 0) {
		text->length -= end_length;
		text->data[text->length] = '\0';
	}
	csa_buf_add_fmt(finding->warning,
			"%s; its names are used as --force-symbols asks: "
			"they may be wrong",
			text->data);
	return take(finding, fd, finding->refused_path);
}

/* Without the program its debug file has the same functions at the same addresses. */
static int find_debug(struct finding *finding, const struct csa_file_search *search)
{
	const struct csa_file_wanted *wanted = finding->wanted;
	char *path = NULL;
	int fd = -1;
	int rc;

	if (!wanted->build_id || !*wanted->build_id || search->sources->only_itself)
		return 0;
	rc = csa_search_debug(search);
	if (rc == TAKEN)
		finding->file->is_debug = true;
	if (rc != 0)
		return rc;
	fd = csa_debuginfod_find(CSA_DEBUGINFOD_PROGRAM, wanted->build_id, &path);
	if (fd < 0) {
		fd = csa_debuginfod_find(CSA_DEBUGINFOD_DEBUG, wanted->build_id, &path);
		finding->file->is_debug = fd >= 0;
	}
	if (fd < 0)
		return 0;
	close(fd);
	finding->file->is_fetched = true;
	rc = try_place(finding, path);
	free(path);
	return rc;
}

/* Return: a negative enum csa_errcode, and says why. */
static int say_none(struct finding *finding, int rc)
{
	if (rc == CSA_E_NOMEM || finding->refused.failed) {
		csa_buf_add_str(finding->warning, "out of memory: no names for this module");
		return CSA_E_NOMEM;
	}
	if (finding->refused_path) {
		csa_buf_add_str(finding->warning, finding->refused.data);
		return CSA_E_FORMAT;
	}
	if (finding->missing_error == EINVAL) {
		csa_buf_add_str(finding->warning,
				"is not a regular file: no names for this module");
	} else {
		csa_buf_add_fmt(finding->warning, "%s: no names for this module",
				strerror(finding->missing_error));
	}
	finding->file->is_missing = finding->missing_error != EINVAL;
	return CSA_E_ABSENT;
}

int csa_program_open(struct csa_program_file *file, const struct csa_file_wanted *wanted,
		     const struct csa_symbol_sources *sources, struct csa_buf *warning)
{
	struct finding finding = {
		.file = file, .wanted = wanted, .is_forced = sources->is_forced, .warning = warning
	};
	const struct csa_file_search search = { .sources = sources,
						.path = wanted->path,
						.build_id = wanted->build_id,
						.try = try_place,
						.state = &finding };
	int rc;

	*file = (struct csa_program_file){ .fd = -1 };
	csa_buf_init(&finding.refused);
	(void)elf_version(EV_CURRENT);
	rc = csa_search_program(&search);
	if (rc == 0)
		rc = find_debug(&finding, &search);
	if (rc == 0 && finding.is_forced && finding.refused_path)
		rc = take_refused(&finding);
	if (rc != TAKEN)
		rc = say_none(&finding, rc);
	csa_buf_release(&finding.refused);
	free(finding.refused_path);
	return rc == TAKEN ? 0 : rc;
}

void csa_program_release(struct csa_program_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	*file = (struct csa_program_file){ .fd = -1 };
}
