/* SPDX-License-Identifier: MIT */
#include "link_image.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "link_groups.h"

#define ENTER_HOOK "__wrap___cyg_profile_func_enter"
#define EXIT_HOOK  "__wrap___cyg_profile_func_exit"

/* Room for one more in an array with items, count and capacity. */
static bool grow(void **items, size_t count, size_t *capacity, size_t item_bytes)
{
	size_t wanted = *capacity ? *capacity * 2 : 256;
	void *larger;

	if (count < *capacity)
		return true;
	larger = realloc(*items, wanted * item_bytes);
	if (!larger)
		return false;
	*items = larger;
	*capacity = wanted;
	return true;
}

static bool add_function(struct csa_link_image *image, const struct csa_link_function *function)
{
	if (!grow((void **)&image->functions.items, image->functions.count,
		  &image->functions.capacity, sizeof(*function)))
		return false;
	image->functions.items[image->functions.count++] = *function;
	return true;
}

static bool add_slot(struct csa_link_image *image, uint64_t addr, uint64_t value)
{
	if (!grow((void **)&image->slots.items, image->slots.count, &image->slots.capacity,
		  sizeof(*image->slots.items)))
		return false;
	image->slots.items[image->slots.count++] =
		(struct csa_link_slot){ .addr = addr, .value = value };
	return true;
}

static bool add_extern(struct csa_link_image *image, const char *name, uint64_t *value)
{
	if (!grow((void **)&image->externs.items, image->externs.count, &image->externs.capacity,
		  sizeof(*image->externs.items)))
		return false;
	*value = CSA_VALUE_EXTERN + image->externs.count;
	image->externs.items[image->externs.count++] = name;
	return true;
}

/* 0: enter, 1: exit, -1: no hook */
static int hook_of(const char *name)
{
	if (strncmp(name, "__wrap___cyg", 12) != 0)
		return -1;
	if (strcmp(name, ENTER_HOOK) == 0)
		return 0;
	return strcmp(name, EXIT_HOOK) == 0 ? 1 : -1;
}

static bool read_symbol(struct csa_link_image *image, const GElf_Sym *symbol, const char *name,
			struct csa_link_function *local)
{
	unsigned char type = GELF_ST_TYPE(symbol->st_info);
	bool is_local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;
	struct csa_link_function function = { .addr = symbol->st_value,
					      .size = symbol->st_size,
					      .name = name,
					      .is_resolver = type == STT_GNU_IFUNC };
	int hook = hook_of(name);

	if (type == STT_FILE) {
		local->scope++;
		local->unit = *name ? name : NULL;
		return true;
	}
	if (hook >= 0) {
		image->has_hooks = true;
		if (symbol->st_shndx != SHN_UNDEF)
			image->hook_addr[hook] = symbol->st_value;
	}
	if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC) ||
	    !*name || symbol->st_value > CSA_VALUE_ENTER)
		return true;
	if (is_local) {
		function.scope = local->scope;
		function.unit = local->unit;
	}
	return add_function(image, &function);
}

static int read_symbols(struct csa_link_image *image, Elf_Scn *section, const GElf_Shdr *header,
			struct csa_err *err)
{
	struct csa_link_function local = { 0 };
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 1; data && i < count; i++) {
		GElf_Sym symbol;
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol))
			return csa_fail(err, CSA_E_FORMAT, "symbol %zu cannot be read", i);
		name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		if (name && !read_symbol(image, &symbol, name, &local))
			return csa_fail(err, CSA_E_NOMEM, "out of memory for %zu symbols", count);
	}
	return 0;
}

/* What a relocation stores: the value of its symbol, or the address in its addend. */
static bool read_relocation(struct csa_link_image *image, const GElf_Rela *relocation,
			    Elf_Data *symbols, size_t names)
{
	size_t index = GELF_R_SYM(relocation->r_info);
	uint64_t value = (uint64_t)relocation->r_addend;
	bool is_address = true;
	GElf_Sym symbol;
	const char *name;
	int hook;

	if (index) {
		if (!symbols || !gelf_getsym(symbols, (int)index, &symbol))
			return true;
		name = elf_strptr(image->elf, names, symbol.st_name);
		if (!name)
			return true;
		hook = hook_of(name);
		image->has_hooks = image->has_hooks || hook >= 0;
		is_address = hook < 0 && symbol.st_shndx != SHN_UNDEF;
		if (hook >= 0)
			value = hook ? CSA_VALUE_EXIT : CSA_VALUE_ENTER;
		else if (symbol.st_shndx != SHN_UNDEF)
			value += symbol.st_value;
		else if (!add_extern(image, name, &value))
			return false;
	}
	/* What is no address must not pass for one of the values that are none. */
	if (is_address && value >= CSA_VALUE_ENTER)
		return true;
	return add_slot(image, relocation->r_offset, value);
}

