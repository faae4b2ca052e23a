/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "clock.h"
#include "file.h"
#include "proc_self.h"
#include "process.h"
#include "syscalls.h"

static char path[4096]; /* one thread at a time, during a start; stacks of threads may be small */

/* mkdir -p of csr_process.folder. */
CSR_FN static int make_parents(void)
{
	char *folder = csr_process.folder;
	long rc;

	for (char *c = folder + 1;; c++) {
		char kept = *c;

		if (kept && kept != '/')
			continue;
		*c = '\0';
		rc = csr_sys(SYS_mkdirat, AT_FDCWD, folder, 0700);
		*c = kept;
		if (CSR_IS_ERROR(rc) && rc != -EEXIST && (!kept || (rc != -EACCES && rc != -EROFS)))
			return (int)rc;
		if (!kept)
			return 0;
	}
}

/* Once a process and for its children: they may change directory before their first hook. */
CSR_FN static int find_base(void)
{
	struct csr_text base;

	if (csr_process.base[0])
		return 0;
	csr_text_init(&base, csr_process.base, sizeof(csr_process.base));
	path[0] = '\0';
	if (csr_process.settings.dir[0] != '/') {
		csr_sys(SYS_getcwd, path, sizeof(path));
		if (path[0] != '/') /* removed, or not below our root */
			return -ENOENT;
		csr_text_add(&base, path);
		csr_text_add_char(&base, '/');
	}
	csr_text_add(&base, csr_process.settings.dir);
	return base.is_full ? -ENAMETOOLONG : 0;
}

CSR_FN int csr_folder_create(void)
{
	uint64_t started = csr_clock_ns(CLOCK_REALTIME);
	struct csr_text folder;
	size_t parent_length;
	int rc;

	rc = find_base();
	if (rc < 0)
		return rc;
	csr_text_init(&folder, csr_process.folder, sizeof(csr_process.folder));
	csr_text_add(&folder, csr_process.base);
	parent_length = folder.length;
	rc = make_parents();
	for (unsigned i = 0; rc == 0 && i < 1000; i++) {
		struct csr_text name;

		csr_text_init(&name, csr_process.name, sizeof(csr_process.name));
		csr_proc_self_name(&name, started + i);
		folder.length = parent_length;
		csr_text_add_char(&folder, '/');
		csr_text_add(&folder, csr_process.name);
		if (folder.is_full)
			return -ENAMETOOLONG;
		rc = (int)csr_sys(SYS_mkdirat, AT_FDCWD, csr_process.folder, 0700);
		if (rc != -EEXIST)
			return rc;
		rc = 0;
	}
	return rc ? rc : -EEXIST;
}

CSR_FN int csr_folder_write_facts(const char *folder, const struct csr_text *text)
{
	struct csr_file file;
	int rc = csr_file_create(&file, folder, "process.json");

	if (rc < 0)
		return rc;
	rc = csr_file_append(&file, folder, "process.json", text->data, text->length);
	csr_file_close(&file);
	return rc;
}
