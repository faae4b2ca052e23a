/* SPDX-License-Identifier: MIT */
/* Descriptors of names in files that are made here: of both byte orders, damaged, and none. */
#define _GNU_SOURCE /* memfd_create */
#include "test.h"

#include <gelf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "name_table.h"

#define SECTION_ADDR 0x2000u

/* The bytes of the one section that a file has beside its section names. */
static unsigned char bytes[8192];
static size_t count;
static bool is_big;

static void add_u32(uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		bytes[count++] = (unsigned char)(value >> (is_big ? 24 - 8 * i : 8 * i));
}

static void add_text(const char *text)
{
	memcpy(bytes + count, text, strlen(text) + 1);
	count += strlen(text) + 1;
}

/* Return: its link-time address. */
static uint64_t add_name(const char *name, const char *file, uint32_t line, uint32_t kind)
{
	uint64_t addr;

	while (count % 4)
		count++;
	addr = SECTION_ADDR + count;
	memcpy(bytes + count,
	       "\x7f"
	       "CSname1",
	       8);
	count += 8;
	add_u32(line);
	add_u32(kind);
	add_text(name);
	add_text(file);
	return addr;
}

static void start(bool big)
{
	memset(bytes, 0, sizeof(bytes));
	is_big = big;
	count = 12; /* other data first */
}

static void add_section(Elf *elf, GElf_Word type, GElf_Xword flags, void *data, size_t size)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *d = elf_newdata(scn);
	GElf_Shdr header;

	d->d_buf = data;
	d->d_size = size;
	d->d_align = 8;
	assert_non_null(gelf_getshdr(scn, &header));
	header.sh_type = type;
	header.sh_flags = flags;
	header.sh_addr = flags & SHF_ALLOC ? SECTION_ADDR : 0;
	assert_int_not_equal(gelf_update_shdr(scn, &header), 0);
}

/* Writes the file and reads it; *@elf stays open. */
static int read_it(struct csa_name_table *table, Elf **elf, GElf_Word type, GElf_Xword flags)
{
	static char names[] = "\0.x";
	int fd = memfd_create("names", MFD_CLOEXEC);
	GElf_Ehdr header;
	Elf *out;

	(void)elf_version(EV_CURRENT);
	out = elf_begin(fd, ELF_C_WRITE, NULL);
	assert_non_null(gelf_newehdr(out, is_big ? ELFCLASS32 : ELFCLASS64));
	assert_non_null(gelf_getehdr(out, &header));
	header.e_ident[EI_DATA] = is_big ? ELFDATA2MSB : ELFDATA2LSB;
	header.e_type = ET_DYN;
	header.e_machine = is_big ? EM_PPC : EM_X86_64;
	header.e_shstrndx = 2;
	assert_int_not_equal(gelf_update_ehdr(out, &header), 0);
	add_section(out, type, flags, type == SHT_NOBITS ? NULL : bytes, count);
	add_section(out, SHT_STRTAB, 0, names, sizeof(names));
	assert_true(elf_update(out, ELF_C_WRITE) > 0);
	elf_end(out);
	*elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	assert_non_null(*elf);
	close(fd);
	return csa_name_table_read(table, *elf);
}

/* How many names the section has as constant data. */
static size_t count_names(void)
{
	struct csa_name_table table;
	size_t found;
	Elf *elf;

	assert_int_equal(read_it(&table, &elf, SHT_PROGBITS, SHF_ALLOC), 0);
	found = table.count;
	csa_name_table_release(&table);
	elf_end(elf);
	return found;
}

static void expect_one(bool big)
{
	const struct csa_name_entry *entry;
	struct csa_name_table table;
	uint64_t addr;
	Elf *elf;

	start(big);
	addr = add_name("parse", "/src/x.c", 0x12345, 1);
	assert_int_equal(read_it(&table, &elf, SHT_PROGBITS, SHF_ALLOC), 0);
	assert_int_equal(table.count, 1);
	entry = csa_name_table_find(&table, addr);
	assert_non_null(entry);
	assert_string_equal(entry->name, "parse");
	assert_string_equal(entry->file, "/src/x.c");
	assert_int_equal(entry->line, 0x12345);
	assert_int_equal(entry->kind, 1);
	assert_int_equal(entry->group_addr, addr);
	assert_null(csa_name_table_find(&table, addr + 1));
	assert_null(csa_name_table_find(&table, addr - 1));
	csa_name_table_release(&table);
	elf_end(elf);
}