static int read_relocations(struct csa_link_image *image, Elf_Scn *section, const GElf_Shdr *header,
			    struct csa_err *err)
{
	Elf_Data *data = elf_getdata(section, NULL);
	Elf_Scn *symbol_section = elf_getscn(image->elf, header->sh_link);
	Elf_Data *symbols = NULL;
	GElf_Shdr symbol_header = { 0 };
	size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	if (symbol_section && gelf_getshdr(symbol_section, &symbol_header) &&
	    symbol_header.sh_type == SHT_DYNSYM)
		symbols = elf_getdata(symbol_section, NULL);
	for (size_t i = 0; data && i < count; i++) {
		GElf_Rela relocation;

		if (!gelf_getrela(data, (int)i, &relocation))
			return csa_fail(err, CSA_E_FORMAT, "relocation %zu cannot be read", i);
		if (!read_relocation(image, &relocation, symbols, symbol_header.sh_link))
			return csa_fail(err, CSA_E_NOMEM, "out of memory for relocations");
	}
	return 0;
}

static void widen(uint64_t *start, uint64_t *end, const struct csa_link_section *section)
{
	if (*end == 0 || section->addr < *start)
		*start = section->addr;
	if (section->addr + section->size > *end)
		*end = section->addr + section->size;
}

static int add_section(struct csa_link_image *image, const GElf_Shdr *header, const char *name,
		       struct csa_err *err)
{
	struct csa_link_section section = {
		.addr = header->sh_addr,
		.size = header->sh_size,
		.offset = header->sh_offset,
		.is_code = (header->sh_flags & SHF_EXECINSTR) && header->sh_type == SHT_PROGBITS,
		.is_note = header->sh_type == SHT_NOTE,
		.has_bytes = header->sh_type != SHT_NOBITS,
	};

	if (name && strncmp(name, ".gcc_except_table", 17) == 0)
		image->has_landing_pads = true;
	section.is_stubs = section.is_code && name &&
			   (strncmp(name, ".plt", 4) == 0 || strcmp(name, ".iplt") == 0);
	if (section.has_bytes &&
	    (section.offset > image->size || section.size > image->size - section.offset))
		return csa_fail(err, CSA_E_FORMAT, "section %s reaches beyond the end of the file",
				name ? name : "without name");
	if (section.addr > CSA_VALUE_ENTER || section.size > CSA_VALUE_ENTER - section.addr)
		return csa_fail(err, CSA_E_FORMAT, "section %s lies beyond all addresses",
				name ? name : "without name");
	if (section.is_code)
		widen(&image->code_start, &image->code_end, &section);
	if (section.is_stubs)
		widen(&image->stubs_start, &image->stubs_end, &section);
	image->sections.items[image->sections.count++] = section;
	return 0;
}

static int read_section(struct csa_link_image *image, Elf_Scn *section, size_t names,
			struct csa_err *err)
{
	GElf_Shdr header;
	int rc = 0;

	if (!gelf_getshdr(section, &header))
		return csa_fail(err, CSA_E_FORMAT, "a section cannot be read: %s", elf_errmsg(-1));
	if (header.sh_flags & SHF_ALLOC)
		rc = add_section(image, &header, elf_strptr(image->elf, names, header.sh_name),
				 err);
	if (rc == 0 && header.sh_type == SHT_SYMTAB)
		rc = read_symbols(image, section, &header, err);
	if (rc == 0 && header.sh_type == SHT_RELA && (header.sh_flags & SHF_ALLOC))
		rc = read_relocations(image, section, &header, err);
	return rc;
}

