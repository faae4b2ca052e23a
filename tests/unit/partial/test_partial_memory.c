/* SPDX-License-Identifier: MIT */
/* Allocations of merging and writing fail, each once: it says so, and leaks and touches nothing. */
#define _GNU_SOURCE /* open_memstream */
#include "failing_memory.h"
#include "partial_fixture.h"

/* Return: 0, or what failed. */
static int run(const char *const *paths, const char *out)
{
	struct csa_report report;
	struct csa_err err = { 0 };
	int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int rc = csa_partial_merge(&report, paths, 2, &t_options, &err);

	assert_true(fd >= 0);
	if (rc == 0)
		rc = csa_partial_write(&report, fd, &err);
	close(fd);
	csa_report_release(&report);
	assert_int_equal(rc, err.code);
	return rc;
}

TEST(every_allocation_fails_once)
{
	char *dir = t_build_captures(false);
	char *one = t_path(dir, "one.part");
	char *other = t_path(dir, "other.part");
	char *out = t_path(dir, "out.part");
	char *process = t_path(dir, t_names[2]);
	char *summary = t_path(dir, t_names[3]);
	const char *const paths[] = { one, other };
	struct csa_report report;
	unsigned failures = 0;

	T_UNUSED;
	t_make_report(&report, process);
	t_write_part(&report, one);
	csa_report_release(&report);
	t_make_report(&report, summary);
	t_write_part(&report, other);
	csa_report_release(&report);
	for (unsigned n = 0;; n++) {
		int rc;

		t_fail_after(n);
		rc = run(paths, out);
		if (!t_never_fail())
			break;
		/* zlib has memory of its own; a file that cannot be written is the other failure. */
		assert_true(rc == CSA_E_NOMEM || rc == CSA_E_IO || rc == 0);
		failures += rc != 0;
	}
	assert_int_equal(run(paths, out), 0);
	assert_true(failures > 100);
	free(one);
	free(other);
	free(out);
	free(process);
	free(summary);
	t_remove(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = { CASE(every_allocation_fails_once) };

	return T_RUN(cases, argc, argv);
}
