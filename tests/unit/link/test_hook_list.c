/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "hook_list.h"

static const struct csa_hook_entry entries[] = {
	{ 0x1000, CSA_HOOK_TRACED },
	{ 0x1010, CSA_HOOK_SILENCED },
	{ 0x123456789, CSA_HOOK_KEPT },
	{ 0x7fffffffffff0, CSA_HOOK_TRACED },
};
#define COUNT (sizeof(entries) / sizeof(*entries))

/* An ELF file of nothing but names of sections and the note. */
static void make_file(struct csa_buf *file, const char *note, size_t note_bytes)
{
	static const char names[] = "\0.shstrtab\0" CSA_HOOK_LIST_SECTION;
	Elf64_Shdr sections[3] = { { 0 } };
	Elf64_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1 },
			      .e_type = ET_DYN,
			      .e_machine = EM_X86_64,
			      .e_version = 1,
			      .e_shoff = sizeof(header),
			      .e_ehsize = sizeof(header),
			      .e_shentsize = sizeof(*sections),
			      .e_shnum = 3,
			      .e_shstrndx = 1 };
	size_t end = sizeof(header) + sizeof(sections);

	sections[1] = (Elf64_Shdr){ .sh_name = 1,
				    .sh_type = SHT_STRTAB,
				    .sh_offset = end + note_bytes,
				    .sh_size = sizeof(names) };
	sections[2] = (Elf64_Shdr){ .sh_name = 11,
				    .sh_type = SHT_NOTE,
				    .sh_offset = end,
				    .sh_size = note_bytes,
				    .sh_addralign = 4 };
	csa_buf_clear(file);
	csa_buf_add(file, &header, sizeof(header));
	csa_buf_add(file, sections, sizeof(sections));
	csa_buf_add(file, note, note_bytes);
	csa_buf_add(file, names, sizeof(names));
}

static int read_list(struct csa_hook_list *list, struct csa_buf *file, struct csa_err *err)
{
	Elf *elf;
	int rc;

	elf_version(EV_CURRENT);
	elf = elf_memory(file->data, file->length);
	assert_non_null(elf);
	rc = csa_hook_list_read(list, elf, err);
	elf_end(elf);
	return rc;
}

TEST(what_is_written_is_read)
{
	struct csa_hook_list list;
	struct csa_err err = { 0 };
	struct csa_buf note;
	struct csa_buf file;

	T_UNUSED;
	csa_buf_init(&note);
	csa_buf_init(&file);
	csa_hook_list_write(&note, entries, COUNT);
	assert_int_equal(note.length % 4, 0);
	make_file(&file, note.data, note.length);
	assert_int_equal(read_list(&list, &file, &err), 0);
	assert_true(list.is_there);
	assert_int_equal(list.count, COUNT);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(csa_hook_list_find(&list, entries[i].addr), entries[i].mark);
	assert_int_equal(csa_hook_list_find(&list, 0x1001), CSA_HOOK_UNLISTED);
	assert_int_equal(csa_hook_list_find(&list, 0), CSA_HOOK_UNLISTED);
	assert_int_equal(csa_hook_list_find(&list, UINT64_MAX), CSA_HOOK_UNLISTED);
	csa_hook_list_release(&list);
	csa_buf_release(&note);
	csa_buf_release(&file);
}

TEST(a_list_that_is_cut_off_is_an_error)
{
	struct csa_buf note;
	struct csa_buf file;

	T_UNUSED;
	csa_buf_init(&note);
	csa_buf_init(&file);
	csa_hook_list_write(&note, entries, COUNT);
	/* The note's own length says less: 12 bytes of header, 12 of name, the list. */
	for (unsigned char bytes = 0; bytes < (unsigned char)note.data[4]; bytes++) {
		struct csa_hook_list list;
		struct csa_err err = { 0 };
		char *cut = malloc(note.length);

		assert_non_null(cut);
		memcpy(cut, note.data, note.length);
		cut[4] = (char)bytes;
		make_file(&file, cut, note.length);
		assert_int_equal(read_list(&list, &file, &err), CSA_E_FORMAT);
		csa_hook_list_release(&list);
		free(cut);
	}
	csa_buf_release(&note);
	csa_buf_release(&file);
}

