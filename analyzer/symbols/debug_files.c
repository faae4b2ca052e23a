/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* strdup, readlink, realpath */
#include "debug_files.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "err.h"
#include "file_identity.h"
#include "file_search.h"
#include "packed_sections.h"

#define PATH_BYTES 4096u
#define FOUND      1

/* A separate debug file that is looked for. */
struct wanted_debug {
	struct csa_buf build_id; /* hexadecimal */
	bool takes_symbols;      /* also without DWARF: the module has no symbol table */
	int fd;
	char *path;
};

static bool has_symbol_table(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			return true;
	}
	return false;
}

static bool has_dwarf(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *name;

		if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (name && (strcmp(name, ".debug_info") == 0 || strcmp(name, ".zdebug_info") == 0))
			return true;
	}
	return false;
}

/* Has it the id, and something that the module lacks? */
static bool is_wanted(Elf *elf, const struct wanted_debug *wanted)
{
	struct csa_buf id;
	bool result;

	if (!elf || elf_kind(elf) != ELF_K_ELF)
		return false;
	csa_buf_init(&id);
	csa_build_id_add(elf, &id);
	result = !id.failed && csa_packed_is_bounded(elf) &&
		 csa_build_id_is_same(id.data, wanted->build_id.data) &&
		 (has_dwarf(elf) || (wanted->takes_symbols && has_symbol_table(elf)));
	csa_buf_release(&id);
	return result;
}

static int try_debug(void *state, const char *path)
{
	struct wanted_debug *wanted = state;
	struct stat status;
	int fd = csa_open_regular(path, &status);
	Elf *elf;

	if (fd < 0)
		return 0;
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (is_wanted(elf, wanted)) {
		wanted->path = strdup(path);
		wanted->fd = wanted->path ? fd : -1;
	}
	elf_end(elf);
	if (wanted->fd != fd)
		close(fd);
	return wanted->fd == fd ? FOUND : 0;
}

/* In the folders and by build-id. Return: a descriptor or -1. */
static int find_by_id(struct csa_debug_files *files, Dwfl_Module *module, char **path)
{
	struct wanted_debug wanted = { .fd = -1 };
	struct csa_file_search search = {
		.sources = files->sources, .path = files->path, .try = try_debug, .state = &wanted
	};
	const unsigned char *bytes;
	GElf_Addr addr;
	int count = dwfl_module_build_id(module, &bytes, &addr);
	Elf *elf = dwfl_module_getelf(module, &addr);

	csa_buf_init(&wanted.build_id);
	for (int i = 0; i < count; i++)
		csa_buf_add_fmt(&wanted.build_id, "%02x", bytes[i]);
	search.build_id = wanted.build_id.data;
	wanted.takes_symbols = elf && !has_symbol_table(elf);
	if (count > 0 && csa_search_debug(&search) == FOUND)
		*path = wanted.path;
	csa_buf_release(&wanted.build_id);
	return wanted.fd;
}

static bool is_bounded_file(int fd)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	bool result = elf && csa_packed_is_bounded(elf);

	elf_end(elf);
	return result;
}

/* Nothing is there, or a file that neither stops who opens it nor fills the memory. */
static bool is_harmless_file(const char *path)
{
	struct stat status;
	bool result;
	int fd;

	if (stat(path, &status) != 0)
		return true;
	fd = csa_open_regular(path, &status);
	if (fd < 0)
		return errno != EINVAL;
	result = is_bounded_file(fd);
	close(fd);
	return result;
}

/* Of what another file names: libdwfl opens it by itself. */
static bool is_harmless(const char *main_path, const char *named)
{
	static const char *const folders[] = { "", ".debug/" };
	const char *slash = main_path ? strrchr(main_path, '/') : NULL;
	bool result = true;

	for (int i = 0; i < 2 && result; i++) {
		struct csa_buf path;

		csa_buf_init(&path);
		if (*named != '/' && slash)
			csa_buf_add(&path, main_path, (size_t)(slash + 1 - main_path));
		csa_buf_add_fmt(&path, "%s%s", *named == '/' ? "" : folders[i], named);
		result = !path.failed && is_harmless_file(path.data);
		csa_buf_release(&path);
	}
	return result;
}

