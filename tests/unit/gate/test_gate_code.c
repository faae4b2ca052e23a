/* SPDX-License-Identifier: MIT */
/* The code of a run's functions is read from the files of its modules, and what cannot be read is not known. */
#include "test.h"

#include <fcntl.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "code_hash.h"
#include "file_identity.h"
#include "file_text.h"
#include "gate_code.h"

#define ROWS 8u

static struct csa_report report;
static struct csa_report_row rows[ROWS];
static struct csa_row_name names[ROWS];
static struct csa_report_module modules[2];
static struct csa_side side;
static struct csa_buf build_id;

static void read_build_id(const char *path)
{
	int fd = open(path, O_RDONLY);
	Elf *elf;

	assert_true(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	assert_non_null(elf);
	csa_buf_init(&build_id);
	csa_build_id_add(elf, &build_id);
	elf_end(elf);
	close(fd);
}

static int start(void **state)
{
	(void)state;
	memset(&report, 0, sizeof(report));
	memset(modules, 0, sizeof(modules));
	read_build_id(HASH_FIXTURE "BASE");
	modules[0] = (struct csa_report_module){ .module = 3,
						 .path = HASH_FIXTURE "BASE",
						 .build_id = build_id.data };
	report.rows = rows;
	report.modules = modules;
	report.module_count = 1;
	csa_side_init(&side);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	csa_side_release(&side);
	csa_buf_release(&build_id);
	return 0;
}

/* The link-time address of a function of the program. */
static uint64_t address(const char *name)
{
	struct csa_link_image image = { 0 };
	struct csa_buf text;
	uint64_t addr = 0;

	csa_buf_init(&text);
	assert_int_equal(csa_file_text_read(&text, HASH_FIXTURE "BASE", NULL), 0);
	assert_int_equal(csa_link_image_read(&image, (uint8_t *)text.data, text.length, NULL), 0);
	for (size_t i = 0; i < image.functions.count; i++) {
		if (strcmp(image.functions.items[i].name, name) == 0)
			addr = image.functions.items[i].addr;
	}
	csa_link_image_release(&image);
	csa_buf_release(&text);
	assert_int_not_equal(addr, 0);
	return addr;
}

/* One that was called, in the report and in the side. */
static void add(const char *function, unsigned module, uint64_t addr)
{
	size_t i = report.row_count++;
	bool ok = true;
	struct csa_side_row row = { .address = addr, .size = 9 };

	names[i] = (struct csa_row_name){
		.kind = CSA_SYMBOL_FUNCTION, .function = function, .module = module, .addr = addr
	};
	rows[i] = (struct csa_report_row){ .name = &names[i], .calls = 1 };
	row.function = csa_side_text(&side, function, &ok);
	row.module = csa_side_text(&side, module == 3 ? modules[0].path : "/none", &ok);
	row.file = csa_side_text(&side, "", &ok);
	assert_true(ok && csa_side_add(&side, &row));
}

static void read_code(void)
{
	const struct csa_symbol_sources sources = { .only_itself = true };

	assert_int_equal(csa_side_finish(&side, NULL), 0);
	assert_int_equal(csa_gate_code_read(&side, &report, &sources, NULL), 0);
}

static const struct csa_side_row *find(const char *function)
{
	for (uint32_t i = 0; i < side.count; i++) {
		if (strcmp(side.items[i].function, function) == 0)
			return &side.items[i];
	}
	fail_msg("%s is not there", function);
	return NULL;
}

TEST(each_function_has_its_own)
{
	T_UNUSED;
	add("leaf", 3, address("leaf"));
	add("edited", 3, address("edited"));
	add("elsewhere", 4, address("leaf"));
	read_code();
	assert_int_not_equal(find("leaf")->code, 0);
	assert_int_not_equal(find("edited")->code, find("leaf")->code);
	assert_int_not_equal(find("leaf")->layout, 0);
	assert_int_equal(find("leaf")->layout, find("edited")->layout);
	assert_int_equal(find("elsewhere")->code, 0);
	assert_int_equal(find("elsewhere")->layout, 0);
}

/* As functions of a header that several files have a copy of. */
TEST(copies_in_one_row_are_added_up)
{
	uint64_t first;

	T_UNUSED;
	add("leaf", 3, address("leaf"));
	add("edited", 3, address("edited"));
	read_code();
	first = find("leaf")->code + find("edited")->code;
	stop(NULL);
	start(NULL);
	add("copied", 3, address("leaf"));
	add("copied", 3, address("edited"));
	read_code();
	assert_int_equal(side.count, 1);
	assert_int_equal(find("copied")->code, first);
}

TEST(one_copy_that_is_not_known_leaves_none_known)
{
	T_UNUSED;
	add("copied", 3, address("leaf"));
	add("copied", 3, address("leaf") + 1);
	add("copied", 3, address("edited"));
	read_code();
	assert_int_equal(side.count, 1);
	assert_int_equal(find("copied")->code, 0);
}

TEST(another_build_of_the_file_is_not_read)
{
	T_UNUSED;
	modules[0].build_id = "00112233";
	add("leaf", 3, address("leaf"));
	read_code();
	assert_int_equal(find("leaf")->code, 0);
}

TEST(a_file_that_is_gone_is_no_failure)
{
	T_UNUSED;
	modules[1] = (struct csa_report_module){ .module = CSA_NO_MODULE };
	report.module_count = 2;
	add("leaf", 3, address("leaf"));
	modules[0].path = HASH_FIXTURE "NONE";
	read_code();
	assert_int_equal(find("leaf")->code, 0);
}

#define CODE_CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CODE_CASE(each_function_has_its_own),
		CODE_CASE(copies_in_one_row_are_added_up),
		CODE_CASE(one_copy_that_is_not_known_leaves_none_known),
		CODE_CASE(another_build_of_the_file_is_not_read),
		CODE_CASE(a_file_that_is_gone_is_no_failure),
	};

	return T_RUN(cases, argc, argv);
}
