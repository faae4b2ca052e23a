/* SPDX-License-Identifier: MIT */
/* The hash says whether code changed, and not where it lies: three builds of one program. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_hash.h"
#include "link_values.h"

/** One build, with what is hashed of it. */
struct build {
	uint8_t *bytes;
	struct csa_link_image image;
	struct csa_code_hashes hashes;
};

static struct build base, moved, edited;

static void open_build(struct build *build, const char *name)
{
	char path[1024];
	struct csa_err err = { 0 };
	FILE *file;
	long size;

	snprintf(path, sizeof(path), HASH_FIXTURE "%s", name);
	file = fopen(path, "rb");
	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	build->bytes = malloc((size_t)size);
	assert_non_null(build->bytes);
	assert_int_equal(fread(build->bytes, 1, (size_t)size, file), size);
	fclose(file);
	if (csa_link_image_read(&build->image, build->bytes, (size_t)size, &err) < 0 ||
	    csa_code_hashes_init(&build->hashes, &build->image, &err) < 0)
		fail_msg("%s: %s", path, err.msg);
}

static void close_build(struct build *build)
{
	csa_code_hashes_release(&build->hashes);
	csa_link_image_release(&build->image);
	free(build->bytes);
}

static uint64_t address(const struct build *build, const char *name)
{
	for (size_t i = 0; i < build->image.functions.count; i++) {
		if (strcmp(build->image.functions.items[i].name, name) == 0)
			return build->image.functions.items[i].addr;
	}
	fail_msg("%s is not there", name);
	return 0;
}

static uint64_t hash(struct build *build, const char *name)
{
	uint64_t found = csa_code_hash(&build->hashes, address(build, name));

	assert_int_not_equal(found, 0);
	return found;
}

#define NAMES                                                                                \
	"main", "leaf", "edited", "uses_text", "calls_edited", "calls_plain", "calls_round", \
		"calls_other", "points_to_plain"

static int start(void **state)
{
	(void)state;
	open_build(&base, "BASE");
	open_build(&moved, "MOVED");
	open_build(&edited, "EDITED");
	return 0;
}

static int stop(void **state)
{
	(void)state;
	close_build(&base);
	close_build(&moved);
	close_build(&edited);
	return 0;
}

TEST(code_that_only_lies_elsewhere_is_the_same)
{
	static const char *const names[] = { NAMES };
	unsigned elsewhere = 0;

	T_UNUSED;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (hash(&base, names[i]) != hash(&moved, names[i]))
			fail_msg("%s is not the same", names[i]);
		elsewhere += address(&base, names[i]) != address(&moved, names[i]);
	}
	assert_true(elsewhere > 4);
}

TEST(functions_differ_from_each_other)
{
	static const char *const names[] = { NAMES };

	T_UNUSED;
	for (size_t i = 1; i < sizeof(names) / sizeof(names[0]); i++) {
		for (size_t k = 0; k < i; k++) {
			if (hash(&base, names[i]) == hash(&base, names[k]))
				fail_msg("%s is like %s", names[i], names[k]);
		}
	}
}

TEST(an_edit_changes_its_function_and_none_that_calls_it)
{
	T_UNUSED;
	assert_int_not_equal(hash(&base, "edited"), hash(&edited, "edited"));
	assert_int_equal(hash(&base, "calls_edited"), hash(&edited, "calls_edited"));
	assert_int_equal(hash(&base, "leaf"), hash(&edited, "leaf"));
	assert_int_equal(hash(&base, "uses_text"), hash(&edited, "uses_text"));
	assert_int_equal(hash(&base, "calls_round"), hash(&edited, "calls_round"));
}

/* Its time is theirs, as far as it has no hooks: also two calls away, and where its address is taken. */
TEST(an_edit_of_a_function_without_hooks_changes_those_that_reach_it)
{
	T_UNUSED;
	assert_int_not_equal(hash(&base, "calls_plain"), hash(&edited, "calls_plain"));
	assert_int_not_equal(hash(&base, "points_to_plain"), hash(&edited, "points_to_plain"));
}

TEST(a_call_of_another_function_is_another_code)
{
	T_UNUSED;
	assert_int_not_equal(hash(&base, "calls_other"), hash(&edited, "calls_other"));
}

TEST(what_is_asked_before_does_not_matter)
{
	struct build again;
	uint64_t alone;

	T_UNUSED;
	open_build(&again, "BASE");
	alone = hash(&again, "calls_round");
	close_build(&again);
	assert_int_equal(alone, hash(&base, "calls_round"));
	assert_int_equal(alone, hash(&base, "calls_round"));
}

TEST(what_is_no_function_has_no_hash)
{
	T_UNUSED;
	assert_int_equal(csa_code_hash(&base.hashes, address(&base, "leaf") + 1), 0);
	assert_int_equal(csa_code_hash(&base.hashes, 0), 0);
	assert_int_equal(csa_code_hash(&base.hashes, UINT64_MAX), 0);
}

TEST(code_that_is_cut_off_has_no_hash)
{
	struct build cut;
	struct csa_link_function *function;

	T_UNUSED;
	open_build(&cut, "BASE");
	function = (struct csa_link_function *)(uintptr_t)csa_link_image_function(&cut.image,
										  address(&cut,
											  "leaf"));
	function->size = UINT64_C(1) << 40;
	assert_int_equal(csa_code_hash(&cut.hashes, function->addr), 0);
	function->size = 0;
	assert_int_equal(csa_code_hash(&cut.hashes, function->addr), 0);
	close_build(&cut);
}

TEST(the_layout_is_that_of_one_build)
{
	struct build again;

	T_UNUSED;
	open_build(&again, "BASE");
	assert_int_equal(csa_code_layout(&again.image), csa_code_layout(&base.image));
	close_build(&again);
	assert_int_not_equal(csa_code_layout(&moved.image), csa_code_layout(&base.image));
	assert_int_not_equal(csa_code_layout(&edited.image), csa_code_layout(&base.image));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(code_that_only_lies_elsewhere_is_the_same),
		CASE(functions_differ_from_each_other),
		CASE(an_edit_changes_its_function_and_none_that_calls_it),
		CASE(an_edit_of_a_function_without_hooks_changes_those_that_reach_it),
		CASE(a_call_of_another_function_is_another_code),
		CASE(what_is_asked_before_does_not_matter),
		CASE(what_is_no_function_has_no_hash),
		CASE(code_that_is_cut_off_has_no_hash),
		CASE(the_layout_is_that_of_one_build),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(cases, start, stop);
}
