/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath, strdup */
#include "split_units.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "file_search.h"
#include "packed_sections.h"
#include "split_parts.h"

#define FOUND 1

/* A skeleton, and what is looked for. */
struct wanted {
	struct csa_split_unit *unit;
	Dwarf_Die *top;
	Dwarf_Die *skeleton;
	uint64_t id;
	const char *name;   /* of the .dwo file */
	const char *folder; /* where the compiler ran; NULL: not known */
};

void csa_split_units_init(struct csa_split_units *units, const struct csa_symbol_sources *sources,
			  const char *program_path, const char *dwarf_path)
{
	*units = (struct csa_split_units){ .sources = sources,
					   .program_path = program_path,
					   .dwarf_path = dwarf_path };
}

void csa_split_units_release(struct csa_split_units *units)
{
	for (unsigned i = 0; i < units->package_count; i++) {
		elf_end(units->packages[i].elf);
		close(units->packages[i].fd);
	}
	free(units->missing_name);
	*units = (struct csa_split_units){ 0 };
}

void csa_split_unit_release(struct csa_split_unit *unit)
{
	if (unit->dwarf)
		dwarf_end(unit->dwarf);
	elf_end(unit->elf);
	free(unit->image);
	*unit = (struct csa_split_unit){ 0 };
}

/* The text of one of two attributes of a skeleton, the new one and that of GNU before it. */
static const char *text_of(Dwarf_Die *die, unsigned name, unsigned old_name)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr(die, name, &attribute) || dwarf_attr(die, old_name, &attribute))
		return dwarf_formstring(&attribute);
	return NULL;
}

/*
 * The skeleton's addresses, which its unit counts from 0. Where they end is not said before DWARF 5: a
 * unit names at most one with each of its bytes.
 */
static void set_addresses(struct csa_split_parts *parts, Dwarf_Die *skeleton, uint8_t address_bytes)
{
	Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(skeleton->cu));
	size_t most = parts->sections[CSA_SPLIT_INFO].size;
	Dwarf_Attribute attribute;
	Elf_Scn *section = NULL;
	Dwarf_Word base = 0;
	size_t strings;

	if ((dwarf_attr(skeleton, DW_AT_addr_base, &attribute) ||
	     dwarf_attr(skeleton, DW_AT_GNU_addr_base, &attribute)) &&
	    dwarf_formudata(&attribute, &base) != 0)
		return;
	if (!elf || elf_getshdrstrndx(elf, &strings) != 0)
		return;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		const char *name = NULL;
		GElf_Shdr header;
		Elf_Data *data;

		if (gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS)
			name = elf_strptr(elf, strings, header.sh_name);
		if (!name || strcmp(name, ".debug_addr") != 0)
			continue;
		data = elf_rawdata(section, NULL);
		if (!data || !data->d_buf || base > data->d_size)
			return;
		parts->sections[CSA_SPLIT_ADDR].bytes = (const unsigned char *)data->d_buf + base;
		parts->sections[CSA_SPLIT_ADDR].size = data->d_size - base;
		if (parts->sections[CSA_SPLIT_ADDR].size / address_bytes > most)
			parts->sections[CSA_SPLIT_ADDR].size = most * address_bytes;
	}
}

/* Is the unit of this id in it? Sets top. */
static bool find_unit(const struct wanted *wanted, Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	uint64_t id;
	uint8_t type;

	while (dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, NULL) == 0) {
		if (type != DW_UT_split_compile ||
		    dwarf_cu_info(unit, NULL, NULL, NULL, NULL, &id, NULL, NULL) != 0 ||
		    id != wanted->id)
			continue;
		*wanted->top = die;
		return true;
	}
	return false;
}

static bool read_parts(const struct wanted *wanted, struct csa_split_parts *parts)
{
	struct csa_split_unit *unit = wanted->unit;
	uint8_t address_bytes = 0;

	if (dwarf_cu_info(wanted->skeleton->cu, NULL, NULL, NULL, NULL, NULL, &address_bytes,
			  NULL) != 0 ||
	    address_bytes == 0)
		return false;
	set_addresses(parts, wanted->skeleton, address_bytes);
	unit->image = csa_split_image(parts, &unit->image_bytes);
	unit->elf = unit->image ? elf_memory(unit->image, unit->image_bytes) : NULL;
	unit->dwarf = unit->elf ? dwarf_begin_elf(unit->elf, DWARF_C_READ, NULL) : NULL;
	if (unit->dwarf && find_unit(wanted, unit->dwarf))
		return true;
	csa_split_unit_release(unit);
	return false;
}

static int try_dwo(void *state, const char *path)
{
	const struct wanted *wanted = state;
	struct csa_split_parts parts;
	struct stat status;
	int fd = csa_open_regular(path, &status);
	bool found = false;
	Elf *elf;

	if (fd < 0)
		return 0;
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf && csa_packed_is_bounded(elf) && csa_split_parts_whole(&parts, elf))
		found = read_parts(wanted, &parts);
	elf_end(elf);
	close(fd);
	return found ? FOUND : 0;
}

