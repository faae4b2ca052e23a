/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open */
#include "program_facts.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hook_list.h"

#define RUNTIME_LIBRARY "libcallsight-rt.so"
#define BUILD_ID_TYPE   3 /* NT_GNU_BUILD_ID */

static void read_dynamic(struct csa_program_facts *facts, Elf *elf, Elf_Scn *section,
			 const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; data && i < count; i++) {
		GElf_Dyn entry;
		const char *text;

		if (!gelf_getdyn(data, (int)i, &entry))
			return;
		if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RUNPATH &&
		    entry.d_tag != DT_RPATH)
			continue;
		text = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
		if (!text)
			continue;
		if (entry.d_tag == DT_NEEDED)
			facts->needs_shared_runtime |= strcmp(text, RUNTIME_LIBRARY) == 0;
		else
			snprintf(facts->runpath, sizeof(facts->runpath), "%s", text);
	}
}

/* The name and its NUL, then a checksum. */
static void read_debug_link(struct csa_program_facts *facts, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);

	if (data && data->d_buf && memchr(data->d_buf, '\0', data->d_size))
		snprintf(facts->debug_link, sizeof(facts->debug_link), "%s",
			 (const char *)data->d_buf);
}

static void read_notes(struct csa_program_facts *facts, Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Nhdr note;
	size_t offset = 0;
	size_t name;
	size_t desc;

	while (data && (offset = gelf_getnote(data, offset, &note, &name, &desc)) > 0) {
		if (note.n_type == BUILD_ID_TYPE && note.n_namesz == 4 &&
		    memcmp((const char *)data->d_buf + name, "GNU", 4) == 0)
			facts->has_build_id = true;
	}
}

static void read_section(struct csa_program_facts *facts, Elf *elf, Elf_Scn *section,
			 const char *name, const GElf_Shdr *header)
{
	if (header->sh_type == SHT_DYNAMIC)
		read_dynamic(facts, elf, section, header);
	else if (header->sh_type == SHT_NOTE)
		read_notes(facts, section);
	else if (header->sh_type == SHT_SYMTAB)
		facts->has_symbols = true;
	else if (header->sh_type == SHT_DYNSYM)
		facts->has_dynamic_symbols = true;
	else if (strcmp(name, ".debug_info") == 0 || strcmp(name, ".zdebug_info") == 0)
		facts->has_debug_info = true;
	else if (strcmp(name, ".gnu_debuglink") == 0)
		read_debug_link(facts, section);
}

static bool has_dwo_name(const char *at, size_t size)
{
	while (size) {
		size_t length = strnlen(at, size);

		if (length > 4 && memcmp(at + length - 4, ".dwo", 4) == 0)
			return true;
		length += length < size;
		at += length;
		size -= length;
	}
	return false;
}

/* The skeleton of a split unit names its file: DW_AT_dwo_name. */
static bool names_dwo(Elf *elf, size_t names)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr header;
		const char *name;
		Elf_Data *data;

		if (!gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (!name || strcmp(name, ".debug_str") != 0)
			continue;
		if ((header.sh_flags & SHF_COMPRESSED) && elf_compress(section, 0, 0) < 0)
			continue;
		data = elf_getdata(section, NULL);
		if (data && data->d_buf && has_dwo_name(data->d_buf, data->d_size))
			return true;
	}
	return false;
}

static void read_hooks(struct csa_program_facts *facts, Elf *elf)
{
	struct csa_hook_list list = { 0 };
	size_t *const counts[] = { [CSA_HOOK_TRACED] = &facts->hooked,
				   [CSA_HOOK_SILENCED] = &facts->silenced,
				   [CSA_HOOK_KEPT] = &facts->kept };

	facts->has_list = csa_hook_list_read(&list, elf, NULL) == 0 && list.is_there;
	for (size_t i = 0; i < list.count; i++) {
		if (list.items[i].mark >= CSA_HOOK_TRACED && list.items[i].mark <= CSA_HOOK_KEPT)
			++*counts[list.items[i].mark];
	}
	csa_hook_list_release(&list);
}

static bool read_elf(struct csa_program_facts *facts, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Ehdr header;
	size_t names;

	if (!elf || !gelf_getehdr(elf, &header) || elf_getshdrstrndx(elf, &names) != 0)
		return false;
	facts->machine = header.e_machine;
	facts->is_library = header.e_type == ET_DYN;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr section_header;
		const char *name;

		if (!gelf_getshdr(section, &section_header))
			continue;
		name = elf_strptr(elf, names, section_header.sh_name);
		read_section(facts, elf, section, name ? name : "", &section_header);
		if (name && strcmp(name, ".interp") == 0)
			facts->is_library = false;
	}
	facts->is_split = facts->has_debug_info && names_dwo(elf, names);
	read_hooks(facts, elf);
	return true;
}

int csa_program_facts_read(struct csa_program_facts *facts, const char *path, struct csa_err *err)
{
	char package[4200];
	bool is_elf;
	Elf *elf;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	*facts = (struct csa_program_facts){ 0 };
	if (fd < 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s",
				strerror(errno));
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	is_elf = read_elf(facts, elf);
	elf_end(elf);
	close(fd);
	if (!is_elf)
		return csa_fail(err, CSA_E_FORMAT, "is no program or library");
	snprintf(package, sizeof(package), "%s.dwp", path);
	facts->has_package = access(package, R_OK) == 0;
	return 0;
}

const char *csa_machine_name(int machine, char *text, size_t size)
{
	static const struct {
		int machine;
		const char *name;
	} names[] = { { EM_X86_64, "x86-64" }, { EM_386, "x86" },     { EM_AARCH64, "aarch64" },
		      { EM_ARM, "arm" },       { EM_RISCV, "riscv" }, { EM_PPC64, "ppc64" },
		      { EM_PPC, "powerpc" },   { EM_S390, "s390" },   { EM_MIPS, "mips" } };

	snprintf(text, size, "machine %d", machine);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (names[i].machine == machine)
			snprintf(text, size, "%s", names[i].name);
	}
	return text;
}
