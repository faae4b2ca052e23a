/* SPDX-License-Identifier: MIT */
/*
 * name_functions FILE: names every function of a program, with file and line, as a report of all of them
 * would, and says how many there are and how many have a line.
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "file_identity.h"
#include "symbolize.h"

struct functions {
	uint64_t *addrs;
	size_t count;
	size_t capacity;
};

static void add(struct functions *functions, uint64_t addr)
{
	if (functions->count == functions->capacity) {
		functions->capacity = functions->capacity ? functions->capacity * 2 : 1024;
		functions->addrs =
			realloc(functions->addrs, functions->capacity * sizeof(*functions->addrs));
		if (!functions->addrs)
			abort();
	}
	functions->addrs[functions->count++] = addr;
}

static void read_section(struct functions *functions, Elf_Scn *section, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);

	for (size_t i = 0; data && i < header->sh_size / header->sh_entsize; i++) {
		GElf_Sym symbol;

		if (gelf_getsym(data, (int)i, &symbol) && symbol.st_shndx != SHN_UNDEF &&
		    GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size)
			add(functions, symbol.st_value);
	}
}

static void read_functions(struct functions *functions, Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB &&
		    header.sh_entsize)
			read_section(functions, section, &header);
	}
}

/* Return: how many have a line. */
static size_t name_all(const struct functions *functions, const struct csa_module_map *map)
{
	struct csa_symbols *symbols;
	size_t with_line = 0;

	if (csa_symbols_new(&symbols, NULL) < 0 || csa_symbols_add_module(symbols, map, NULL) < 0)
		abort();
	for (size_t i = 0; i < functions->count; i++) {
		struct csa_symbol symbol;

		if (csa_symbols_function(symbols, functions->addrs[i], 0, &symbol) != 1)
			abort();
		with_line += symbol.line != 0;
	}
	csa_symbols_free(symbols);
	return with_line;
}

int main(int argc, char **argv)
{
	struct csa_module_map map = { .end_ip = UINT64_MAX, .unload_ticks = UINT64_MAX };
	struct functions functions = { 0 };
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	struct csa_buf id;
	Elf *elf;

	if (fd < 0 || elf_version(EV_CURRENT) == EV_NONE)
		return 2;
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!elf)
		return 1;
	csa_buf_init(&id);
	csa_build_id_add(elf, &id);
	read_functions(&functions, elf);
	elf_end(elf);
	close(fd);
	map.path = argv[1];
	map.build_id = id.data;
	printf("%zu %zu\n", functions.count, name_all(&functions, &map));
	csa_buf_release(&id);
	free(functions.addrs);
	return 0;
}
