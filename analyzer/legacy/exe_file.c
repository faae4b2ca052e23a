/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* realpath, O_CLOEXEC */
#include "exe_file.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

#define ANY_PROGRAM_BYTES (1ull << 31) /* code of one module is within 2 GiB of its start */

static int read_segments(struct csa_exe_file *exe, Elf *elf)
{
	size_t count = 0;

	if (elf_getphdrnum(elf, &count) != 0)
		return CSA_E_FORMAT;
	exe->start_addr = UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(elf, (int)i, &p) || p.p_type != PT_LOAD)
			continue;
		if (p.p_vaddr < exe->start_addr)
			exe->start_addr = p.p_vaddr;
		if (p.p_vaddr + p.p_memsz > exe->end_addr)
			exe->end_addr = p.p_vaddr + p.p_memsz;
	}
	return exe->start_addr < exe->end_addr ? 0 : CSA_E_FORMAT;
}

static int read_build_id(struct csa_exe_file *exe, Elf *elf, struct csa_err *err)
{
	const void *bytes;
	ssize_t count = dwelf_elf_gnu_build_id(elf, &bytes);
	struct csa_buf text;

	if (count <= 0)
		return 0;
	csa_buf_init(&text);
	for (ssize_t i = 0; i < count; i++)
		csa_buf_add_fmt(&text, "%02x", ((const unsigned char *)bytes)[i]);
	exe->build_id = csa_buf_steal(&text);
	return exe->build_id ? 0 : csa_fail(err, CSA_E_NOMEM, "no memory for a build-id");
}

static int read_elf(struct csa_exe_file *exe, Elf *elf, struct csa_err *err)
{
	const char *ident = elf ? elf_getident(elf, NULL) : NULL;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !ident || read_segments(exe, elf) < 0)
		return csa_fail(err, CSA_E_FORMAT, "not a program: expected an ELF file with code");
	exe->is_big_endian = ident[EI_DATA] == ELFDATA2MSB;
	return read_build_id(exe, elf, err);
}

static int read_file(struct csa_exe_file *exe, const char *path, struct csa_err *err)
{
	/* O_NONBLOCK: a FIFO of that name must not stop the report. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	Elf *elf;
	int rc;

	if (fd < 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s",
				strerror(errno));
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return csa_fail(err, CSA_E_FORMAT, "not a regular file");
	}
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	rc = read_elf(exe, elf, err);
	elf_end(elf);
	close(fd);
	return rc;
}

int csa_exe_file_read(struct csa_exe_file *exe, const char *path, struct csa_err *err)
{
	int rc;

	*exe = (struct csa_exe_file){ .end_addr = ANY_PROGRAM_BYTES };
	if (!path)
		return 0;
	exe->end_addr = 0;
	rc = read_file(exe, path, err);
	if (rc == 0) {
		exe->path = realpath(path, NULL);
		if (!exe->path)
			rc = csa_fail(err, CSA_E_IO, "%s", strerror(errno));
	}
	if (rc < 0)
		csa_err_context(err, "--exe %s", path);
	return rc;
}

void csa_exe_file_release(struct csa_exe_file *exe)
{
	free(exe->path);
	free(exe->build_id);
	*exe = (struct csa_exe_file){ 0 };
}
