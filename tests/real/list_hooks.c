/* SPDX-License-Identifier: MIT */
/* list_hooks FILE: the functions that a linked file traces, by the list of hooks in it, a name a line. */
#include <fcntl.h>
#include <libelf.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "symbols/demangle.h"
#include "symbols/hook_list.h"

static void print_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
			  const struct csa_hook_list *list)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	struct csa_buf name;
	struct csa_buf plain;
	GElf_Sym symbol;

	csa_buf_init(&name);
	csa_buf_init(&plain);
	for (size_t i = 0; data && i < count; i++) {
		if (!gelf_getsym(data, (int)i, &symbol) ||
		    GELF_ST_TYPE(symbol.st_info) != STT_FUNC ||
		    csa_hook_list_find(list, symbol.st_value) != CSA_HOOK_TRACED)
			continue;
		csa_buf_clear(&name);
		csa_buf_clear(&plain);
		csa_demangle(elf_strptr(elf, header->sh_link, symbol.st_name), &name, &plain);
		puts(name.data);
	}
	csa_buf_release(&name);
	csa_buf_release(&plain);
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	Elf *elf = NULL;
	Elf_Scn *section = NULL;
	struct csa_hook_list list = { 0 };
	struct csa_err err = { 0 };
	GElf_Shdr header;

	if (fd < 0 || elf_version(EV_CURRENT) == EV_NONE ||
	    !(elf = elf_begin(fd, ELF_C_READ, NULL)) || csa_hook_list_read(&list, elf, &err) != 0 ||
	    !list.is_there) {
		fprintf(stderr, "list_hooks: no list of hooks: %s\n", err.msg);
		return 1;
	}
	while ((section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			print_symbols(elf, section, &header, &list);
	}
	csa_hook_list_release(&list);
	elf_end(elf);
	close(fd);
	return 0;
}
