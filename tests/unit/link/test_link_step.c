/* SPDX-License-Identifier: MIT */
/* The whole step on a small program, and on files that it must leave alone. */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "test.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hook_list.h"
#include "link_step.h"

static char folder[] = "/tmp/callsight-test-XXXXXX";
static char copy[64];      /* of the fixture, made anew for each test */
static char selection[64]; /* file */

static void write_file(const char *path, const void *bytes, size_t count)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	assert_int_equal(fclose(file), 0);
}

static char *read_file(const char *path, size_t *count)
{
	FILE *file = fopen(path, "rb");
	char *bytes;
	long size;

	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	bytes = malloc((size_t)size + 1);
	assert_non_null(bytes);
	*count = fread(bytes, 1, (size_t)size, file);
	fclose(file);
	return bytes;
}

static int set_up(void **state)
{
	size_t count;
	char *bytes = read_file(LINK_FIXTURE, &count);

	(void)state;
	write_file(copy, bytes, count);
	free(bytes);
	return chmod(copy, 0750);
}

/* The names are those of the fixture; its source's path is not said. */
static int step(const char *path, const char *lines, struct csa_link_result *result,
		struct csa_err *err)
{
	struct csa_selection chosen;
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	csa_buf_add_fmt(&text,
			"callsight-selection\t2\ntarget\tt\nsystem\tout\nfile\t/x/link_fixture.c\t"
			"keep\n%s",
			lines);
	write_file(selection, text.data, text.length);
	csa_buf_release(&text);
	csa_selection_init(&chosen);
	assert_int_equal(csa_selection_add_file(&chosen, selection, err), 0);
	rc = csa_link_step(path, &chosen, result, err);
	csa_selection_release(&chosen);
	return rc;
}

static void expect_output(const char *wanted)
{
	char output[512];
	FILE *pipe = popen(copy, "r");
	size_t count;

	assert_non_null(pipe);
	count = fread(output, 1, sizeof(output) - 1, pipe);
	output[count] = '\0';
	assert_int_equal(pclose(pipe), 0);
	assert_string_equal(output, wanted);
}

TEST(without_a_selection_every_hook_stays)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(step(copy, "", &result, &err), 0);
	assert_true(result.has_hooks);
	assert_int_equal(result.counts.traced, 6);
	assert_int_equal(result.counts.silenced, 0);
	assert_int_equal(result.counts.calls, 0);
	expect_output("main 1 1\nselected 3 3\ninlined 3 3\nleft_out 3 3\nends_in_jump 1 1\n"
		      "target 3 3\n");
}

TEST(what_is_left_out_is_silent_and_the_rest_is_not)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };
	struct stat status;

	T_UNUSED;
	assert_int_equal(step(copy, "+\tmain\n+\tselected\n+\ttarget\n+\tghost\n-\tleft_out\n",
			      &result, &err),
			 0);
	assert_int_equal(result.counts.traced, 5);
	assert_int_equal(result.counts.silenced, 1);
	assert_int_equal(result.counts.kept, 0);
	assert_int_equal(result.missing, 1);
	expect_output("main 1 1\nselected 3 3\ninlined 3 3\nends_in_jump 1 1\ntarget 3 3\n");
	assert_int_equal(stat(copy, &status), 0);
	assert_int_equal(status.st_mode & 07777, 0750);
}

TEST(inlined_hooks_and_jumps_are_silenced_alone)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(step(copy, "-\tinlined\n-\tends_in_jump\n-\tget\n", &result, &err), 0);
	assert_int_equal(result.counts.silenced, 2);
	expect_output("main 1 1\nselected 3 3\nleft_out 3 3\ntarget 3 3\n");
}

/* That of one function of the copy. */
static enum csa_hook_mark mark_of(const char *name)
{
	enum csa_hook_mark mark = CSA_HOOK_UNLISTED;
	struct csa_hook_list list;
	Elf_Scn *section = NULL;
	struct csa_err err = { 0 };
	int fd = open(copy, O_RDONLY);
	Elf *elf;

	assert_true(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	assert_int_equal(csa_hook_list_read(&list, elf, &err), 0);
	assert_true(list.is_there);
	while ((section = elf_nextscn(elf, section)) != NULL) {
		Elf_Data *data = elf_getdata(section, NULL);
		GElf_Shdr header;
		GElf_Sym symbol;

		gelf_getshdr(section, &header);
		for (int i = 0; header.sh_type == SHT_SYMTAB && gelf_getsym(data, i, &symbol);
		     i++) {
			if (strcmp(elf_strptr(elf, header.sh_link, symbol.st_name), name) == 0)
				mark = csa_hook_list_find(&list, symbol.st_value);
		}
	}
	csa_hook_list_release(&list);
	elf_end(elf);
	close(fd);
	return mark;
}

TEST(the_file_says_what_was_done)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(step(copy, "-\tleft_out\n", &result, &err), 0);
	assert_int_equal(mark_of("left_out"), CSA_HOOK_SILENCED);
	assert_int_equal(mark_of("selected"), CSA_HOOK_TRACED);
	assert_int_equal(mark_of("__wrap___cyg_profile_func_exit"), CSA_HOOK_UNLISTED);
}

static void read_build_id(char *id, size_t room)
{
	char command[128];
	FILE *pipe;

	snprintf(command, sizeof(command), "readelf -n %s | sed -n 's/.*Build ID: //p'", copy);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	assert_non_null(fgets(id, (int)room, pipe));
	pclose(pipe);
}

