/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* mkstemp, fdopen */
/* Every allocation of the link step fails in turn: the file stays, and nothing is lost. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing_memory.h"
#include "link_step.h"

static void copy_file(const char *from, const char *to)
{
	char bytes[4096];
	FILE *in = fopen(from, "rb");
	FILE *out = fopen(to, "wb");
	size_t count;

	assert_non_null(in);
	assert_non_null(out);
	while ((count = fread(bytes, 1, sizeof(bytes), in)) > 0)
		assert_int_equal(fwrite(bytes, 1, count, out), count);
	fclose(in);
	assert_int_equal(fclose(out), 0);
}

TEST(every_allocation_may_fail)
{
	char path[] = "/tmp/callsight-test-XXXXXX";
	char list[] = "/tmp/callsight-test-XXXXXX";
	int fd = mkstemp(path);
	FILE *file = fdopen(mkstemp(list), "w");
	unsigned succeeded = 0;

	T_UNUSED;
	assert_true(fd >= 0);
	close(fd);
	assert_non_null(file);
	fputs("callsight-selection\t2\ntarget\tt\nfile\t/x/a.c\tkeep\n-\tselected\n"
	      "file\t/x/link_fixture.c\tkeep\n+\tselected\n-\tleft_out\n",
	      file);
	fclose(file);
	for (unsigned n = 0;; n++) {
		struct csa_link_result result = { 0 };
		struct csa_selection selection;
		struct csa_err err = { 0 };
		int rc;

		copy_file(LINK_FIXTURE, path);
		csa_selection_init(&selection);
		assert_int_equal(csa_selection_add_file(&selection, list, &err), 0);
		t_fail_after(n);
		rc = csa_link_step(path, &selection, &result, &err);
		csa_selection_release(&selection);
		if (!t_never_fail()) {
			assert_int_equal(rc, 0);
			break;
		}
		/* Without memory for debug information a name alone decides: it is kept. */
		succeeded += rc == 0;
		if (rc < 0)
			assert_int_equal(rc, CSA_E_NOMEM);
	}
	assert_true(succeeded < 30);
	unlink(path);
	unlink(list);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_may_fail) };

	return T_RUN(cases, argc, argv);
}
