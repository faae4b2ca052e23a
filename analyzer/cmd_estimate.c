/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fstatat, AT_SYMLINK_NOFOLLOW */
#include "cmd_estimate.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "capture_dir.h"
#include "capture_runs.h"

#define MUCH_BYTES  500000000u
#define EVENT_BYTES 10u /* in blocks; 9.5 to 12.2 on the real projects of the tests */

/* Of live.cst only what is there: most of it can be a hole. */
static uint64_t file_bytes(int dir, const char *name)
{
	unsigned long k;
	unsigned long seq;
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
		return 0;
	if (csa_is_block_file_name(name, &k, &seq))
		return (uint64_t)st.st_size;
	return strcmp(name, "live.cst") == 0 ? (uint64_t)st.st_blocks * 512 : 0;
}

static uint64_t process_bytes(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	uint64_t bytes = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir)) != NULL)
		bytes += file_bytes(dirfd(dir), entry->d_name);
	closedir(dir);
	return bytes;
}

static uint64_t capture_bytes(const char *dir, const struct csa_report_options *options)
{
	struct csa_runs runs;
	uint64_t bytes = 0;

	if (options->process_dirs) {
		for (size_t i = 0; i < options->process_dir_count; i++)
			bytes += process_bytes(options->process_dirs[i]);
		return bytes;
	}
	(void)csa_runs_find(&runs, dir, NULL); /* what is wrong is said when it is read */
	for (size_t i = 0; i < runs.count; i++) {
		if (options->all || runs.items[i].root == runs.newest)
			bytes += process_bytes(runs.items[i].dir);
	}
	csa_runs_release(&runs);
	return bytes;
}

static bool is_filtered(const struct csa_call_filter *filter)
{
	return filter->from_ns || filter->to_ns != UINT64_MAX || filter->thread_count ||
	       filter->function_count || filter->min_duration_ns || filter->max_depth;
}

void csa_say_estimate(const struct csa_cmd *cmd, const struct csa_out_format *format,
		      const char *dir, const struct csa_report_options *options)
{
	uint64_t calls;
	uint64_t bytes;

	if (!format->bytes_per_call)
		return;
	calls = capture_bytes(dir, options) / EVENT_BYTES / 2;
	bytes = calls * format->bytes_per_call;
	if (bytes <= MUCH_BYTES)
		return;
	csa_cmd_say(cmd,
		    "--format %s writes %sabout %" PRIu64 " MB for some %" PRIu64
		    " million calls; --thread, --from and --to, --function, --min-duration and "
		    "--depth choose fewer",
		    format->name, is_filtered(&options->filter) ? "at most " : "", bytes / 1000000,
		    calls / 1000000);
}
