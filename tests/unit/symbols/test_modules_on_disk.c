/* SPDX-License-Identifier: MIT */
/* Modules over time, files that are not what ran, and many who ask at once. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture_run.h"

/* Looks the plain function up with the program's map changed to @map. */
static void look(const struct t_fixture_run *run, const struct csa_module_map *map, int known,
		 const char *warning_begin, const char *warning_part)
{
	struct csa_module_info info;
	struct csa_symbol symbol;
	struct csa_symbols *s;

	assert_int_equal(csa_symbols_new(&s, NULL), 0);
	assert_int_equal(csa_symbols_add_module(s, map, NULL), 0);
	csa_symbols_module(s, 0, &info);
	assert_null(info.names_from);
	assert_null(info.warning);
	assert_int_equal(csa_symbols_function(s, t_fixture_place(run, "plain")->ip, 5, &symbol),
			 known);
	assert_int_equal(strcmp(symbol.name, "plain_global") == 0, known);
	assert_int_equal(csa_symbols_name(s, t_fixture_place(run, "no-file")->ip, 5, &symbol),
			 known);
	assert_int_equal(strcmp(symbol.name, "tick") == 0, known);
	csa_symbols_module(s, 0, &info);
	assert_non_null(info.names_from);
	assert_int_equal(info.has_names, known);
	if (warning_begin) {
		assert_non_null(info.warning);
		assert_memory_equal(info.warning, warning_begin, strlen(warning_begin));
		assert_non_null(strstr(info.warning, warning_part));
	} else {
		assert_null(info.warning);
	}
	csa_symbols_free(s);
}

TEST(another_build_gives_a_warning_and_no_names)
{
	struct t_fixture_run run;
	struct csa_module_map map;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	map = run.maps[0];
	look(&run, &map, 1, NULL, NULL);
	map.build_id = "0123456789";
	look(&run, &map, 0, FIXTURE_PIE ": is another build (build-id ",
	     "the program ran with 0123456789): no names for this module");
	map.build_id = NULL;
	look(&run, &map, 0, FIXTURE_PIE ": is another build (build-id ",
	     "the program ran with none): no names for this module");

	t_fixture_run(&run, FIXTURE_NO_ID);
	map = run.maps[0];
	map.build_id = "0123456789";
	look(&run, &map, 0, FIXTURE_NO_ID ": is another build (build-id none, ",
	     "the program ran with 0123456789): no names for this module");
}

TEST(build_ids_may_be_padded_and_in_capitals)
{
	struct t_fixture_run run;
	struct csa_module_map map;
	char id[256];

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	map = run.maps[0];
	(void)snprintf(id, sizeof(id), "%s00000000", map.build_id);
	for (char *c = id; *c; c++) {
		if (*c >= 'a')
			*c = (char)(*c - 'a' + 'A');
	}
	map.build_id = id;
	look(&run, &map, 1, NULL, NULL);
	(void)snprintf(id, sizeof(id), "%s00000001", run.maps[0].build_id);
	look(&run, &map, 0, FIXTURE_PIE ": is another build", "");
}

TEST(a_file_without_build_id_is_named_with_a_warning)
{
	struct t_fixture_run run;
	struct csa_module_map map;

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_NO_ID);
	map = run.maps[0];
	look(&run, &map, 1, FIXTURE_NO_ID ": has no build-id", "is not known");
	map.started_realtime_ns = 1;
	look(&run, &map, 0, FIXTURE_NO_ID ": has no build-id and was changed after", "no names");
	map.started_realtime_ns = UINT64_MAX;
	look(&run, &map, 1, FIXTURE_NO_ID ": has no build-id", "is not known");
}

TEST(files_that_are_no_program_give_a_warning)
{
	struct t_fixture_run run;
	struct csa_module_map map;
	char folder[] = "/tmp/modules_on_disk.XXXXXX";
	char path[64];
	char warning[128];
	FILE *file;

	T_UNUSED;
	assert_non_null(mkdtemp(folder));
	t_fixture_run(&run, FIXTURE_PIE);
	map = run.maps[0];
	map.path = path;

	(void)snprintf(path, sizeof(path), "%s/gone", folder);
	(void)snprintf(warning, sizeof(warning), "%s: No such file or directory: no names", path);
	look(&run, &map, 0, warning, "");

	assert_int_equal(mkfifo(path, 0600), 0);
	(void)snprintf(warning, sizeof(warning), "%s: is not a regular file: no names", path);
	look(&run, &map, 0, warning, "");
	unlink(path);

	file = fopen(path, "w");
	assert_non_null(file);
	fputs("#!/bin/sh\n", file);
	(void)fclose(file);
	(void)snprintf(warning, sizeof(warning), "%s: ", path);
	look(&run, &map, 0, warning, "no names for this module");
	unlink(path);
	rmdir(folder);
}

