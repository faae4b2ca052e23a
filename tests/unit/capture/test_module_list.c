/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "buf.h"
#include "module_list.h"
#include "trace_builder.h"

static struct csa_modules modules;
static struct csa_notes notes;

static int read_text(const char *text)
{
	char *dir = t_temp_dir();
	char *path = t_path(dir, "modules");
	int rc;

	csa_notes_init(&notes);
	t_write_file(path, text, strlen(text));
	rc = csa_modules_read(&modules, dir, &notes, NULL);
	free(path);
	t_remove(dir);
	return rc;
}

static void clean(void)
{
	csa_modules_release(&modules);
	csa_notes_release(&notes);
}

TEST(records_are_read_and_paths_unescaped)
{
	T_UNUSED;
	assert_int_equal(read_text("load\t10\t1000\t2000\t3000\tab12\t/a b\\x09c\\x5c\n"
				   "load\t20\tfffffffffffff000\t5000\t6000\t-\t/x\\x4\n"
				   "unload\t30\t5000\n"),
			 0);
	assert_int_equal(modules.count, 2);
	assert_string_equal(modules.items[0].path, "/a b\tc\\");
	assert_string_equal(modules.items[0].build_id, "ab12");
	assert_int_equal(modules.items[0].load_ticks, 0x10);
	assert_int_equal(modules.items[0].bias, 0x1000);
	assert_int_equal(modules.items[0].unload_ticks, UINT64_MAX);
	assert_string_equal(modules.items[1].path, "/x\\x4");
	assert_null(modules.items[1].build_id);
	assert_int_equal(modules.items[1].unload_ticks, 0x30);
	assert_int_equal(notes.count, 0);
	clean();
}

TEST(size_and_change_of_a_file_belong_to_the_loaded_module)
{
	T_UNUSED;
	assert_int_equal(read_text("load\t1\t0\t10\t20\t-\t/a\nfile\t10\t1234\tabcdef\n"
				   "unload\t2\t10\nload\t3\t0\t10\t20\t-\t/b\n"
				   "file\t10\t0\t1\nfile\t99\t1\t1\nfile\t10\tx\t1\n"),
			 0);
	assert_int_equal(modules.count, 2);
	assert_true(modules.items[0].has_stat);
	assert_int_equal(modules.items[0].file_bytes, 0x1234);
	assert_int_equal(modules.items[0].file_changed_ns, 0xabcdef);
	assert_true(modules.items[1].has_stat);
	assert_int_equal(modules.items[1].file_bytes, 0);
	assert_int_equal(notes.count, 1);
	clean();
}

TEST(plug_ins_that_take_turns_at_an_address_begin_epochs)
{
	T_UNUSED;
	assert_int_equal(read_text("load\t1\t0\t10\t20\t-\t/a\nload\t2\t0\t10\t20\t-\t/b\n"
				   "load\t3\t0\t10\t20\t-\t/a\nload\t4\t0\t10\t20\t-\t/b\n"
				   "load\t5\t0\t20\t30\t-\t/c\nload\t6\t0\t20\t30\t-\t/c\n"),
			 0);
	assert_int_equal(modules.epoch_count, 4);
	assert_int_equal(modules.epoch_ticks[0], 2);
	assert_int_equal(modules.epoch_ticks[1], 3);
	assert_int_equal(modules.epoch_ticks[2], 4);
	clean();
}

TEST(an_incomplete_last_line_is_ignored)
{
	T_UNUSED;
	assert_int_equal(read_text("load\t1\t0\t10\t20\t-\t/a\nload\t1\t0\t30\t40\t-\t/long-pa"),
			 0);
	assert_int_equal(modules.count, 1);
	assert_int_equal(notes.count, 0);
	clean();
}

TEST(other_lines_are_reported_and_skipped)
{
	T_UNUSED;
	assert_int_equal(
		read_text("load\t1\t0\t10\t20\t-\t/a\nnonsense\nload\t1\t0\tx\t20\t-\t/b\n"
			  "load\t1\t0\t20\t10\t-\t/c\nload\t1\t0\t11111111111111111\t2\t-\t/d\n"
			  "load\t1\t0\t50\t60\t-\t/e\n"),
		0);
	assert_int_equal(modules.count, 2);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 4);
	assert_non_null(strstr(notes.items[0].text, "offset 20: "));
	clean();
}

