/* SPDX-License-Identifier: MIT */
/* Shared memory, for traces that are sent away (TRACE_SHM). */
#define _GNU_SOURCE /* mkostemp */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"
#include "file_systems.h"

#define FOLDER            "/dev/shm"
#define MEGABYTE          UINT64_C(1048576)
#define DEFAULT_SHM_BYTES (16 * MEGABYTE)
#define THREADS_BYTES     (64 * UINT64_C(65536)) /* chosen: windows of 64 threads beside the blocks */

/* Without TRACE_SHM files are written anyway, so that nothing is broken. */
static enum csa_health health_of(const struct csa_doctor_input *input)
{
	return csa_doctor_variable(input, "TRACE_SHM") ? CSA_HEALTH_BROKEN : CSA_HEALTH_NOTE;
}

static int try_file(const char *folder)
{
	char path[600];
	int fd;

	snprintf(path, sizeof(path), "%s/.callsight-doctor.XXXXXX", folder);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return errno;
	unlink(path);
	close(fd);
	return 0;
}

static void look_at_size(const struct csa_doctor_input *input, const struct csa_space *space,
			 struct csa_findings *out)
{
	uint64_t wanted = csa_doctor_number(input, "TRACE_SHM_SIZE", DEFAULT_SHM_BYTES);
	uint64_t wanted_mb = (wanted + THREADS_BYTES + MEGABYTE - 1) / MEGABYTE;
	char name[40];

	if (csa_file_system(space->type, name, sizeof(name)) != CSA_FS_MEMORY) {
		csa_found(out, CSA_HEALTH_NOTE, "shared memory",
			  FOLDER
			  " is on %s, not in memory: a trace that is sent goes through a disk",
			  name);
		csa_remedy(out, "mount -t tmpfs tmpfs " FOLDER);
	} else if (space->free_bytes < wanted + THREADS_BYTES) {
		csa_found(out, health_of(input), "shared memory",
			  FOLDER " has %" PRIu64 " MiB free; TRACE_SHM_SIZE=%" PRIu64
				 " and 64 threads take %" PRIu64
				 " MiB: files would be written instead",
			  space->free_bytes / MEGABYTE, wanted, wanted_mb);
		csa_remedy(out,
			   "mount -o remount,size=%" PRIu64 "m " FOLDER
			   "; docker run --shm-size=%" PRIu64 "m; or a smaller TRACE_SHM_SIZE",
			   2 * wanted_mb, 2 * wanted_mb);
	} else {
		csa_found(out, CSA_HEALTH_OK, "shared memory",
			  FOLDER " has %" PRIu64 " MiB free; TRACE_SHM_SIZE=%" PRIu64
				 " and 64 threads take %" PRIu64 " MiB",
			  space->free_bytes / MEGABYTE, wanted, wanted_mb);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	char folder[512];
	struct csa_space space;
	int rc;

	snprintf(folder, sizeof(folder), "%s" FOLDER, input->probes->root);
	rc = try_file(folder);
	if (rc) {
		csa_found(out, health_of(input), "shared memory",
			  FOLDER ": %s: traces cannot be sent, files are written instead",
			  strerror(rc));
		csa_remedy(out, "%s",
			   rc == ENOENT  ? "mkdir -p " FOLDER " && mount -t tmpfs tmpfs " FOLDER
			   : rc == EROFS ? "mount -o remount,rw " FOLDER
					 : "chmod 1777 " FOLDER);
	} else if (input->probes->space(folder, &space)) {
		look_at_size(input, &space, out);
	}
}

const struct csa_check_group csa_check_ring = { .name = "ring", .look = look };
