/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open, st_mtim */
#include "elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"

static const Dwfl_Callbacks callbacks = {
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
}

/*
 * The same build? Some tools pad a short id with zeros to the length of a long one. @text is
 * hexadecimal of any case.
 */
static bool is_same_id(const char *text, const char *other)
{
	size_t length = strlen(text);
	size_t other_length = strlen(other);

	if (length < other_length)
		return is_same_id(other, text);
	for (size_t i = 0; i < length; i++) {
		char expected = '0';

		if (i < other_length)
			expected = other[i];
		if (lower(text[i]) != lower(expected))
			return false;
	}
	return other_length > 0;
}

/* Adds the file's build-id in hexadecimal; nothing when it has none. */
static void add_build_id(Dwfl_Module *module, struct csa_buf *out)
{
	const unsigned char *bytes;
	GElf_Addr addr;
	int count = dwfl_module_build_id(module, &bytes, &addr);

	for (int i = 0; i < count; i++)
		csa_buf_add_fmt(out, "%02x", bytes[i]);
}

static int check_age(const struct stat *status, const struct csa_elf_file_wanted *wanted,
		     struct csa_buf *warning)
{
	uint64_t changed_ns =
		(uint64_t)status->st_mtim.tv_sec * 1000000000u + (uint64_t)status->st_mtim.tv_nsec;

	if (wanted->started_realtime_ns && status->st_mtim.tv_sec >= 0 &&
	    changed_ns > wanted->started_realtime_ns) {
		csa_buf_add_str(warning, "has no build-id and was changed after the program began: "
					 "no names for this module");
		return CSA_E_FORMAT;
	}
	csa_buf_add_str(warning, "has no build-id: whether this file is the one that ran is not "
				 "known");
	return 0;
}

static int check_identity(Dwfl_Module *module, const struct stat *status,
			  const struct csa_elf_file_wanted *wanted, struct csa_buf *warning)
{
	const char *wanted_id = wanted->build_id ? wanted->build_id : "";
	struct csa_buf id;
	int rc = 0;

	csa_buf_init(&id);
	add_build_id(module, &id);
	if (id.failed)
		rc = CSA_E_NOMEM;
	else if (!*wanted_id && id.length == 0)
		rc = check_age(status, wanted, warning);
	else if (!is_same_id(wanted_id, id.data))
		rc = CSA_E_FORMAT;
	if (rc == CSA_E_FORMAT && warning->length == 0)
		csa_buf_add_fmt(warning,
				"is another build (build-id %s, the program ran with %s): "
				"no names for this module",
				id.length ? id.data : "none", *wanted_id ? wanted_id : "none");
	csa_buf_release(&id);
	return rc;
}

static int open_regular(const char *path, struct stat *status, struct csa_buf *warning)
{
	/* O_NONBLOCK: a FIFO of that name must not stop the report. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, status) != 0) {
		csa_buf_add_fmt(warning, "%s: no names for this module", strerror(errno));
	} else if (!S_ISREG(status->st_mode)) {
		csa_buf_add_str(warning, "is not a regular file: no names for this module");
	} else {
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return CSA_E_ABSENT;
}

int csa_elf_file_open(struct csa_elf_file *file, const struct csa_elf_file_wanted *wanted,
		      struct csa_buf *warning)
{
	struct stat status;
	GElf_Ehdr header;
	GElf_Addr bias;
	Dwarf_Addr dwarf_bias = 0;
	Elf *elf;
	int fd;
	int rc = CSA_E_FORMAT;

	*file = (struct csa_elf_file){ 0 };
	fd = open_regular(wanted->path, &status, warning);
	if (fd < 0)
		return fd;
	elf_version(EV_CURRENT);
	file->dwfl = dwfl_begin(&callbacks);
	if (file->dwfl)
		/* Base 0 and its own program headers: addresses are link-time addresses. */
		file->module = dwfl_report_elf(file->dwfl, "", wanted->path, fd, 0, true);
	if (!file->module) {
		csa_buf_add_fmt(warning, "%s: no names for this module", dwfl_errmsg(-1));
		close(fd); /* libdwfl takes it only on success */
		goto out;
	}
	dwfl_report_end(file->dwfl, NULL, NULL);
	rc = check_identity(file->module, &status, wanted, warning);
	if (rc < 0)
		goto out;
	elf = dwfl_module_getelf(file->module, &bias);
	if (elf && gelf_getehdr(elf, &header))
		file->machine = header.e_machine;
	file->dwarf = dwfl_module_getdwarf(file->module, &dwarf_bias);
	file->dwarf_bias = dwarf_bias;
out:
	if (rc < 0)
		csa_elf_file_close(file);
	return rc;
}

void csa_elf_file_close(struct csa_elf_file *file)
{
	if (file->dwfl)
		dwfl_end(file->dwfl);
	*file = (struct csa_elf_file){ 0 };
}

static bool has_symbol_table(Elf *elf)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			return true;
	}
	return false;
}

void csa_elf_file_names_from(const struct csa_elf_file *file, struct csa_buf *out)
{
	const char *debug_file = NULL;
	const char *place = "the file";
	const char *what = "dynamic symbols";
	const char *dwarf_place = place;
	GElf_Addr bias;
	GElf_Sym symbol;
	GElf_Addr addr;
	Elf *symbols = NULL;
	Elf *elf = dwfl_module_getelf(file->module, &bias);

	dwfl_module_info(file->module, NULL, NULL, NULL, NULL, NULL, NULL, &debug_file);
	if (dwfl_module_getsymtab(file->module) > 1)
		dwfl_module_getsym_info(file->module, 1, &symbol, &addr, NULL, &symbols, &bias);
	if (symbols && (symbols != elf || has_symbol_table(elf)))
		what = "symbol table";
	if (symbols && symbols != elf)
		place = debug_file ? debug_file : "the file's .gnu_debugdata";
	if (file->dwarf && dwarf_getelf(file->dwarf) != elf && debug_file)
		dwarf_place = debug_file;

	if (!symbols)
		csa_buf_add_str(out, "no symbol table");
	else if (file->dwarf && strcmp(place, dwarf_place) == 0)
		csa_buf_add_fmt(out, "%s", what);
	else
		csa_buf_add_fmt(out, "%s of %s", what, place);
	if (!file->dwarf)
		csa_buf_add_str(out, ", no DWARF");
	else
		csa_buf_add_fmt(out, "%s DWARF of %s",
				symbols && strcmp(place, dwarf_place) == 0 ? " and" : ",",
				dwarf_place);
}
