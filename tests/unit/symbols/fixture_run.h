/* SPDX-License-Identifier: MIT */
/* Runs a fixture program and keeps what it says about itself; fails the test if it says nothing. */
#ifndef T_FIXTURE_RUN_H
#define T_FIXTURE_RUN_H

#include "symbolize.h"

struct t_fixture_place {
	char tag[32];
	uint64_t ip;
	unsigned line;
	bool is_call;
};

struct t_fixture_run {
	struct csa_module_map maps[4]; /* [0]: the program */
	char paths[4][1024];
	char build_ids[4][128];
	unsigned map_count;
	struct t_fixture_place places[32];
	unsigned place_count;
};

void t_fixture_run(struct t_fixture_run *run, const char *path);

/** t_fixture_place() - the place named @tag; fails the test when there is none. */
const struct t_fixture_place *t_fixture_place(const struct t_fixture_run *run, const char *tag);

/** t_fixture_symbols() - an address space with all maps of @run. */
struct csa_symbols *t_fixture_symbols(const struct t_fixture_run *run);

#endif
