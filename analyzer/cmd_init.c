/* SPDX-License-Identifier: MIT */
/* callsight init: adopts a project. Writes what is not there, and prints the lines to paste. */
#define _POSIX_C_SOURCE 200809L /* readlink */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmake_targets.h"
#include "cmd.h"
#include "makefile_parts.h"
#include "preset_file.h"
#include "terminal_text.h"

#define OTHERS_NAMED 8u /* chosen: what fits into a line */

struct init {
	const char *folder;
	bool is_stream;
	struct csa_buf prefix; /* of this installation; empty: not installed */
	struct csa_buf out;
};

static const char starter[] =
	"# Which functions CallSight times. Without a line that begins with include, all of the "
	"project.\n"
	"# What these lines select: callsight scan, or the target callsight-scan.\n"
	"#\n"
	"# include src                 sources and headers: a folder, a file, a pattern\n"
	"# include-func main 3         a function and what it calls, three calls deep\n"
	"# exclude tests\n"
	"# exclude-func log_*          functions by name\n"
	"# exclude-small 3             those of fewer than three lines without a loop\n";

static void note(struct init *init, int written, const char *name)
{
	csa_buf_add_fmt(&init->out, "%-8s %s\n", written ? "wrote" : "kept", name);
}

/* Where this program was installed: the lines name it where the tools would not look by themselves. */
static void find_prefix(struct init *init)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	struct csa_buf mark;

	csa_buf_init(&mark);
	for (int parts = 0; length > 0 && parts < 2;)
		parts += self[--length] == '/';
	if (length > 0) {
		csa_buf_add_fmt(&mark, "%.*s/share/callsight/callsight.mk", (int)length, self);
		if (!mark.failed && access(mark.data, F_OK) == 0)
			csa_buf_add(&init->prefix, self, (size_t)length);
	}
	csa_buf_release(&mark);
}

/* Do CMake and pkg-config look there by themselves? */
static bool is_usual(const struct init *init)
{
	return strcmp(init->prefix.data, "/usr") == 0 ||
	       strcmp(init->prefix.data, "/usr/local") == 0;
}

static const char *prefix_of(const struct init *init)
{
	return init->prefix.length ? init->prefix.data : "<prefix>";
}

/* What is left to do with the presets of the project. */
static void print_presets(struct init *init, int state, const char *lines)
{
	const char *place = "behind the line \"version\"";

	if (state == CSA_PRESET_TO_INCLUDE && strstr(lines, ", \""))
		place = "in the place of \"include\"";
	else if (state == CSA_PRESET_TO_PASTE)
		place = "behind \"configurePresets\": [";
	csa_buf_add_fmt(&init->out, "\nPaste into " CSA_PRESET_FILE ", %s:\n\n%s", place, lines);
}

static int adopt_presets(struct init *init, struct csa_err *err)
{
	struct csa_buf lines;
	bool is_new = false;
	int state;

	csa_buf_init(&lines);
	state = csa_preset_file_adopt(init->folder, &lines, &is_new, err);
	if (state == CSA_PRESET_IS_THERE)
		csa_buf_add_str(&init->out, "kept     " CSA_PRESET_FILE
					    ", which has the preset \"instrument\"\n");
	else if (state >= 0)
		note(init, is_new,
		     state == CSA_PRESET_TO_INCLUDE ? CSA_PRESET_OWN_FILE : CSA_PRESET_FILE);
	if (lines.length && state >= 0)
		print_presets(init, state, lines.data);
	csa_buf_release(&lines);
	return state < 0 ? state : 0;
}

