/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open */
#include "hook_check.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "spans.h"

#define RUNTIME_SECTION ".callsight.runtime" /* in every link with the runtime; strip keeps it */
#define RUNTIME_LIBRARY "libcallsight-rt.so" /* DT_NEEDED of a program with the shared runtime */
#define ENTER_HOOK      "__wrap___cyg_profile_func_enter"
#define EXIT_HOOK       "__wrap___cyg_profile_func_exit"

struct program {
	Elf *elf;
	int machine;
	size_t section_names;
	bool has_runtime;
	bool is_shared_runtime;
	bool uses_exit_hook;      /* undefined: some code of this file calls it */
	uint64_t hooks[2];        /* addresses in this file; 0: not known */
	struct csa_spans runtime; /* its functions: it calls the hooks to measure their cost */
};

/* By name; helpers without a name of ours stand behind the name of their file. */
static bool is_runtime_function(const char *name, const char *file)
{
	return strncmp(name, "csr_", 4) == 0 || strncmp(name, "__wrap___cyg_", 13) == 0 ||
	       strcmp(file, "hook_cost.c") == 0;
}

static void read_symbol(struct program *program, const GElf_Sym *symbol, const char *name,
			const char **file)
{
	unsigned char type = GELF_ST_TYPE(symbol->st_info);

	if (type == STT_FILE || GELF_ST_BIND(symbol->st_info) != STB_LOCAL)
		*file = type == STT_FILE ? name : "";
	if (symbol->st_shndx != SHN_UNDEF && type == STT_FUNC && is_runtime_function(name, *file))
		/* Without memory the runtime's calls count as others do. */
		csa_spans_add(&program->runtime, symbol->st_value,
			      symbol->st_value + symbol->st_size, 0);
	if (strcmp(name, ENTER_HOOK) != 0 && strcmp(name, EXIT_HOOK) != 0)
		return;
	program->has_runtime = true;
	if (symbol->st_shndx != SHN_UNDEF)
		program->hooks[strcmp(name, EXIT_HOOK) == 0] = symbol->st_value;
	else if (strcmp(name, EXIT_HOOK) == 0)
		program->uses_exit_hook = true;
}

static void read_symbols(struct program *program, Elf_Scn *section, const GElf_Shdr *header)
{
	const char *file = "";
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 1; data && i < count; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol))
			return;
		name = elf_strptr(program->elf, header->sh_link, symbol.st_name);
		if (name)
			read_symbol(program, &symbol, name, &file);
	}
}

static void read_needed(struct program *program, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; data && i < count; i++) {
		GElf_Dyn entry;
		const char *name = NULL;

		if (!gelf_getdyn(data, (int)i, &entry))
			return;
		if (entry.d_tag == DT_NEEDED)
			name = elf_strptr(program->elf, header->sh_link, entry.d_un.d_val);
		if (name && strcmp(name, RUNTIME_LIBRARY) == 0) {
			program->has_runtime = true;
			program->is_shared_runtime = true;
		}
	}
}

static void read_sections(struct program *program)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(program->elf, section)) != NULL) {
		GElf_Shdr header;
		const char *name;

		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(program->elf, program->section_names, header.sh_name);
		if (name && strcmp(name, RUNTIME_SECTION) == 0)
			program->has_runtime = true;
		if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
			read_symbols(program, section, &header);
		else if (header.sh_type == SHT_DYNAMIC)
			read_needed(program, section, &header);
	}
}

/* Does what stands at @from lead to a hook, and is it not the runtime's own? */
static bool is_call(const struct program *program, uint64_t from, uint64_t to)
{
	return (to == program->hooks[0] || to == program->hooks[1]) &&
	       !csa_spans_find(&program->runtime, from);
}

/* A call, or a jump in its place where the hook is the last thing that a function does. */
static bool has_call_x86_64(const struct program *program, const unsigned char *code, size_t count,
			    uint64_t addr)
{
	for (size_t i = 0; i + 5 <= count; i++) {
		uint32_t distance;

		if (code[i] != 0xe8 && code[i] != 0xe9)
			continue;
		distance = (uint32_t)code[i + 1] | (uint32_t)code[i + 2] << 8 |
			   (uint32_t)code[i + 3] << 16 | (uint32_t)code[i + 4] << 24;
		if (is_call(program, addr + i, addr + i + 5 + (uint64_t)(int64_t)(int32_t)distance))
			return true;
	}
	return false;
}