TEST(another_type_or_name_is_an_error)
{
	struct csa_hook_list list;
	struct csa_err err = { 0 };
	struct csa_buf note;
	struct csa_buf file;

	T_UNUSED;
	csa_buf_init(&note);
	csa_buf_init(&file);
	csa_hook_list_write(&note, entries, COUNT);
	note.data[8] = 2;
	make_file(&file, note.data, note.length);
	assert_int_equal(read_list(&list, &file, &err), CSA_E_FORMAT);
	assert_non_null(strstr(err.msg, "type 2, expected 1"));
	csa_hook_list_release(&list);
	note.data[8] = 1;
	note.data[12] = 'X';
	make_file(&file, note.data, note.length);
	assert_int_equal(read_list(&list, &file, &err), CSA_E_FORMAT);
	csa_hook_list_release(&list);
	csa_buf_release(&note);
	csa_buf_release(&file);
}

TEST(a_count_that_cannot_be_takes_no_memory)
{
	/* count 2^35 in a list of 6 bytes */
	static const char note[] = "\x0a\0\0\0\x06\0\0\0\x01\0\0\0CallSight\0\0\0"
				   "\x80\x80\x80\x80\x80\x01\0";
	struct csa_hook_list list;
	struct csa_err err = { 0 };
	struct csa_buf file;

	T_UNUSED;
	csa_buf_init(&file);
	make_file(&file, note, sizeof(note) - 1);
	assert_int_equal(read_list(&list, &file, &err), CSA_E_FORMAT);
	assert_null(list.items);
	csa_hook_list_release(&list);
	csa_buf_release(&file);
}

/* The numbers of a list are a distance and a mark each: 1 to 3. */
static void refuses(const char *numbers, size_t count, const char *message)
{
	struct csa_hook_list list;
	struct csa_err err = { 0 };
	struct csa_buf note;
	struct csa_buf file;

	csa_buf_init(&note);
	csa_buf_init(&file);
	csa_buf_add(&note, "\x0a\0\0\0", 4);
	csa_buf_add_char(&note, (char)count);
	csa_buf_add(&note, "\0\0\0\x01\0\0\0CallSight\0\0\0", 19);
	csa_buf_add(&note, numbers, count);
	csa_buf_add(&note, "\0\0\0", (4 - count % 4) % 4);
	make_file(&file, note.data, note.length);
	assert_int_equal(read_list(&list, &file, &err), CSA_E_FORMAT);
	if (!strstr(err.msg, message))
		fail_msg("%s", err.msg);
	assert_int_equal(list.count, 0);
	csa_hook_list_release(&list);
	csa_buf_release(&note);
	csa_buf_release(&file);
}

TEST(a_function_that_cannot_be_is_an_error)
{
	/* 2^62 - 1 and mark 1: five of them are more than an address can be */
	static const char far[] = "\xfd\xff\xff\xff\xff\xff\xff\xff\xff\x01";
	char numbers[1 + 5 * (sizeof(far) - 1)] = "\x05";

	T_UNUSED;
	/* 0x10 with mark 1; 0x10 more, without a mark */
	refuses("\x02\x41\x40", 3, "function 1 of 2 is damaged");
	for (unsigned i = 0; i < 5; i++)
		memcpy(numbers + 1 + i * (sizeof(far) - 1), far, sizeof(far) - 1);
	refuses(numbers, sizeof(numbers), "function 4 of 5 is damaged");
}

TEST(a_file_without_list_has_none)
{
	struct csa_hook_list list;
	struct csa_err err = { 0 };
	struct csa_buf file;

	T_UNUSED;
	csa_buf_init(&file);
	make_file(&file, "", 0);
	assert_int_equal(read_list(&list, &file, &err), 0);
	assert_false(list.is_there);
	assert_int_equal(csa_hook_list_find(&list, 0x1000), CSA_HOOK_UNLISTED);
	csa_hook_list_release(&list);
	csa_buf_release(&file);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(what_is_written_is_read),
		CASE(a_list_that_is_cut_off_is_an_error),
		CASE(another_type_or_name_is_an_error),
		CASE(a_count_that_cannot_be_takes_no_memory),
		CASE(a_function_that_cannot_be_is_an_error),
		CASE(a_file_without_list_has_none),
	};

	return T_RUN(cases, argc, argv);
}
