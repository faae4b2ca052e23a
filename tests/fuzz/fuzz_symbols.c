/* SPDX-License-Identifier: MIT */
/*
 * A program or library that addresses are looked up in: its build-id, symbols, DWARF with inlined calls
 * and split units, links to debug files, compressed sections, names that a program gave.
 */
#include <libelf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "symbols/file_identity.h"
#include "symbols/symbolize.h"

#define SECTIONS_MAX 24 /* that are asked about, and places in each */
#define PLACES       12

/* Every string that is handed out is text. */
static void expect_text(const char *text)
{
	if (!text || strlen(text) > 1u << 24)
		abort();
}

static void ask(struct csa_symbols *symbols, uint64_t ip)
{
	struct csa_frame frames[4];
	struct csa_symbol symbol;
	struct csa_place place;
	size_t count;

	(void)csa_symbols_function(symbols, ip, 0, &symbol);
	expect_text(symbol.name);
	expect_text(symbol.plain_name);
	(void)csa_symbols_name(symbols, ip, 0, &symbol);
	expect_text(symbol.name);
	(void)csa_symbols_place(symbols, ip + 1, 0, &place);
	expect_text(place.function);
	count = csa_symbols_frames(symbols, ip + 1, 0, frames, 4);
	if (count == 0 || count > 4)
		abort();
	for (size_t i = 0; i < count; i++)
		expect_text(frames[i].function);
}

/* Places all over the file's sections, as its headers have them. */
static void ask_everywhere(struct csa_symbols *symbols, Elf *elf)
{
	Elf_Scn *section = NULL;

	ask(symbols, 0);
	for (int i = 0; i < SECTIONS_MAX && (section = elf_nextscn(elf, section)) != NULL; i++) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC))
			continue;
		for (uint64_t j = 0; j < PLACES; j++)
			ask(symbols, header.sh_addr + header.sh_size / PLACES * j);
	}
}

static void look_up(const char *path, Elf *elf, const char *build_id)
{
	static const char *const dirs[] = { "/proc/self/fd" };
	const struct csa_symbol_sources sources = { .dirs = dirs,
						    .dir_count = 1,
						    .is_forced = true };
	const struct csa_module_map map = {
		.path = path, .build_id = build_id, .end_ip = UINT64_MAX, .unload_ticks = UINT64_MAX
	};
	struct csa_module_info info;
	struct csa_symbols *symbols;

	if (csa_symbols_new(&symbols, NULL) < 0)
		abort();
	csa_symbols_set_sources(symbols, &sources);
	if (csa_symbols_add_module(symbols, &map, NULL) < 0)
		abort();
	ask_everywhere(symbols, elf);
	csa_symbols_module(symbols, 0, &info);
	expect_text(info.names_from);
	csa_symbols_free(symbols);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_input_file(0, data, size);
	char *bytes = malloc(size ? size : 1);
	struct csa_buf id;
	Elf *elf;

	if (!bytes)
		abort();
	memcpy(bytes, data, size);
	(void)elf_version(EV_CURRENT);
	elf = elf_memory(bytes, size);
	csa_buf_init(&id);
	if (elf && elf_kind(elf) == ELF_K_ELF)
		csa_build_id_add(elf, &id);
	if (elf)
		look_up(path, elf, id.data);
	csa_buf_release(&id);
	elf_end(elf);
	free(bytes);
	return 0;
}
