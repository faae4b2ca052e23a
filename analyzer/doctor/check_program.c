/* SPDX-License-Identifier: MIT */
/* Programs and libraries that are to be traced: hooks, runtime, and what their names come from. */
#define _GNU_SOURCE /* basename */
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"
#include "hook_check.h"
#include "program_facts.h"

#define INSTRUMENT "callsight_instrument() and -DCALLSIGHT_INSTRUMENT=ON (make: callsight.mk)"

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
			  "selected keep "
			  "their hooks",
			  p->name);
		csa_remedy(
			out,
			"link again with CALLSIGHT_LINK_STEP=ON; callsight link -- <link command>");
	} else if (facts->kept) {
		csa_found(out, CSA_HEALTH_NOTE, "hooks",
			  "%s: %zu functions record, %zu are silenced, %zu keep hooks that cost "
			  "time and are "
			  "left out of reports",
			  p->name, facts->hooked, facts->silenced, facts->kept);
		csa_remedy(out,
			   "exclude their files in trace.config; callsight scan --linked %s names "
			   "them",
			   p->name);
	} else {
		csa_found(out, facts->hooked ? CSA_HEALTH_OK : CSA_HEALTH_NOTE, "hooks",
			  "%s: %zu functions record, %zu are silenced", p->name, facts->hooked,
			  facts->silenced);
		if (!facts->hooked)
			csa_remedy(out, "callsight scan says which line of trace.config decided");
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
		csa_remedy(out, "callsight scan says which line of trace.config decided");
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
	if (!p->facts.needs_shared_runtime) {
		csa_found(out, CSA_HEALTH_OK, "runtime", "%s: is in the file", p->name);
	} else if (is_in_folders(p, p->facts.runpath) ||
		   is_in_folders(p, csa_doctor_variable(input, "LD_LIBRARY_PATH"))) {
		csa_found(out, CSA_HEALTH_OK, "runtime", "%s: libcallsight-rt.so is found",
			  p->name);
	} else {
		csa_found(
			out, CSA_HEALTH_BROKEN, "runtime",
			"%s: libcallsight-rt.so is not where the program looks: it does not start",
			p->name);
		csa_remedy(out, "build it again; elsewhere LD_LIBRARY_PATH=<build "
				"folder>/_callsight/runtime/lib");
	}
}

static void look_at_id(const struct program *p, struct csa_findings *out)
{
	if (p->facts.has_build_id) {
		csa_found(out, CSA_HEALTH_OK, "build-id", "%s: has one", p->name);
		return;
	}
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

static void look_at_names(const struct program *p, struct csa_findings *out)
{
	const struct csa_program_facts *facts = &p->facts;
	bool has_file = has_linked_file(p);

	if (facts->has_symbols) {
		csa_found(out, CSA_HEALTH_OK, "symbols", "%s: has a symbol table", p->name);
	} else if (has_file) {
		csa_found(out, CSA_HEALTH_OK, "symbols", "%s: is stripped, %s is beside it",
			  p->name, facts->debug_link);
	} else {
		csa_found(out, CSA_HEALTH_NOTE, "symbols",
			  "%s: is stripped: functions that it does not export have no names",
			  p->name);
		csa_remedy(out,
			   "keep the file before strip, and give its folder by analyze --symbols");
	}
	if (facts->has_debug_info && facts->is_split) {
		csa_found(out, CSA_HEALTH_OK, "debug info", "%s: is split: %s", p->name,
			  facts->has_package ? "its .dwp file is beside it"
					     : "its .dwo files must stay where they were compiled");
	} else if (facts->has_debug_info || has_file) {
		csa_found(out, CSA_HEALTH_OK, "debug info", "%s: has files and lines", p->name);
	} else {
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

	csa_machine_name(p->facts.machine, text, sizeof(text));
	if (own == EM_NONE || own == p->facts.machine) {
		csa_found(out, CSA_HEALTH_OK, "machine", "%s: %s", p->name, text);
		return;
	}
	csa_found(out, CSA_HEALTH_NOTE, "machine", "%s: is for %s, and runs elsewhere", p->name,
		  text);
	csa_remedy(out, "run callsight doctor there too; docs/guide/cross.md");
}

static void look_at_one(const struct csa_doctor_input *input, const char *path,
			struct csa_findings *out)
{
	struct program p = { .path = path, .name = basename(path) };
	struct csa_err err = { 0 };
	int rc = csa_program_facts_read(&p.facts, path, &err);

	if (rc == CSA_E_ABSENT && input->build) {
		csa_found(out, CSA_HEALTH_NOTE, "program", "%s: is not built yet", path);
		csa_remedy(out, "cmake --build %s", input->build);
	} else if (rc < 0) {
		csa_found(out, CSA_HEALTH_BROKEN, "program", "%s: %s", path, err.msg);
		csa_remedy(out, "name an ELF file: a program or a shared library");
	} else {
		look_at_machine(&p, out);
		if (!look_at_hooks(&p, out))
			return;
		look_at_runtime(input, &p, out);
		look_at_id(&p, out);
		look_at_names(&p, out);
	}
}

static void look(const struct csa_doctor_input *input, struct csa_findings *out)
{
	for (unsigned i = 0; i < input->programs.count; i++)
		look_at_one(input, input->programs.items[i], out);
}

const struct csa_check_group csa_check_program = { .name = "program", .look = look };