/* Copies the first @count bytes of a program: everything behind is missing. */
static void copy_start(const char *from, const char *to, size_t count)
{
	FILE *in = fopen(from, "rb");
	FILE *out = fopen(to, "wb");

	assert_true(in && out);
	for (size_t i = 0; i < count; i++)
		fputc(fgetc(in), out);
	(void)fclose(in);
	(void)fclose(out);
}

TEST(a_cut_file_is_read_as_far_as_possible)
{
	struct t_fixture_run run;
	struct csa_module_map map;
	char path[] = "/tmp/modules_on_disk.XXXXXX";
	int fd = mkstemp(path);

	T_UNUSED;
	assert_true(fd >= 0);
	close(fd);
	t_fixture_run(&run, FIXTURE_PIE);
	map = run.maps[0];
	map.path = path;
	for (size_t count = 0; count < 20000; count += 1111) {
		struct csa_symbols *s;
		struct csa_symbol symbol;

		copy_start(FIXTURE_PIE, path, count);
		assert_int_equal(csa_symbols_new(&s, NULL), 0);
		assert_int_equal(csa_symbols_add_module(s, &map, NULL), 0);
		csa_symbols_function(s, t_fixture_place(&run, "plain")->ip, 5, &symbol);
		assert_non_null(symbol.name);
		csa_symbols_free(s);
	}
	unlink(path);
}

static const char *name_at(struct csa_symbols *s, uint64_t ip, uint64_t ticks)
{
	struct csa_symbol symbol;

	csa_symbols_function(s, ip, ticks, &symbol);
	return symbol.name;
}

TEST(an_address_is_looked_up_at_its_time)
{
	struct csa_symbols *s;
	const struct csa_module_map first = { .path = "/p/first",
					      .start_ip = 0x1000,
					      .end_ip = 0x3000,
					      .bias = 0x1000,
					      .load_ticks = 100,
					      .unload_ticks = 200 };
	const struct csa_module_map second = { .path = "/p/second",
					       .start_ip = 0x2000,
					       .end_ip = 0x4000,
					       .bias = 0x2000,
					       .load_ticks = 300,
					       .unload_ticks = UINT64_MAX };

	T_UNUSED;
	assert_int_equal(csa_symbols_new(&s, NULL), 0);
	assert_int_equal(csa_symbols_add_module(s, &second, NULL), 0);
	assert_int_equal(csa_symbols_add_module(s, &first, NULL), 0);
	assert_string_equal(name_at(s, 0x2800, 150), "first+0x1800");
	assert_string_equal(name_at(s, 0x2800, 199), "first+0x1800");
	assert_string_equal(name_at(s, 0x2800, 300), "second+0x800");
	assert_string_equal(name_at(s, 0x2800, 999), "second+0x800");
	/* Only one covers the address. */
	assert_string_equal(name_at(s, 0x1800, 999), "first+0x800");
	assert_string_equal(name_at(s, 0x3800, 0), "second+0x1800");
	/* Before, between and at neither's time: the nearest. */
	assert_string_equal(name_at(s, 0x2800, 10), "first+0x1800");
	assert_string_equal(name_at(s, 0x2800, 210), "first+0x1800");
	assert_string_equal(name_at(s, 0x2800, 290), "second+0x800");
	assert_string_equal(name_at(s, 0xfff, 150), "0xfff");
	assert_string_equal(name_at(s, 0x4000, 400), "0x4000");
	csa_symbols_free(s);
}

TEST(an_image_without_addresses_is_refused)
{
	const struct csa_module_map map = { .path = "/p/m", .start_ip = 0x2000, .end_ip = 0x2000 };
	struct csa_symbols *s;
	struct csa_err err = { 0 };

	T_UNUSED;
	assert_int_equal(csa_symbols_new(&s, NULL), 0);
	assert_int_equal(csa_symbols_add_module(s, &map, &err), CSA_E_FORMAT);
	assert_string_equal(
		err.msg, "module /p/m: the end address 2000 is not above the first address 2000");
	assert_int_equal(csa_symbols_module_count(s), 0);
	csa_symbols_free(s);
}