TEST(both_byte_orders_are_read)
{
	T_UNUSED;
	expect_one(false);
	expect_one(true);
}

TEST(what_says_the_same_is_one_name)
{
	struct csa_name_table table;
	uint64_t addrs[5];
	Elf *elf;

	T_UNUSED;
	start(false);
	addrs[0] = add_name("b", "x.c", 1, 1);
	addrs[1] = add_name("a", "x.c", 1, 1);
	addrs[2] = add_name("b", "x.c", 1, 1);
	addrs[3] = add_name("b", "x.c", 2, 1);
	addrs[4] = add_name("b", "x.c", 1, 1);
	assert_int_equal(read_it(&table, &elf, SHT_PROGBITS, SHF_ALLOC), 0);
	assert_int_equal(table.count, 5);
	assert_int_equal(csa_name_table_find(&table, addrs[0])->group_addr, addrs[0]);
	assert_int_equal(csa_name_table_find(&table, addrs[1])->group_addr, addrs[1]);
	assert_int_equal(csa_name_table_find(&table, addrs[2])->group_addr, addrs[0]);
	assert_int_equal(csa_name_table_find(&table, addrs[3])->group_addr, addrs[3]);
	assert_int_equal(csa_name_table_find(&table, addrs[4])->group_addr, addrs[0]);
	csa_name_table_release(&table);
	elf_end(elf);
}

TEST(a_descriptor_ends_in_its_section)
{
	size_t whole;

	T_UNUSED;
	start(false);
	add_name("first", "x.c", 1, 1);
	add_name("second", "y.c", 1, 4);
	whole = count;
	assert_int_equal(count_names(), 2);
	/* Without the last NUL, the file, the NUL of the name, the kind, a part of the magic. */
	for (size_t cut = 1; cut <= strlen("second") + strlen("y.c") + 2 + 16; cut++) {
		count = whole - cut;
		assert_int_equal(count_names(), 1);
	}
	count = 12;
	assert_int_equal(count_names(), 0);
}

TEST(impossible_kinds_are_no_names)
{
	T_UNUSED;
	start(false);
	add_name("a", "x.c", 1, 0);
	add_name("b", "x.c", 1, 5);
	add_name("c", "x.c", 1, 0x01000000);
	assert_int_equal(count_names(), 0);
	/* Of a file of the other byte order, 1 is not 1. */
	add_name("d", "x.c", 1, 1);
	assert_int_equal(count_names(), 1);
}

TEST(an_empty_name_is_a_name)
{
	T_UNUSED;
	start(false);
	add_name("", "", 0, 2);
	assert_int_equal(count_names(), 1);
}

static void expect_none(GElf_Word type, GElf_Xword flags)
{
	struct csa_name_table table;
	Elf *elf;

	start(false);
	add_name("a", "x.c", 1, 1);
	assert_int_equal(read_it(&table, &elf, type, flags), 0);
	assert_int_equal(table.count, 0);
	csa_name_table_release(&table);
	elf_end(elf);
}

TEST(code_and_what_is_not_loaded_hold_no_names)
{
	T_UNUSED;
	expect_none(SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
	expect_none(SHT_PROGBITS, 0);
	expect_none(SHT_NOBITS, SHF_ALLOC); /* of a separate debug file */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(both_byte_orders_are_read),
		CASE(what_says_the_same_is_one_name),
		CASE(a_descriptor_ends_in_its_section),
		CASE(impossible_kinds_are_no_names),
		CASE(an_empty_name_is_a_name),
		CASE(code_and_what_is_not_loaded_hold_no_names),
	};

	return T_RUN(cases, argc, argv);
}
