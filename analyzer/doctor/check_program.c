/* SPDX-License-Identifier: MIT */
/* Programs and libraries that are to be traced: hooks, runtime, and what their names come from. */
#define _GNU_SOURCE /* basename */
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "doctor.h"
#include "file_text.h"
#include "hook_check.h"
#include "program_facts.h"

#define INSTRUMENT "callsight_instrument() and -DCALLSIGHT_INSTRUMENT=ON (make: callsight.mk)"

#define SCAN "callsight scan says which line of trace.config decided"

/* Programs of a build that are not there. */
struct absent {
	struct csa_buf names;
	unsigned count;
};

struct program {
	const char *path;
	const char *name; /* its last component */
	struct csa_program_facts facts;
};

static void look_at_list(const struct program *p, struct csa_findings *out)
{
	const struct csa_program_facts *facts = &p->facts;

	if (!facts->has_list) {
		csa_found(out, CSA_HEALTH_NOTE, "hooks",
			  "%s: was not linked through callsight link: functions that are not "
			  "selected keep their hooks",
			  p->name);
		csa_remedy(
			out,
			"link again with CALLSIGHT_LINK_STEP=ON; callsight link -- <link command>");
	} else if (facts->kept) {
		csa_found(out, CSA_HEALTH_NOTE, "hooks",
			  "%s: functions that record: %zu, silenced: %zu, left to the report, "
			  "where they "
			  "cost time: %zu",
			  p->name, facts->hooked, facts->silenced, facts->kept);
		csa_remedy(out,
			   "exclude their files in trace.config; callsight scan --linked %s names "
			   "them",
			   p->path);
	} else if (!facts->hooked) {
		csa_found(out, CSA_HEALTH_NOTE, "hooks",
			  "%s: all its hooks are silenced: nothing is selected", p->name);
		csa_remedy(out, SCAN);
	}
}

/* Return: whether the rest matters. */
static bool look_at_hooks(const struct program *p, struct csa_findings *out)
{
	switch (csa_hook_check(p->path, NULL)) {
	case CSA_HOOKS_UNREADABLE:
	case CSA_HOOKS_SCRIPT:
	case CSA_HOOKS_NO_RUNTIME:
		csa_found(out, CSA_HEALTH_BROKEN, "hooks",
			  "%s: is not linked with the runtime, and records nothing", p->name);
		csa_remedy(out, INSTRUMENT);
		return false;
	case CSA_HOOKS_NO_CALLS:
		csa_found(out, CSA_HEALTH_NOTE, "hooks",
			  "%s: the runtime is linked, but no function calls its hooks", p->name);
		csa_remedy(out, SCAN);
		return true;
	case CSA_HOOKS_CALLED:
		look_at_list(p, out);
		break;
	}
	return true;
}

/* One folder of a RUNPATH, $ORIGIN being that of the program. */
static bool has_runtime(const struct program *p, const char *folder, size_t length)
{
	static const char *const origins[] = { "$ORIGIN", "${ORIGIN}" };
	char path[4096];
	int own = p->name > p->path ? (int)(p->name - p->path - 1) : 0;

	for (unsigned i = 0; i < 2; i++) {
		size_t origin = strlen(origins[i]);

		if (length >= origin && strncmp(folder, origins[i], origin) == 0) {
			snprintf(path, sizeof(path), "%.*s%.*s/libcallsight-rt.so", own ? own : 1,
				 own ? p->path : ".", (int)(length - origin), folder + origin);
			return access(path, R_OK) == 0;
		}
	}
	snprintf(path, sizeof(path), "%.*s/libcallsight-rt.so", (int)length, folder);
	return access(path, R_OK) == 0;
}

static bool is_in_folders(const struct program *p, const char *folders)
{
	while (folders && *folders) {
		size_t length = strcspn(folders, ":");

		if (length && has_runtime(p, folders, length))
			return true;
		folders += length + (folders[length] == ':');
	}
	return false;
}

static void look_at_runtime(const struct csa_doctor_input *input, const struct program *p,
			    struct csa_findings *out)
{
	if (!p->facts.needs_shared_runtime || is_in_folders(p, p->facts.runpath) ||
	    is_in_folders(p, csa_doctor_variable(input, "LD_LIBRARY_PATH")))
		return;
	csa_found(out, CSA_HEALTH_BROKEN, "runtime",
		  "%s: libcallsight-rt.so is not where the program looks: it does not start",
		  p->name);
	csa_remedy(
		out,
		"build it again; elsewhere LD_LIBRARY_PATH=<build folder>/_callsight/runtime/lib");
}

static void look_at_id(const struct program *p, struct csa_findings *out)
{
	if (p->facts.has_build_id)
		return;
	csa_found(out, CSA_HEALTH_NOTE, "build-id",
		  "%s: has none: a report cannot tell the program that ran from one that was built "
		  "later",
		  p->name);
	csa_remedy(out, "link with -Wl,--build-id");
}