TEST(another_selection_is_another_build)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };
	char ids[4][64];

	T_UNUSED;
	read_build_id(ids[0], sizeof(ids[0]));
	assert_int_equal(step(copy, "-\tleft_out\n", &result, &err), 0);
	read_build_id(ids[1], sizeof(ids[1]));
	set_up(NULL);
	assert_int_equal(step(copy, "-\ttarget\n", &result, &err), 0);
	read_build_id(ids[2], sizeof(ids[2]));
	set_up(NULL);
	assert_int_equal(step(copy, "-\tleft_out\n", &result, &err), 0);
	read_build_id(ids[3], sizeof(ids[3]));
	assert_string_not_equal(ids[0], ids[1]);
	assert_string_not_equal(ids[1], ids[2]);
	assert_string_equal(ids[1], ids[3]);
}

/* @wanted: the error; the file must be as it was. */
static void expect_refused(const char *path, int wanted, const char *words)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };
	size_t before_count;
	size_t after_count;
	char *before = read_file(path, &before_count);
	char *after;

	assert_int_equal(step(path, "-\tleft_out\n", &result, &err), wanted);
	if (!strstr(err.msg, words))
		fail_msg("'%s' does not hold '%s'", err.msg, words);
	after = read_file(path, &after_count);
	assert_int_equal(before_count, after_count);
	assert_memory_equal(before, after, before_count);
	free(before);
	free(after);
}

/* One byte of the copy. */
static void change_byte(long offset, char value)
{
	FILE *file = fopen(copy, "r+b");

	assert_non_null(file);
	fseek(file, offset, SEEK_SET);
	fputc(value, file);
	fclose(file);
}

TEST(files_of_other_kinds_are_left_alone)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };

	T_UNUSED;
	write_file(copy, "#!/bin/sh\n", 10);
	expect_refused(copy, CSA_E_UNSUPPORTED, "is no ELF file");
	write_file(copy, "", 0);
	expect_refused(copy, CSA_E_UNSUPPORTED, "is no file that can be read");
	set_up(NULL);
	change_byte(EI_CLASS, ELFCLASS32);
	expect_refused(copy, CSA_E_UNSUPPORTED, "64-bit");
	set_up(NULL);
	change_byte(18, EM_S390);
	expect_refused(copy, CSA_E_UNSUPPORTED, "ELF machine 22");
	set_up(NULL);
	change_byte(16, ET_REL);
	expect_refused(copy, CSA_E_UNSUPPORTED, "is no program");
	unlink(copy);
	assert_int_equal(csa_link_step(copy, &(struct csa_selection){ 0 }, &result, &err),
			 CSA_E_ABSENT);
}

TEST(a_file_is_patched_once)
{
	struct csa_link_result result;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(step(copy, "-\tleft_out\n", &result, &err), 0);
	expect_refused(copy, CSA_E_UNSUPPORTED, "has a list of hooks already");
}

TEST(a_file_that_is_cut_off_is_left_alone)
{
	size_t count;
	char *bytes = read_file(copy, &count);

	T_UNUSED;
	for (size_t length = 1; length < count; length += 997) {
		struct csa_link_result result;
		struct csa_err err = { 0 };

		write_file(copy, bytes, length);
		assert_true(step(copy, "-\tleft_out\n", &result, &err) < 0);
	}
	free(bytes);
}

/* Of a command whose words are separated by blanks; "" for none. */
static void expect_output_path(const char *command, const char *wanted)
{
	char text[64];
	char *argv[16] = { text };
	const char *path;
	size_t count = 1;

	snprintf(text, sizeof(text), "%s", command);
	for (char *blank = strchr(text, ' '); blank; blank = strchr(blank, ' ')) {
		*blank++ = '\0';
		argv[count++] = blank;
	}
	path = csa_link_output_path(argv);
	assert_string_equal(path ? path : "", wanted);
}

TEST(only_links_have_an_output)
{
	T_UNUSED;
	expect_output_path("cc -c a.c -o a.o", "");
	expect_output_path("cc -r a.o -o b.o", "");
	expect_output_path("cc a.o -o app", "app");
	expect_output_path("cc -oapp a.o", "app");
	expect_output_path("ld --output=app a.o", "app");
	expect_output_path("cc a.o -o", "a.out");
	expect_output_path("cc a.o", "a.out");
}

int main(int argc, char **argv)
{
#define STEP_CASE(name) cmocka_unit_test_setup(name, set_up)
	const struct CMUnitTest cases[] = {
		STEP_CASE(without_a_selection_every_hook_stays),
		STEP_CASE(what_is_left_out_is_silent_and_the_rest_is_not),
		STEP_CASE(inlined_hooks_and_jumps_are_silenced_alone),
		STEP_CASE(the_file_says_what_was_done),
		STEP_CASE(another_selection_is_another_build),
		STEP_CASE(files_of_other_kinds_are_left_alone),
		STEP_CASE(a_file_is_patched_once),
		STEP_CASE(a_file_that_is_cut_off_is_left_alone),
		CASE(only_links_have_an_output),
	};
	int status;

	if (!mkdtemp(folder))
		return 1;
	snprintf(copy, sizeof(copy), "%s/fixture", folder);
	snprintf(selection, sizeof(selection), "%s/selection", folder);
	status = T_RUN(cases, argc, argv);
	unlink(copy);
	unlink(selection);
	rmdir(folder);
	return status;
}