static int read_sections(struct csa_link_image *image, struct csa_err *err)
{
	Elf_Scn *section = NULL;
	size_t count;
	size_t names;
	int rc = 0;

	if (elf_getshdrnum(image->elf, &count) != 0 || elf_getshdrstrndx(image->elf, &names) != 0)
		return csa_fail(err, CSA_E_FORMAT, "%s", elf_errmsg(-1));
	image->sections.items = calloc(count + 1, sizeof(*image->sections.items));
	if (!image->sections.items)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for %zu sections", count);
	while (rc == 0 && (section = elf_nextscn(image->elf, section)) != NULL)
		rc = read_section(image, section, names, err);
	if (rc == 0 && image->functions.count == 0)
		rc = csa_fail(err, CSA_E_UNSUPPORTED, "has no symbol table");
	return rc;
}

static int by_function(const void *left, const void *right)
{
	const struct csa_link_function *a = left;
	const struct csa_link_function *b = right;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	return strcmp(a->name, b->name);
}

static int by_section(const void *left, const void *right)
{
	const struct csa_link_section *a = left;
	const struct csa_link_section *b = right;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static int by_slot(const void *left, const void *right)
{
	const struct csa_link_slot *a = left;
	const struct csa_link_slot *b = right;

	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static int check_header(struct csa_link_image *image, struct csa_err *err)
{
	GElf_Ehdr header;

	if (!image->elf || elf_kind(image->elf) != ELF_K_ELF || !gelf_getehdr(image->elf, &header))
		return csa_fail(err, CSA_E_UNSUPPORTED, "is no ELF file");
	if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
		return csa_fail(err, CSA_E_UNSUPPORTED, "is not a 64-bit little-endian ELF file");
	image->machine = csa_machine_find(header.e_machine);
	if (!image->machine)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"is for a processor (ELF machine %u) whose "
				"instructions are not known",
				header.e_machine);
	if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
		return csa_fail(err, CSA_E_UNSUPPORTED, "is no program and no shared library");
	image->is_fixed = header.e_type == ET_EXEC;
	return 0;
}

int csa_link_image_read(struct csa_link_image *image, uint8_t *bytes, size_t size,
			struct csa_err *err)
{
	int rc;

	*image = (struct csa_link_image){ .bytes = bytes, .size = size };
	elf_version(EV_CURRENT);
	image->elf = elf_memory((char *)bytes, size);
	rc = check_header(image, err);
	if (rc == 0)
		rc = read_sections(image, err);
	if (rc < 0)
		return rc;
	qsort(image->functions.items, image->functions.count, sizeof(*image->functions.items),
	      by_function);
	qsort(image->sections.items, image->sections.count, sizeof(*image->sections.items),
	      by_section);
	if (image->slots.count)
		qsort(image->slots.items, image->slots.count, sizeof(*image->slots.items), by_slot);
	if (!csa_landing_pads_read(&image->pads, image))
		return csa_fail(err, CSA_E_NOMEM, "out of memory for landing pads");
	return csa_link_groups_make(image, err);
}

void csa_link_image_release(struct csa_link_image *image)
{
	free(image->sections.items);
	free(image->functions.items);
	free(image->slots.items);
	free(image->externs.items);
	csa_landing_pads_release(&image->pads);
	elf_end(image->elf);
	*image = (struct csa_link_image){ 0 };
}

uint8_t *csa_link_image_build_id(const struct csa_link_image *image, size_t *count)
{
	Elf_Scn *section = NULL;

	*count = 0;
	while ((section = elf_nextscn(image->elf, section)) != NULL) {
		GElf_Shdr header;
		GElf_Nhdr note;
		Elf_Data *data;
		size_t name;
		size_t id;

		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE ||
		    !(header.sh_flags & SHF_ALLOC))
			continue;
		data = elf_getdata(section, NULL);
		if (!data || !gelf_getnote(data, 0, &note, &name, &id) ||
		    note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof("GNU") ||
		    memcmp((char *)data->d_buf + name, "GNU", sizeof("GNU")) != 0)
			continue;
		*count = note.n_descsz;
		return image->bytes + header.sh_offset + id;
	}
	return NULL;
}

/* By name; helpers without a name of ours stand behind the name of their file. */
bool csa_link_image_is_runtime(const struct csa_link_function *function)
{
	return strncmp(function->name, "csr_", 4) == 0 || hook_of(function->name) >= 0 ||
	       (function->unit && strcmp(function->unit, "hook_cost.c") == 0);
}