static void print_cmake_lines(struct init *init, const struct csa_cmake_targets *targets)
{
	const char *best = csa_cmake_targets_best(targets);
	const char *names = *best ? best : "<targets>";
	size_t first = strcspn(names, " ");

	if (targets->is_adopted) {
		csa_buf_add_str(&init->out,
				"\nCMakeLists.txt calls callsight_instrument() already.\n");
	} else {
		csa_buf_add_fmt(&init->out,
				"\nPaste at the end of CMakeLists.txt:\n\n"
				"find_package(CallSight REQUIRED)\ncallsight_instrument(%s%s)\n",
				names,
				csa_cmake_targets_with_libraries(targets) ? " WITH_LINKED" : "");
		if (init->is_stream)
			csa_buf_add_fmt(&init->out,
					"find_package(OpenSSL 3 REQUIRED)\n"
					"callsight_add_stream_client(%.*s-stream TLS OpenSSL::SSL "
					"OpenSSL::Crypto)\n",
					(int)first, names);
	}
	csa_buf_add_str(&init->out, "\nThen:\n\ncmake --preset instrument");
	if (!is_usual(init))
		csa_buf_add_fmt(&init->out, " -DCMAKE_PREFIX_PATH=%s", prefix_of(init));
	csa_buf_add_str(&init->out, "\ncmake --build build/instrument --target callsight-report\n");
}

static int adopt_cmake(struct init *init, bool *is_there, struct csa_err *err)
{
	struct csa_cmake_targets targets;
	struct csa_err absent = { 0 };
	int rc;

	csa_cmake_targets_init(&targets);
	rc = csa_cmake_targets_read(&targets, init->folder, &absent);
	*is_there = rc != CSA_E_ABSENT;
	if (rc == CSA_E_ABSENT)
		rc = 0;
	else if (rc < 0)
		rc = csa_fail(err, rc, "%s", absent.msg);
	else
		rc = adopt_presets(init, err);
	if (rc == 0 && *is_there)
		print_cmake_lines(init, &targets);
	csa_cmake_targets_release(&targets);
	return rc;
}

/* One line, a comment of the Makefile; a long list is cut. */
static void add_others(struct init *init, const struct csa_buf *others)
{
	const char *end = others->data;
	size_t count = 0;
	size_t left = 0;

	for (; count < OTHERS_NAMED && *end; count++) {
		end += *end == ' ';
		end += strcspn(end, " ");
	}
	for (const char *at = end; *at; at++)
		left += *at == ' ';
	csa_buf_add_fmt(&init->out, "# It also links: %.*s", (int)(end - others->data),
			others->data);
	if (left)
		csa_buf_add_fmt(&init->out, " and %zu more", left);
	csa_buf_add_str(&init->out, "\n");
}

static void print_make_lines(struct init *init, const struct csa_makefile_parts *parts)
{
	bool is_found = parts->programs.length && parts->sources.length;

	if (parts->is_adopted) {
		csa_buf_add_fmt(&init->out, "\n%s includes callsight.mk already.\n", parts->name);
	} else {
		csa_buf_add_fmt(&init->out, "\nPaste at the end of %s%s:\n\n", parts->name,
				is_found ? "" : ", with what it builds");
		csa_buf_add_fmt(&init->out,
				"CALLSIGHT_PROGRAMS := %s\nCALLSIGHT_SOURCES := %s\n"
				"CALLSIGHT_OBJECTS :=%s%s\n",
				is_found ? parts->programs.data : "app",
				is_found ? parts->sources.data : "$(SRCS)",
				is_found && !parts->objects.length ? "" : " ",
				is_found ? parts->objects.data : "$(OBJS)");
		if (is_found && parts->others.length)
			add_others(init, &parts->others);
		if (init->prefix.length && !is_usual(init))
			csa_buf_add_fmt(&init->out, "include %s/share/callsight/callsight.mk\n",
					init->prefix.data);
		else
			csa_buf_add_str(&init->out,
					"include $(shell pkg-config --variable=make callsight)\n");
	}
	csa_buf_add_str(&init->out, "\nThen:\n\nmake CALLSIGHT=1 callsight-report\n");
}

static int adopt_make(struct init *init, bool *is_there, struct csa_err *err)
{
	struct csa_makefile_parts parts;
	int rc;

	csa_makefile_parts_init(&parts);
	rc = csa_makefile_parts_read(&parts, init->folder, err);
	*is_there = parts.name != NULL;
	if (rc == 0 && *is_there)
		print_make_lines(init, &parts);
	csa_makefile_parts_release(&parts);
	return rc;
}

