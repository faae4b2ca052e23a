/* SPDX-License-Identifier: MIT */
/* Where captures go: can the folder be made and written to, what is it on, is there room. */
#define _GNU_SOURCE /* mkostemp */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor.h"
#include "file_systems.h"

#define MEGABYTE     UINT64_C(1048576)
#define WINDOW_BYTES 65536 /* of a thread in live.cst: docs/format/trace-v3.md */

/* Defaults of the runtime, in docs/reference/environment.md. */
#define DEFAULT_DIR         "traces"
#define DEFAULT_MAX_MB      512u
#define DEFAULT_MIN_FREE_MB 64u
#define DEFAULT_SEG_MB      32u

/* A file of two blocks: with less, next to nothing of a thread is kept. */
#define FILE_BYTES_MIN (2 * (uint64_t)WINDOW_BYTES)

struct place {
	const char *dir; /* as it was given */
	bool is_there;
	char folder[4096]; /* itself, or the one that it would be made in */
};

static void cut_last(char path[4096])
{
	char *slash = strrchr(path, '/');

	if (slash)
		slash[slash == path] = '\0';
	else
		snprintf(path, 4096, ".");
}

/* Return: false: what is there is no folder, or cannot be looked at. */
static bool find_place(struct place *place)
{
	struct stat status;

	snprintf(place->folder, sizeof(place->folder), "%s", place->dir);
	place->is_there = true;
	while (stat(place->folder, &status) != 0) {
		if (errno != ENOENT || strcmp(place->folder, ".") == 0)
			return false;
		place->is_there = false;
		cut_last(place->folder);
	}
	errno = ENOTDIR;
	return S_ISDIR(status.st_mode);
}

/* What the runtime does with live.cst. Return: 0, or errno. */
static int use_file(int fd)
{
	char *window;
	int rc = posix_fallocate(fd, 0, WINDOW_BYTES);

	if (rc)
		return rc;
	window = mmap(NULL, WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (window == MAP_FAILED)
		return errno;
	window[0] = 1;
	munmap(window, WINDOW_BYTES);
	return 0;
}

static int try_file(const struct place *place)
{
	char path[4200];
	int fd;
	int rc;

	snprintf(path, sizeof(path), "%s/.callsight-doctor.XXXXXX", place->folder);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return errno;
	unlink(path);
	rc = use_file(fd);
	close(fd);
	return rc;
}

static bool look_at_folder(struct place *place, struct csa_findings *out)
{
	int rc = find_place(place) ? try_file(place) : errno;

	if (rc == 0) {
		csa_found(out, CSA_HEALTH_OK, "capture folder", "%s %s", place->dir,
			  place->is_there ? "can be written to" : "can be made");
		return true;
	}
	if (place->is_there)
		csa_found(out, CSA_HEALTH_BROKEN, "capture folder", "%s: %s", place->dir,
			  strerror(rc));
	else
		csa_found(out, CSA_HEALTH_BROKEN, "capture folder", "%s cannot be made in %s: %s",
			  place->dir, place->folder, strerror(rc));
	csa_remedy(out, rc == ENOSPC || rc == EDQUOT
				? "free space, or let TRACE_DIR name another disk"
				: "let TRACE_DIR (callsight run --dir) name a folder that can be "
				  "written to");
	return false;
}

static void look_at_system(const struct place *place, const struct csa_space *space,
			   struct csa_findings *out)
{
	char name[40];
	enum csa_fs_kind kind = csa_file_system(space->type, name, sizeof(name));

	if (kind == CSA_FS_DISK) {
		csa_found(out, CSA_HEALTH_OK, "file system", "%s is on %s", place->dir, name);
	} else if (kind == CSA_FS_MEMORY) {
		csa_found(out, CSA_HEALTH_NOTE, "file system",
			  "%s is on %s: a capture takes memory, and is gone after a restart",
			  place->dir, name);
		csa_remedy(out, "TRACE_DIR on a disk, or a small TRACE_MAX_MB");
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "file system",
			  "%s is on %s: writing there takes time inside the hooks, and what is "
			  "mapped may be "
			  "late for readers elsewhere",
			  place->dir, name);
		csa_remedy(out, "TRACE_DIR on a local disk, TRACE_MODE=summary, or a stream "
				"(callsight serve)");
	}
}

