/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "module_symbols.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <sys/stat.h>

#include "file.h"
#include "mapping.h"
#include "syscalls.h"
#include "text.h"
#include "wide_calls.h"

/* A part of the file in private memory: a file that shrinks must not end the program. */
struct part {
	void *at; /* NULL: not there */
	uint64_t bytes;
};

struct module_file {
	struct csr_file file;
	uint64_t bytes;
};

CSR_FN static struct part read_part(const struct module_file *file, uint64_t offset, uint64_t bytes)
{
	struct part part = { NULL, bytes };

	if (bytes == 0 || offset > file->bytes || bytes > file->bytes - offset)
		return part;
	part.at = csr_map_private(bytes, 0);
	if (part.at && csr_file_read_at(&file->file, part.at, bytes, offset) < 0) {
		csr_sys(SYS_munmap, part.at, bytes);
		part.at = NULL;
	}
	return part;
}

CSR_FN static void drop(const struct part *part)
{
	if (part->at)
		csr_sys(SYS_munmap, part->at, part->bytes);
}

CSR_FN static void take_all(const struct part *symbols, const struct part *names, uint64_t bias,
			    void (*take)(const char *symbol, uint64_t address))
{
	const ElfW(Sym) *symbol = symbols->at;
	const char *text = names->at;

	/* Every name ends in the section. */
	if (text[names->bytes - 1])
		return;
	/* An undefined one with a value is what a program at fixed addresses takes for a library's function: the
	 * address of a jump to it, which the library itself uses then. */
	for (uint64_t i = 0; i < symbols->bytes / sizeof(*symbol); i++) {
		if ((symbol[i].st_info & 15) == STT_FUNC && symbol[i].st_value &&
		    symbol[i].st_name < names->bytes)
			take(text + symbol[i].st_name, bias + symbol[i].st_value);
	}
}

CSR_FN static void read_table(const struct module_file *file, const ElfW(Shdr) * table,
			      const ElfW(Shdr) * names, uint64_t bias,
			      void (*take)(const char *symbol, uint64_t address))
{
	struct part symbols = read_part(file, table->sh_offset, table->sh_size);
	struct part text = read_part(file, names->sh_offset, names->sh_size);

	if (symbols.at && text.at)
		take_all(&symbols, &text, bias, take);
	drop(&symbols);
	drop(&text);
}

CSR_FN static void read_sections(const struct module_file *file, uint64_t bias,
				 void (*take)(const char *symbol, uint64_t address))
{
	struct part start = read_part(file, 0, sizeof(ElfW(Ehdr)));
	const ElfW(Ehdr) *header = start.at;
	const ElfW(Shdr) * section;
	struct part sections = { NULL, 0 };

	if (header && header->e_ident[0] == 0x7f && header->e_ident[1] == 'E' &&
	    header->e_shentsize == sizeof(*section))
		sections = read_part(file, header->e_shoff,
				     header->e_shnum * (uint64_t)sizeof(*section));
	section = sections.at;
	for (unsigned i = 0; section && i < header->e_shnum; i++) {
		if ((section[i].sh_type == SHT_SYMTAB || section[i].sh_type == SHT_DYNSYM) &&
		    section[i].sh_link < header->e_shnum)
			read_table(file, &section[i], &section[section[i].sh_link], bias, take);
	}
	drop(&sections);
	drop(&start);
}

CSR_FN void csr_module_symbols(const char *path, uint64_t bias,
			       void (*take)(const char *symbol, uint64_t address))
{
	long fd = csr_sys(SYS_openat, AT_FDCWD, path,
			  O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_LARGEFILE, 0);
	int64_t end;

	if (CSR_IS_ERROR(fd))
		return;
	end = csr_sys_size((int)fd);
	if (end > 0) {
		const struct module_file file = { { .fd = (int)fd }, (uint64_t)end };

		read_sections(&file, bias, take);
	}
	csr_sys(SYS_close, fd);
}

/* What gcc adds to names of functions that it made from others. A part has the hooks of a whole. */
CSR_FN static bool is_end_of_name(const char *rest)
{
	return !*rest ||
	       (*rest == '.' && !csr_starts_with(rest, ".cold") && !csr_starts_with(rest, ".part"));
}

/* The scopes of a name end in "::". */
CSR_FN static size_t scope_length(const char *name)
{
	size_t length = 0;

	while (name[length] && !(name[length] == ':' && name[length + 1] == ':'))
		length++;
	return length;
}

/* <length><name> at @symbol, as the Itanium C++ ABI encodes a source name. Return: what follows, or NULL. */
CSR_FN static const char *skip_source_name(const char *symbol, const char *name, size_t length)
{
	static const char unnamed[] = "(anonymous namespace)";
	size_t number = 0;

	if (*symbol == 'L') /* internal linkage */
		symbol++;
	while (*symbol >= '0' && *symbol <= '9' && number < 4096)
		number = number * 10 + (size_t)(*symbol++ - '0');
	if (length == sizeof(unnamed) - 1 && csr_starts_with(name, unnamed)) {
		name = "_GLOBAL__N_1";
		length = csr_length(name);
	}
	if (number != length)
		return NULL;
	for (size_t i = 0; i < length; i++) {
		if (symbol[i] != name[i])
			return NULL;
	}
	return symbol + length;
}

/* The last part of a nested name; constructors and destructors have codes. Return: what follows, or NULL. */
CSR_FN static const char *skip_last_name(const char *symbol, const char *scope, size_t scope_bytes,
					 const char *name)
{
	size_t length = csr_length(name);
	bool is_destructor = *name == '~';
	bool is_same = length - is_destructor == scope_bytes;

	for (size_t i = 0; is_same && i < scope_bytes; i++)
		is_same = name[i + is_destructor] == scope[i];
	if (!is_same)
		return skip_source_name(symbol, name, length);
	if (symbol[0] != (is_destructor ? 'D' : 'C') || symbol[1] < '0' || symbol[1] > '5')
		return NULL;
	return symbol + 2;
}

CSR_FN static bool is_nested_name(const char *symbol, const char *name)
{
	const char *scope = name;
	size_t scope_bytes = 0;

	while (*symbol == 'r' || *symbol == 'V' || *symbol == 'K' || *symbol == 'R' ||
	       *symbol == 'O')
		symbol++;
	while (symbol && name[scope_length(name)]) {
		scope = name;
		scope_bytes = scope_length(name);
		symbol = skip_source_name(symbol, scope, scope_bytes);
		name += scope_bytes + 2;
	}
	if (symbol)
		symbol = skip_last_name(symbol, scope, scope_bytes, name);
	return symbol && (*symbol == 'E' || *symbol == 'I' || *symbol == 'B');
}

CSR_FN bool csr_symbol_is_called(const char *symbol, const char *name)
{
	const char *rest;

	if (csr_starts_with(symbol, name) && is_end_of_name(symbol + csr_length(name)))
		return true;
	if (symbol[0] != '_' || symbol[1] != 'Z')
		return false;
	for (rest = symbol; *rest && *rest != '.'; rest++)
		continue;
	if (!is_end_of_name(rest))
		return false;
	if (name[scope_length(name)])
		return symbol[2] == 'N' && is_nested_name(symbol + 3, name);
	rest = skip_source_name(symbol + 2, name, csr_length(name));
	return rest && *rest; /* its parameters follow */
}