TEST(processes_share_modules_but_not_addresses)
{
	struct t_fixture_run runs[2];
	struct csa_symbols *s[2];
	struct csa_symbol symbols[2];

	T_UNUSED;
	t_fixture_run(&runs[0], FIXTURE_PIE);
	runs[1] = runs[0];
	runs[1].maps[0].bias += 0x100000;
	runs[1].maps[0].start_ip += 0x100000;
	runs[1].maps[0].end_ip += 0x100000;
	s[0] = t_fixture_symbols(&runs[0]);
	assert_int_equal(csa_symbols_share(&s[1], s[0], NULL), 0);
	for (int i = 1; i >= 0; i--)
		assert_int_equal(csa_symbols_add_module(s[1], &runs[1].maps[i], NULL), 0);
	assert_int_equal(csa_symbols_module_count(s[1]), 2);

	csa_symbols_function(s[0], t_fixture_place(&runs[0], "plain")->ip, 5, &symbols[0]);
	csa_symbols_free(s[0]); /* the one that came first may go first */
	csa_symbols_function(s[1], t_fixture_place(&runs[1], "plain")->ip + 0x100000, 5,
			     &symbols[1]);
	assert_string_equal(symbols[0].name, "plain_global");
	assert_ptr_equal(symbols[0].name, symbols[1].name);
	assert_int_equal(symbols[0].addr, symbols[1].addr);
	assert_int_equal(symbols[0].module, symbols[1].module);
	csa_symbols_free(s[1]);
}

TEST(modules_say_where_names_come_from)
{
	static const char *const wanted[][2] = {
		{ FIXTURE_PIE, "symbol table and DWARF of the file" },
		{ FIXTURE_STRIPPED, "dynamic symbols of the file, no DWARF" },
		{ FIXTURE_LINKED, "symbol table and DWARF of " FIXTURE_LINKED ".debug" },
	};

	T_UNUSED;
	for (int i = 0; i < 3; i++) {
		struct t_fixture_run run;
		struct csa_symbols *s;
		struct csa_module_info info;

		t_fixture_run(&run, wanted[i][0]);
		s = t_fixture_symbols(&run);
		(void)name_at(s, t_fixture_place(&run, "plain")->ip, 5);
		csa_symbols_module(s, 0, &info);
		assert_string_equal(info.path, wanted[i][0]);
		assert_string_equal(info.build_id, run.build_ids[0]);
		assert_string_equal(info.names_from, wanted[i][1]);
		assert_true(info.has_names);
		assert_null(info.warning);
		csa_symbols_module(s, 1, &info);
		assert_null(info.names_from); /* nobody asked for it */
		csa_symbols_free(s);
	}
}

struct asker {
	pthread_t thread;
	struct csa_symbols *s;
	const struct t_fixture_run *run;
	unsigned known_count;
};

static void *ask(void *context)
{
	struct asker *asker = context;

	for (int round = 0; round < 50; round++) {
		for (unsigned i = 0; i < asker->run->place_count; i++) {
			struct csa_symbol symbol;
			struct csa_place place;
			uint64_t ip = asker->run->places[i].ip;

			asker->known_count +=
				(unsigned)csa_symbols_function(asker->s, ip, 5, &symbol);
			asker->known_count += (unsigned)csa_symbols_place(asker->s, ip, 5, &place);
		}
	}
	return NULL;
}

TEST(several_threads_may_ask_at_once)
{
	struct t_fixture_run run;
	struct asker askers[4];

	T_UNUSED;
	t_fixture_run(&run, FIXTURE_PIE);
	askers[0].s = t_fixture_symbols(&run);
	for (int i = 0; i < 4; i++) {
		askers[i] = (struct asker){ .s = askers[0].s, .run = &run };
		assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(askers[i].thread, NULL);
	for (int i = 0; i < 4; i++)
		assert_int_equal(askers[i].known_count, askers[0].known_count);
	assert_true(askers[0].known_count >= 50 * 17);
	csa_symbols_free(askers[0].s);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(another_build_gives_a_warning_and_no_names),
		CASE(build_ids_may_be_padded_and_in_capitals),
		CASE(a_file_without_build_id_is_named_with_a_warning),
		CASE(files_that_are_no_program_give_a_warning),
		CASE(a_cut_file_is_read_as_far_as_possible),
		CASE(an_address_is_looked_up_at_its_time),
		CASE(an_image_without_addresses_is_refused),
		CASE(processes_share_modules_but_not_addresses),
		CASE(modules_say_where_names_come_from),
		CASE(several_threads_may_ask_at_once),
	};

	return T_RUN(cases, argc, argv);
}