static char *path_of(int fd)
{
	char link[40];
	char path[PATH_BYTES];
	ssize_t length;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path) - 1);
	if (length <= 0)
		return NULL;
	path[length] = '\0';
	return strdup(path);
}

static int find_debuginfo(Dwfl_Module *module, void **state, const char *name, Dwarf_Addr base,
			  const char *main_path, const char *named, GElf_Word checksum,
			  char **found_path)
{
	struct csa_debug_files *files = *state;
	bool is_alt = named && checksum == 0;
	int fd = -1;

	if (files->sources->only_itself)
		return -1;
	/* The link names a file, its folder is ours to choose. */
	if (named && !is_alt && strchr(named, '/'))
		return -1;
	if (named && !is_harmless(main_path, named))
		return -1;
	if (!is_alt)
		fd = find_by_id(files, module, found_path);
	if (fd < 0)
		fd = dwfl_standard_find_debuginfo(module, state, name, base, main_path, named,
						  checksum, found_path);
	if (fd < 0 || *found_path)
		return fd;
	if (!is_bounded_file(fd)) {
		close(fd);
		return -1;
	}
	*found_path = path_of(fd); /* from debuginfod: a file in its cache */
	return fd;
}

/* A colon would end it: such a folder is searched by build-id only. */
static void add_folder(struct csa_buf *folders, const char *dir, const char *below)
{
	char *path = realpath(dir, NULL);

	if (path && !strchr(path, ':'))
		csa_buf_add_fmt(folders, ":%s%s", path, below);
	free(path);
}

int csa_debug_files_init(struct csa_debug_files *files, const struct csa_symbol_sources *sources,
			 const char *path)
{
	struct csa_buf folders;

	*files = (struct csa_debug_files){ .sources = sources, .path = path, .alt_fd = -1 };
	/* +: checksums are compared. */
	csa_buf_init(&folders);
	csa_buf_add_str(&folders, "+:.debug");
	for (size_t i = 0; i < sources->dir_count; i++)
		add_folder(&folders, sources->dirs[i], "");
	if (sources->sysroot)
		add_folder(&folders, sources->sysroot, "/usr/lib/debug");
	csa_buf_add_str(&folders, ":/usr/lib/debug");
	files->folders = csa_buf_steal(&folders);
	if (!files->folders)
		return CSA_E_NOMEM;
	files->callbacks = (Dwfl_Callbacks){
		.find_debuginfo = find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &files->folders,
	};
	return 0;
}

void csa_debug_files_use(struct csa_debug_files *files, Dwfl_Module *module)
{
	void **state;

	if (dwfl_module_info(module, &state, NULL, NULL, NULL, NULL, NULL, NULL) && state)
		*state = files;
}

int csa_debug_files_find_alt(struct csa_debug_files *files, Dwarf *dwarf, const char *main_path)
{
	struct wanted_debug wanted = { .fd = -1 };
	struct csa_file_search search = {
		.sources = files->sources, .path = files->path, .try = try_debug, .state = &wanted
	};
	const char *name;
	const void *bytes;
	ssize_t count = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &bytes);

	if (count <= 0)
		return 1;
	/* libdw opens it by itself when an entry stands in it. */
	if (!is_harmless(main_path, name))
		return -1;
	if (dwarf_getalt(dwarf))
		return 1;
	csa_buf_init(&wanted.build_id);
	for (ssize_t i = 0; i < count; i++)
		csa_buf_add_fmt(&wanted.build_id, "%02x", ((const unsigned char *)bytes)[i]);
	search.build_id = wanted.build_id.data;
	if (csa_search_extra(&search, name) == FOUND) {
		files->alt_fd = wanted.fd;
		files->alt_path = wanted.path;
		files->alt = dwarf_begin(wanted.fd, DWARF_C_READ);
		if (files->alt)
			dwarf_setalt(dwarf, files->alt);
	}
	csa_buf_release(&wanted.build_id);
	return files->alt != NULL;
}

void csa_debug_files_release(struct csa_debug_files *files)
{
	if (files->alt)
		dwarf_end(files->alt);
	if (files->alt_fd >= 0)
		close(files->alt_fd);
	free(files->alt_path);
	free(files->folders);
	*files = (struct csa_debug_files){ .alt_fd = -1 };
}