TEST(addresses_are_completed_by_the_module_of_their_time)
{
	T_UNUSED;
	/* The same 42 bits: first 0x7f..., later 0x55... */
	assert_int_equal(read_text("load\t10\t0\t7f0000001000\t7f0000002000\t-\t/a\n"
				   "unload\t20\t7f0000001000\n"
				   "load\t30\t0\t7b0000001000\t7b0000002000\t-\t/b\n"),
			 0);
	assert_int_equal(modules.epoch_count, 2);
	assert_int_equal(csa_modules_epoch(&modules, 0x15), 0);
	assert_int_equal(csa_modules_epoch(&modules, 0x30), 1);
	assert_int_equal(csa_modules_complete(&modules, 0x30000001234, 0x15), 0x7f0000001234);
	assert_int_equal(csa_modules_complete(&modules, 0x30000001234, 0x35), 0x7b0000001234);
	/* Between and before: any module that covers it. */
	assert_int_not_equal(csa_modules_complete(&modules, 0x30000001234, 0x25), 0x30000001234);
	assert_int_equal(csa_modules_complete(&modules, 0x30000005234, 0x35), 0x30000005234);
	clean();
}

TEST(modules_side_by_side_are_one_epoch)
{
	T_UNUSED;
	assert_int_equal(read_text("load\t10\t0\t7f0000001000\t7f0000002000\t-\t/a\n"
				   "load\t30\t0\t7f0000002000\t7f0000003000\t-\t/b\n"
				   "unload\t40\t7f0000002000\n"
				   "load\t50\t0\t7f0000002000\t7f0000003000\t-\t/b\n"),
			 0);
	assert_int_equal(modules.epoch_count, 1);
	clean();
}

static bool is_overlap(const struct csa_module *a, const struct csa_module *b)
{
	uint64_t a0 = a->start_ip & CSF_ADDRESS_MASK;
	uint64_t b0 = b->start_ip & CSF_ADDRESS_MASK;
	uint64_t a1 = a0 + (a->end_ip - a->start_ip);
	uint64_t b1 = b0 + (b->end_ip - b->start_ip);

	if (a->start_ip == b->start_ip && a->bias == b->bias && strcmp(a->path, b->path) == 0)
		return false;
	if (a1 > CSF_ADDRESS_MASK + 1 || b1 > CSF_ADDRESS_MASK + 1)
		return true;
	return a0 < b1 && b0 < a1;
}

static bool begins_epoch(size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (is_overlap(&modules.items[i], &modules.items[index]))
			return true;
	}
	return false;
}

/* Some hundred modules anywhere, some of them again at their place: as if each pair were compared. */
TEST(an_epoch_begins_where_an_image_takes_the_place_of_another)
{
	uint64_t state = 88172645463325252;

	T_UNUSED;
	for (unsigned round = 0; round < 40; round++) {
		struct csa_buf text;
		size_t epochs = 0;

		csa_buf_init(&text);
		for (unsigned i = 0; i < 120; i++) {
			uint64_t start;
			uint64_t bytes;

			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			start = (state & 0xff) << (round % 4 * 12);
			bytes = 1 + (state >> 8 & 15) * (1ull << (round % 4 * 12));
			if (round % 8 == 7 && i % 50 == 49)
				bytes = 1ull << 42;
			/* A file has one size. */
			csa_buf_add_fmt(&text,
					"load\t%x\t0\t%" PRIx64 "\t%" PRIx64 "\t-\t/%u-%" PRIu64
					"\n",
					i, start, start + bytes, (unsigned)(state >> 16 & 3),
					bytes);
		}
		assert_int_equal(read_text(text.data), 0);
		assert_int_equal(modules.count, 120);
		for (size_t i = 0; i < modules.count; i++) {
			if (!begins_epoch(i))
				continue;
			assert_true(epochs + 1 < modules.epoch_count);
			assert_int_equal(modules.epoch_ticks[epochs], modules.items[i].load_ticks);
			epochs++;
		}
		assert_int_equal(modules.epoch_count, epochs + 1);
		csa_buf_release(&text);
		clean();
	}
}

TEST(more_records_than_any_process_has_are_damage)
{
	struct csa_buf text;

	T_UNUSED;
	csa_buf_init(&text);
	for (unsigned i = 0; i < 65537; i++)
		csa_buf_add_fmt(&text, "load\t0\t0\t%x\t%x\t-\t/a\n", 4096 + i, 4097 + i);
	assert_int_equal(read_text(text.data), 0);
	assert_int_equal(modules.count, 65536);
	assert_int_equal(notes.total[CSA_NOTE_DAMAGE], 1);
	assert_non_null(strstr(notes.items[0].text, ": more than 65536 load records"));
	csa_buf_release(&text);
	clean();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(records_are_read_and_paths_unescaped),
		CASE(size_and_change_of_a_file_belong_to_the_loaded_module),
		CASE(plug_ins_that_take_turns_at_an_address_begin_epochs),
		CASE(an_incomplete_last_line_is_ignored),
		CASE(other_lines_are_reported_and_skipped),
		CASE(addresses_are_completed_by_the_module_of_their_time),
		CASE(modules_side_by_side_are_one_epoch),
		CASE(an_epoch_begins_where_an_image_takes_the_place_of_another),
		CASE(more_records_than_any_process_has_are_damage),
	};

	return T_RUN(cases, argc, argv);
}