/* Where debuggers look for the file that .gnu_debuglink names. */
static bool has_linked_file(const struct program *p)
{
	int own = p->name > p->path ? (int)(p->name - p->path - 1) : 0;
	char path[4500];

	for (unsigned i = 0; p->facts.debug_link[0] && i < 2; i++) {
		snprintf(path, sizeof(path), i ? "%.*s/.debug/%s" : "%.*s/%s", own ? own : 1,
			 own ? p->path : ".", p->facts.debug_link);
		if (access(path, R_OK) == 0)
			return true;
	}
	if (!p->facts.debug_link[0])
		return false;
	snprintf(path, sizeof(path), "/usr/lib/debug%.*s/%s", own, p->path, p->facts.debug_link);
	return access(path, R_OK) == 0;
}

static void look_at_names(const struct program *p, bool has_file, struct csa_findings *out)
{
	const struct csa_program_facts *facts = &p->facts;

	if (!facts->has_symbols && !has_file) {
		csa_found(out, CSA_HEALTH_NOTE, "symbols",
			  "%s: is stripped: functions that it does not export have no names",
			  p->name);
		csa_remedy(out,
			   "keep the file before strip, and give its folder by analyze --symbols");
	}
	if (!facts->has_debug_info && !has_file) {
		csa_found(out, CSA_HEALTH_NOTE, "debug info",
			  "%s: has none: reports have no files, lines and inlined callers",
			  p->name);
		csa_remedy(out, "compile with -g (CMAKE_BUILD_TYPE=RelWithDebInfo)");
	}
}

static int own_machine(void)
{
	struct csa_program_facts facts;

	return csa_program_facts_read(&facts, "/proc/self/exe", NULL) == 0 ? facts.machine
									   : EM_NONE;
}

static void look_at_machine(const struct program *p, struct csa_findings *out)
{
	int own = own_machine();
	char text[32];

	if (own == EM_NONE || own == p->facts.machine)
		return;
	csa_found(out, CSA_HEALTH_NOTE, "machine", "%s: is for %s, and runs elsewhere", p->name,
		  csa_machine_name(p->facts.machine, text, sizeof(text)));
	csa_remedy(out, "run callsight doctor there too; docs/guide/cross.md");
}

/* Nothing to say of it: one line, since a build may have hundreds. */
static void say_good(const struct program *p, bool has_file, struct csa_findings *out)
{
	const struct csa_program_facts *facts = &p->facts;
	const char *names = "symbols and debug info";

	if (facts->has_debug_info && facts->is_split)
		names = facts->has_package ? "debug info beside it (.dwp)"
					   : "debug info where it was compiled (.dwo)";
	else if (has_file)
		names = "debug info beside it";
	csa_found(out, CSA_HEALTH_OK, "program",
		  "%s: functions that record: %zu, silenced: %zu; %s, build-id, %s", p->name,
		  facts->hooked, facts->silenced,
		  facts->needs_shared_runtime ? "finds libcallsight-rt.so" : "holds the runtime",
		  names);
}

static void look_at_one(const struct csa_doctor_input *input, struct program *p,
			struct csa_findings *out)
{
	uint32_t before = out->count;
	bool has_file = has_linked_file(p);

	look_at_machine(p, out);
	if (!look_at_hooks(p, out))
		return;
	look_at_runtime(input, p, out);
	look_at_id(p, out);
	look_at_names(p, has_file, out);
	if (out->count == before)
		say_good(p, has_file, out);
}

static void look_at_path(const struct csa_doctor_input *input, const char *path,
			 struct absent *absent, struct csa_findings *out)
{
	struct program p = { .path = path, .name = basename(path) };
	struct csa_err err = { 0 };
	int rc = csa_program_facts_read(&p.facts, path, &err);

	if (rc == 0) {
		look_at_one(input, &p, out);
	} else if (rc == CSA_E_ABSENT && input->build) {
		csa_buf_add_fmt(&absent->names, "%s%s", absent->count ? ", " : "", p.name);
		absent->count++;
	} else {
		csa_found(out, CSA_HEALTH_BROKEN, "program", "%s: %s", path, err.msg);
		csa_remedy(out, "name an ELF file: a program or a shared library");
	}
}

/* "@FILE": one path a line. */
static void look_at_list_of(const struct csa_doctor_input *input, const char *file,
			    struct absent *absent, struct csa_findings *out)
{
	struct csa_buf text;
	struct csa_err err = { 0 };

	csa_buf_init(&text);
	if (csa_file_text_read(&text, file, &err) < 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "program", "%s", err.msg);
		csa_remedy(out, "name a file with a path a line behind @");
	}
	for (char *at = text.data; *at;) {
		size_t length = strcspn(at, "\n");
		char *next = at + length + (at[length] == '\n');

		at[length] = '\0';
		if (length)
			look_at_path(input, at, absent, out);
		at = next;
	}
	csa_buf_release(&text);
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	struct absent absent = { .count = 0 };

	csa_buf_init(&absent.names);
	for (unsigned i = 0; i < input->programs.count; i++) {
		const char *given = input->programs.items[i];

		if (given[0] == '@')
			look_at_list_of(input, given + 1, &absent, out);
		else
			look_at_path(input, given, &absent, out);
	}
	if (absent.count) {
		csa_found(out, CSA_HEALTH_NOTE, "program", "not built yet: %s", absent.names.data);
		csa_remedy(out, "cmake --build %s", input->build);
	}
	csa_buf_release(&absent.names);
}

const struct csa_check_group csa_check_program = { .name = "program", .look = look };