static bool has_call_aarch64(const struct program *program, const unsigned char *code, size_t count,
			     uint64_t addr)
{
	for (size_t i = 0; i + 4 <= count; i += 4) {
		uint32_t word = (uint32_t)code[i] | (uint32_t)code[i + 1] << 8 |
				(uint32_t)code[i + 2] << 16 | (uint32_t)code[i + 3] << 24;
		/* 26 bits of words, signed */
		int64_t distance = (int64_t)((uint64_t)(word & 0x3ffffffu) << 38) >> 36;

		if ((word & 0x7c000000u) == 0x14000000u &&
		    is_call(program, addr + i, addr + i + (uint64_t)distance))
			return true;
	}
	return false;
}

static bool has_call_in(const struct program *program, Elf_Scn *section)
{
	GElf_Shdr header;
	Elf_Data *data;

	if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS ||
	    !(header.sh_flags & SHF_EXECINSTR))
		return false;
	data = elf_getdata(section, NULL);
	if (!data || !data->d_buf)
		return false;
	if (program->machine == EM_X86_64)
		return has_call_x86_64(program, data->d_buf, data->d_size, header.sh_addr);
	return has_call_aarch64(program, data->d_buf, data->d_size, header.sh_addr);
}

static bool has_call(struct program *program)
{
	Elf_Scn *section = NULL;

	if (program->uses_exit_hook || program->is_shared_runtime)
		return true; /* the libraries of the program may have hooks as well */
	if (!program->hooks[0] || !program->hooks[1] ||
	    (program->machine != EM_X86_64 && program->machine != EM_AARCH64))
		return true; /* stripped, or instructions that are not known here */
	csa_spans_sort(&program->runtime);
	while ((section = elf_nextscn(program->elf, section)) != NULL) {
		if (has_call_in(program, section))
			return true;
	}
	return false;
}

static enum csa_hook_state check_elf(int fd)
{
	struct program program = { 0 };
	enum csa_hook_state state = CSA_HOOKS_UNREADABLE;
	GElf_Ehdr header;

	elf_version(EV_CURRENT);
	program.elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (program.elf && gelf_getehdr(program.elf, &header) &&
	    elf_getshdrstrndx(program.elf, &program.section_names) == 0) {
		program.machine = header.e_machine;
		read_sections(&program);
		if (!program.has_runtime)
			state = CSA_HOOKS_NO_RUNTIME;
		else
			state = has_call(&program) ? CSA_HOOKS_CALLED : CSA_HOOKS_NO_CALLS;
	}
	csa_spans_release(&program.runtime);
	elf_end(program.elf);
	return state;
}

static void read_interpreter(const char *line, struct csa_buf *interpreter)
{
	line += strspn(line, " \t");
	csa_buf_add(interpreter, line, strcspn(line, " \t\n"));
}

enum csa_hook_state csa_hook_check(const char *path, struct csa_buf *interpreter)
{
	enum csa_hook_state state = CSA_HOOKS_UNREADABLE;
	char start[256] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return CSA_HOOKS_UNREADABLE;
	if (pread(fd, start, sizeof(start) - 1, 0) >= 2 && memcmp(start, "#!", 2) == 0) {
		state = CSA_HOOKS_SCRIPT;
		if (interpreter)
			read_interpreter(start + 2, interpreter);
	} else {
		state = check_elf(fd);
	}
	close(fd);
	return state;
}

void csa_hook_explain(const char *path, struct csa_buf *out)
{
	struct csa_buf interpreter;

	csa_buf_init(&interpreter);
	switch (csa_hook_check(path, &interpreter)) {
	case CSA_HOOKS_UNREADABLE:
		csa_buf_add_fmt(
			out,
			"%s is no program that can be looked into, and none that it started "
			"recorded a call",
			path);
		break;
	case CSA_HOOKS_SCRIPT:
		csa_buf_add_fmt(out,
				"%s is a script for %s, and no program that it started recorded a "
				"call; build what shall be traced with callsight_instrument() and "
				"CALLSIGHT_INSTRUMENT=ON",
				path, interpreter.data);
		break;
	case CSA_HOOKS_NO_RUNTIME:
		csa_buf_add_fmt(out,
				"%s has no hooks, and no program that it started recorded a call; "
				"build what shall be traced with callsight_instrument() and "
				"CALLSIGHT_INSTRUMENT=ON",
				path);
		break;
	case CSA_HOOKS_NO_CALLS:
		csa_buf_add_fmt(out,
				"no function of %s is selected: the runtime is linked, but "
				"nothing calls its hooks; see its trace.config",
				path);
		break;
	case CSA_HOOKS_CALLED:
		csa_buf_add_fmt(out,
				"%s has hooks, but no function with a hook ran, or the runtime "
				"could not write",
				path);
		break;
	}
	csa_buf_release(&interpreter);
}