static int add_package(void *state, const char *path)
{
	struct csa_split_units *units = state;
	struct csa_split_package *package = &units->packages[units->package_count];
	struct stat status;

	if (units->package_count == CSA_SPLIT_PACKAGES)
		return FOUND;
	package->fd = csa_open_regular(path, &status);
	if (package->fd < 0)
		return 0;
	package->elf = elf_begin(package->fd, ELF_C_READ_MMAP, NULL);
	if (package->elf && csa_packed_is_bounded(package->elf)) {
		units->package_count++;
	} else {
		elf_end(package->elf);
		close(package->fd);
	}
	return 0;
}

/* "<file>.dwp" of the file with the skeletons and of the program, in the folders as well. */
static void open_packages(struct csa_split_units *units)
{
	const char *const of[] = { units->dwarf_path, units->program_path };
	const struct csa_file_search search = { .sources = units->sources,
						.try = add_package,
						.state = units };

	units->packages_were_opened = true;
	for (int i = 0; i < 2; i++) {
		struct csa_buf path;

		if (i == 1 && strcmp(of[0], of[1]) == 0)
			break;
		csa_buf_init(&path);
		csa_buf_add_fmt(&path, "%s.dwp", of[i]);
		if (!path.failed)
			(void)add_package(units, path.data);
		if (!path.failed)
			(void)csa_search_extra(&search, path.data);
		csa_buf_release(&path);
	}
}

static bool find_in_packages(const struct wanted *wanted, struct csa_split_units *units)
{
	if (!units->packages_were_opened)
		open_packages(units);
	for (unsigned i = 0; i < units->package_count; i++) {
		struct csa_split_parts parts;

		if (csa_split_parts_of_package(&parts, units->packages[i].elf, wanted->id) &&
		    read_parts(wanted, &parts))
			return true;
	}
	return false;
}

/* Adds "<folder of @path>/<name>", or @name when it is absolute. */
static void add_beside(struct csa_buf *out, const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	if (*name != '/' && slash)
		csa_buf_add(out, path, (size_t)(slash + 1 - path));
	csa_buf_add_str(out, name);
}

/* Where the compiler wrote it, and the same below the folder of the program. */
static bool find_where_built(struct wanted *wanted, const char *dwarf_path)
{
	char *real = realpath(dwarf_path, NULL);
	struct csa_buf path;
	bool found;

	csa_buf_init(&path);
	add_beside(&path, real ? real : dwarf_path, wanted->name);
	found = !path.failed && try_dwo(wanted, path.data) == FOUND;
	csa_buf_clear(&path);
	if (!found && wanted->folder && *wanted->name != '/') {
		csa_buf_add_fmt(&path, "%s/%s", wanted->folder, wanted->name);
		found = !path.failed && try_dwo(wanted, path.data) == FOUND;
	}
	csa_buf_release(&path);
	free(real);
	return found;
}

/* Beside the program under its bare name, in the folders, and below the sysroot. */
static bool find_dwo(struct wanted *wanted, const struct csa_split_units *units)
{
	const struct csa_file_search search = { .sources = units->sources,
						.try = try_dwo,
						.state = wanted };
	const char *slash = strrchr(wanted->name, '/');
	struct csa_buf path;
	bool found;

	csa_buf_init(&path);
	add_beside(&path, units->dwarf_path, slash ? slash + 1 : wanted->name);
	found = !path.failed && try_dwo(wanted, path.data) == FOUND;
	csa_buf_clear(&path);
	if (*wanted->name != '/' && wanted->folder)
		csa_buf_add_fmt(&path, "%s/", wanted->folder);
	csa_buf_add_str(&path, wanted->name);
	found = found || (!path.failed && csa_search_extra(&search, path.data) == FOUND);
	found = found || csa_search_extra(&search, wanted->name) == FOUND;
	csa_buf_release(&path);
	return found;
}

bool csa_split_unit_open(struct csa_split_unit *unit, struct csa_split_units *units,
			 Dwarf_Die *skeleton, Dwarf_Die *top)
{
	struct wanted wanted = {
		.unit = unit,
		.top = top,
		.skeleton = skeleton,
		.name = text_of(skeleton, DW_AT_dwo_name, DW_AT_GNU_dwo_name),
		.folder = text_of(skeleton, DW_AT_comp_dir, DW_AT_comp_dir),
	};

	*unit = (struct csa_split_unit){ 0 };
	if (wanted.name && *wanted.name &&
	    dwarf_cu_info(skeleton->cu, NULL, NULL, NULL, NULL, &wanted.id, NULL, NULL) == 0 &&
	    (find_where_built(&wanted, units->dwarf_path) || find_in_packages(&wanted, units) ||
	     find_dwo(&wanted, units)))
		return true;
	units->missing++;
	if (!units->missing_name && wanted.name)
		units->missing_name = strdup(wanted.name);
	return false;
}
