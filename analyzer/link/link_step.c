/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open, mmap */
#include "link_step.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "link_names.h"
#include "link_output.h"

/* Private: what is patched reaches the file by link_output.h alone. */
static int map_file(const char *path, uint8_t **bytes, size_t *size, struct csa_err *err)
{
	struct stat status;
	void *map = MAP_FAILED;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &status) != 0) {
		int code = errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO;

		csa_fail(err, code, "%s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return code;
	}
	if (S_ISREG(status.st_mode) && status.st_size > 0)
		map = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd,
			   0);
	close(fd);
	if (map == MAP_FAILED)
		return csa_fail(err, CSA_E_UNSUPPORTED, "is no file that can be read");
	*bytes = map;
	*size = (size_t)status.st_size;
	return 0;
}

static int patch(struct csa_link_image *image, const char *path,
		 const struct csa_selection *selection, struct csa_link_result *result,
		 struct csa_err *err)
{
	struct csa_hook_sites sites;
	struct csa_hook_list entries = { 0 };
	struct csa_link_names names;
	struct csa_buf note;
	int rc = csa_hook_sites_find(&sites, image, err);

	csa_buf_init(&note);
	csa_link_names_init(&names, selection, path);
	result->has_hooks = sites.count > 0;
	if (rc == 0 && result->has_hooks)
		rc = csa_silence(image, &sites, csa_link_names_ask, &names, &entries,
				 &result->counts, err);
	if (rc == 0 && names.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory for names");
	if (rc == 0 && result->has_hooks) {
		result->missing = csa_link_names_missing(&names);
		csa_hook_list_write(&note, entries.items, entries.count);
		csa_link_output_identify(image, &note);
		rc = note.failed ? csa_fail(err, CSA_E_NOMEM, "out of memory for the list")
				 : csa_link_output_write(image, &note, path, err);
	}
	csa_hook_sites_release(&sites);
	csa_hook_list_release(&entries);
	csa_link_names_release(&names);
	csa_buf_release(&note);
	return rc;
}

int csa_link_step(const char *path, const struct csa_selection *selection,
		  struct csa_link_result *result, struct csa_err *err)
{
	struct csa_link_image image;
	uint8_t *bytes = NULL;
	size_t size = 0;
	int rc;

	*result = (struct csa_link_result){ 0 };
	rc = map_file(path, &bytes, &size, err);
	if (rc < 0)
		return rc;
	rc = csa_link_image_read(&image, bytes, size, err);
	if (rc == 0)
		rc = patch(&image, path, selection, result, err);
	csa_link_image_release(&image);
	munmap(bytes, size);
	return rc;
}

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++) {
		if (strcmp(word, *words) == 0)
			return true;
	}
	return false;
}

const char *csa_link_output_path(char *const *argv)
{
	static const char *const no_link[] = { "-c",        "-S",  "-E",
					       "-M",        "-MM", "-fsyntax-only",
					       "--version", "-r",  NULL };
	static const char *const with_operand[] = { "-o", "--output", NULL };
	const char *path = "a.out";

	for (argv++; *argv; argv++) {
		if (is_one_of(*argv, no_link))
			return NULL;
		if (is_one_of(*argv, with_operand) && argv[1])
			path = *++argv;
		else if (strncmp(*argv, "--output=", 9) == 0)
			path = *argv + 9;
		else if (strncmp(*argv, "-o", 2) == 0 && (*argv)[2])
			path = *argv + 2;
	}
	return path;
}
