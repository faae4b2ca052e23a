/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "elf_file.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf_strings.h"
#include "err.h"
#include "program_file.h"

static void add_line(struct csa_buf *warning, const char *text)
{
	csa_buf_add_fmt(warning, "%s%s", warning->length ? "; " : "", text);
}

/* Return: 0, or CSA_E_FORMAT and says why. */
static int report(struct csa_elf_file *file, struct csa_program_file *program,
		  struct csa_buf *warning)
{
	file->dwfl = dwfl_begin(&file->debug_files.callbacks);
	if (file->dwfl)
		/* Base 0 and its own program headers: addresses are link-time addresses. */
		file->module = dwfl_report_elf(file->dwfl, "", program->path, program->fd, 0, true);
	if (!file->module) {
		csa_buf_clear(warning);
		csa_buf_add_fmt(warning, "%s: no names for this module", dwfl_errmsg(-1));
		return CSA_E_FORMAT;
	}
	program->fd = -1; /* libdwfl has it now */
	dwfl_report_end(file->dwfl, NULL, NULL);
	csa_debug_files_use(&file->debug_files, file->module);
	return 0;
}

/* .debug_info, also under the name that it has when it is compressed the old way; or NULL. */
static Elf_Scn *find_debug_info(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (!elf || elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *name = NULL;

		if (gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS)
			name = elf_strptr(elf, names, header.sh_name);
		if (name && (strcmp(name, ".debug_info") == 0 || strcmp(name, ".zdebug_info") == 0))
			return section;
	}
	return NULL;
}

#define COMPRESSED_WITH_ZSTD 2 /* ELFCOMPRESS_ZSTD; headers before elfutils 0.189 lack it */

/* There is none, or it cannot be read. */
static void say_no_dwarf(const struct csa_elf_file *file, int error, struct csa_buf *warning)
{
	GElf_Addr bias;
	Elf_Scn *section = find_debug_info(dwfl_module_getelf(file->module, &bias));
	GElf_Chdr compression;

	if (!section)
		return;
	if (gelf_getchdr(section, &compression) && compression.ch_type == COMPRESSED_WITH_ZSTD) {
		add_line(warning,
			 "its DWARF is compressed with zstd, which needs a newer elfutils");
	} else {
		add_line(warning, "its DWARF cannot be read: ");
		csa_buf_add_str(warning, dwfl_errmsg(error));
	}
}

static bool are_strings_whole(struct csa_elf_file *file, Dwarf *dwarf)
{
	Dwarf *common = dwarf_getalt(dwarf);
	const char *end;

	return csa_dwarf_strings_end(dwarf_getelf(dwarf), &file->string_end) &&
	       (!common || csa_dwarf_strings_end(dwarf_getelf(common), &end));
}

static void open_dwarf(struct csa_elf_file *file, struct csa_buf *warning)
{
	Dwarf_Addr bias = 0;
	Dwarf *dwarf = dwfl_module_getdwarf(file->module, &bias);
	const char *name;
	const void *id;

	if (!dwarf) {
		say_no_dwarf(file, dwfl_errno(), warning);
		return;
	}
	switch (csa_debug_files_find_alt(&file->debug_files, dwarf,
					 csa_elf_file_debug_path(file))) {
	case 0:
		(void)dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
		add_line(warning, "the file with its common DWARF is not here: ");
		csa_buf_add_str(warning, name);
		break;
	case 1:
		break;
	default:
		add_line(warning, "its DWARF refers to something that is no file and is not read");
		return;
	}
	if (!are_strings_whole(file, dwarf)) {
		add_line(warning, "strings of its DWARF do not end in it: damaged, it is not read");
		return;
	}
	file->dwarf = dwarf;
	file->dwarf_bias = bias;
}

int csa_elf_file_open(struct csa_elf_file *file, const struct csa_file_wanted *wanted,
		      const struct csa_symbol_sources *sources, struct csa_buf *warning)
{
	struct csa_program_file program = { .fd = -1 };
	GElf_Ehdr header;
	GElf_Addr bias;
	Elf *elf;
	int rc;

	*file = (struct csa_elf_file){ 0 };
	rc = csa_debug_files_init(&file->debug_files, sources, wanted->path);
	if (rc < 0)
		csa_buf_add_str(warning, "out of memory: no names for this module");
	else
		rc = csa_program_open(&program, wanted, sources, warning);
	if (rc == 0)
		rc = report(file, &program, warning);
	if (rc == 0) {
		file->path = program.path;
		file->is_debug = program.is_debug;
		program.path = NULL;
		elf = dwfl_module_getelf(file->module, &bias);
		if (elf && gelf_getehdr(elf, &header))
			file->machine = header.e_machine;
		open_dwarf(file, warning);
	}
	if (rc < 0) {
		csa_elf_file_close(file);
		file->is_missing = program.is_missing;
	}
	csa_program_release(&program);
	return rc;
}

void csa_elf_file_close(struct csa_elf_file *file)
{
	if (file->dwfl)
		dwfl_end(file->dwfl);
	csa_debug_files_release(&file->debug_files);
	free(file->path);
	*file = (struct csa_elf_file){ .debug_files.alt_fd = -1 };
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

static const char *debug_path_or_null(const struct csa_elf_file *file)
{
	const char *path = NULL;

	dwfl_module_info(file->module, NULL, NULL, NULL, NULL, NULL, NULL, &path);
	return path;
}

const char *csa_elf_file_debug_path(const struct csa_elf_file *file)
{
	const char *path = debug_path_or_null(file);

	return path ? path : file->path;
}

/* Where the function symbols are: "dynamic symbols", "symbol table" or nothing, and of which file. */
static const char *symbols_from(const struct csa_elf_file *file, Elf *elf, const char **place)
{
	const char *debug_path = debug_path_or_null(file);
	Elf *symbols = NULL;
	GElf_Sym symbol;
	GElf_Addr bias;
	GElf_Addr addr;

	if (dwfl_module_getsymtab(file->module) > 1)
		dwfl_module_getsym_info(file->module, 1, &symbol, &addr, NULL, &symbols, &bias);
	if (!symbols)
		return NULL;
	if (symbols != elf)
		*place = debug_path ? debug_path : "the file's .gnu_debugdata";
	return symbols != elf || has_symbol_table(elf) ? "symbol table" : "dynamic symbols";
}

void csa_elf_file_names_from(const struct csa_elf_file *file, const char *recorded_path,
			     struct csa_buf *out)
{
	const char *own = strcmp(file->path, recorded_path) == 0 ? "the file" : file->path;
	const char *place = own;
	const char *dwarf_place = own;
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(file->module, &bias);
	const char *what = symbols_from(file, elf, &place);
	bool is_together;

	if (file->dwarf && dwarf_getelf(file->dwarf) != elf && debug_path_or_null(file))
		dwarf_place = debug_path_or_null(file);
	is_together = file->dwarf && what && strcmp(place, dwarf_place) == 0;
	if (!what)
		csa_buf_add_str(out, "no symbol table");
	else if (is_together)
		csa_buf_add_str(out, what);
	else
		csa_buf_add_fmt(out, "%s of %s", what, place);
	if (!file->dwarf)
		csa_buf_add_str(out, ", no DWARF");
	else
		csa_buf_add_fmt(out, "%s DWARF of %s", is_together ? " and" : ",", dwarf_place);
	if (file->debug_files.alt_path)
		csa_buf_add_fmt(out, " and %s", file->debug_files.alt_path);
}