static void print_other(struct init *init)
{
	csa_buf_add_str(
		&init->out,
		"\nThere is neither a CMakeLists.txt nor a Makefile. For another build system:\n\n"
		"callsight flags --config trace.config <every source>\n"
		"callsight flags --link\n"
		"\nprint its options; callsight help flags says more.\n");
}

static void print_stream(struct init *init)
{
	csa_buf_add_fmt(&init->out,
			"\nWithout a disk, the trace is sent to a server. There:\n\n"
			"callsight serve --make-key callsight.key\n"
			"callsight serve --listen 0.0.0.0:9001 --key-file callsight.key\n"
			"\nThe client, where the build does not make it, with the compiler of the "
			"device:\n\n"
			"S=%s/share/callsight/stream\n"
			"cc -O2 -DCALLSIGHT_TLS -I$S/include -I$S/common -I$S/client -I$S/tls \\\n"
			"  $S/client/*.c $S/common/*.c $S/tls/*.c -o callsight-stream -lzstd -lssl "
			"-lcrypto\n"
			"\nOn the device, with the name of the server and the key (the client "
			"needs TLS for\n"
			"that, see $S/README.md):\n\n"
			"callsight-stream --key-file callsight.key /app <server>:9001 &\n"
			"TRACE_ENABLE=1 TRACE_SHM=/app ./app\n",
			prefix_of(init));
}

static int adopt(struct init *init, struct csa_err *err)
{
	bool has_cmake = false;
	bool has_make = false;
	int rc = csa_preset_write_new(init->folder, "trace.config", starter, err);

	if (rc < 0)
		return rc;
	note(init, rc, "trace.config");
	rc = adopt_cmake(init, &has_cmake, err);
	if (rc == 0)
		rc = adopt_make(init, &has_make, err);
	if (rc == 0 && !has_cmake && !has_make)
		print_other(init);
	if (rc == 0 && init->is_stream)
		print_stream(init);
	if (rc == 0 && !init->prefix.length)
		csa_buf_add_str(&init->out,
				"\nThis callsight is not installed: <prefix> is where it will "
				"be, by cmake --install.\n");
	return rc;
}

static int run_init(const struct csa_cmd *cmd, int argc, char **argv, struct csa_err *err)
{
	struct init init = { .folder = "." };
	const struct csa_opt opts[] = {
		{ CSA_OPT_FLAG, 's', "stream", NULL,
		  "Also what sends the trace away, for a device without a disk.", &init.is_stream },
		{ 0 },
	};
	struct stat status;
	int operands = csa_cmd_parse(cmd, opts, CSA_OPT_ANYWHERE, argc, argv, err);
	int rc;

	if (operands < 0)
		return operands == CSA_CMD_HELPED ? 0 : operands;
	if (operands > 1)
		return csa_fail(err, CSA_E_USAGE, "one folder, the project's");
	if (operands == 1)
		init.folder = argv[0];
	if (stat(init.folder, &status) != 0)
		return csa_fail(err, CSA_E_ABSENT, "%s: %s", init.folder, strerror(errno));
	if (!S_ISDIR(status.st_mode))
		return csa_fail(err, CSA_E_ABSENT, "%s: not a folder", init.folder);
	csa_buf_init(&init.prefix);
	csa_buf_init(&init.out);
	find_prefix(&init);
	rc = adopt(&init, err);
	/* What was written is said even where something else failed. */
	csa_print_terminal_text(stdout, init.out.data);
	if (rc == 0 && (init.out.failed || init.prefix.failed))
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	csa_buf_release(&init.prefix);
	csa_buf_release(&init.out);
	return rc;
}

const struct csa_cmd csa_cmd_init = {
	.name = "init",
	.summary = "Adopts a project: starter files, and the lines to paste.",
	.usage = "[--stream] [FOLDER]",
	.details =
		"Writes trace.config and, for CMake, a preset file, where they are not there, and "
		"prints\n"
		"the lines to paste into CMakeLists.txt or the Makefile. Nothing that exists is "
		"changed.\n",
	.run = run_init,
};