static void look_at_room(const struct csa_doctor_input *input, const struct csa_space *space,
			 struct csa_findings *out)
{
	uint64_t least = csa_doctor_number(input, "TRACE_MIN_FREE_MB", DEFAULT_MIN_FREE_MB);
	uint64_t most = csa_doctor_number(input, "TRACE_MAX_MB", DEFAULT_MAX_MB);
	uint64_t mb = space->free_bytes / MEGABYTE;
	const char *mode = csa_doctor_variable(input, "TRACE_MODE");
	bool is_small = mode && (strcmp(mode, "summary") == 0 || strcmp(mode, "count") == 0);

	if (space->has_no_inodes) {
		csa_found(out, CSA_HEALTH_BROKEN, "free space",
			  "no file can be made: all inodes are in use");
		csa_remedy(out, "remove files, or let TRACE_DIR name another file system");
	} else if (mb < least) {
		csa_found(out, CSA_HEALTH_BROKEN, "free space",
			  "%" PRIu64 " MiB, less than TRACE_MIN_FREE_MB=%" PRIu64
			  ": nothing is recorded",
			  mb, least);
		csa_remedy(
			out,
			"free space, let TRACE_DIR name another disk, or lower TRACE_MIN_FREE_MB");
	} else if (!is_small && (!most || mb - least < most)) {
		csa_found(out, CSA_HEALTH_NOTE, "free space",
			  "%" PRIu64 " MiB: recording stops after %" PRIu64
			  " MiB, before TRACE_MAX_MB=%" PRIu64
			  "%s, to keep TRACE_MIN_FREE_MB=%" PRIu64,
			  mb, mb - least, most, most ? "" : " (no limit)", least);
		csa_remedy(out, "free space, or set TRACE_MAX_MB; TRACE_FULL=wrap keeps the end, "
				"TRACE_MODE=summary needs little");
	} else {
		csa_found(out, CSA_HEALTH_OK, "free space",
			  "%" PRIu64 " MiB, enough for TRACE_MAX_MB=%" PRIu64
			  " and TRACE_MIN_FREE_MB=%" PRIu64,
			  mb, most, least);
	}
}

static void look_at_limit(const struct csa_doctor_input *input, struct csa_findings *out)
{
	uint64_t limit = input->probes->limit(RLIMIT_FSIZE);
	uint64_t segment = csa_doctor_number(input, "TRACE_SEG_MB", DEFAULT_SEG_MB);

	if (limit == UINT64_MAX) {
		csa_found(out, CSA_HEALTH_OK, "file size", "no limit");
	} else if (limit < FILE_BYTES_MIN) {
		csa_found(out, CSA_HEALTH_BROKEN, "file size",
			  "files may have %" PRIu64 " bytes here: that is no room for a capture",
			  limit);
		csa_remedy(out, "ulimit -f unlimited");
	} else if (!segment || segment > limit / MEGABYTE) {
		csa_found(out, CSA_HEALTH_NOTE, "file size",
			  "files may have %" PRIu64 " KiB here, and TRACE_SEG_MB=%" PRIu64
			  " %s: recording "
			  "stops when one has it",
			  limit / 1024, segment, segment ? "is more" : "does not end them");
		if (limit >= MEGABYTE)
			csa_remedy(out, "TRACE_SEG_MB=%" PRIu64 ", or ulimit -f unlimited",
				   limit / MEGABYTE);
		else
			csa_remedy(out, "ulimit -f unlimited");
	} else {
		csa_found(out, CSA_HEALTH_OK, "file size",
			  "files may have %" PRIu64 " MiB, and end at TRACE_SEG_MB=%" PRIu64,
			  limit / MEGABYTE, segment);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	struct place place = { .dir = input->dir };
	struct csa_space space;

	if (!place.dir)
		place.dir = csa_doctor_variable(input, "TRACE_DIR");
	if (!place.dir)
		place.dir = DEFAULT_DIR;
	if (look_at_folder(&place, out) && input->probes->space(place.folder, &space)) {
		look_at_system(&place, &space, out);
		look_at_room(input, &space, out);
	}
	look_at_limit(input, out);
}

const struct csa_check_group csa_check_capture = { .name = "capture", .look = look };
