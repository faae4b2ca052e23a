/* SPDX-License-Identifier: MIT */
/*
 * What a CMakeLists.txt says about the targets of its project, as far as the text alone tells it. For
 * proposals to people: nothing is run. Names that hold for this machine and the defaults of the project's options
 * come first.
 */
#ifndef CSA_CMAKE_TARGETS_H
#define CSA_CMAKE_TARGETS_H

#include <stdbool.h>

#include "buf.h"
#include "err.h"

struct csa_cmake_targets {
	struct csa_buf programs;  /* names of add_executable(), blanks between them */
	struct csa_buf libraries; /* those of add_library() that compile something */
	struct csa_buf unsure[2]; /* programs and libraries whose conditions are not known */
	bool is_adopted;          /* callsight_instrument() is called */
};

void csa_cmake_targets_init(struct csa_cmake_targets *targets);
void csa_cmake_targets_release(struct csa_cmake_targets *targets);

/**
 * csa_cmake_targets_read() - look at the CMakeLists.txt of a folder and at those of add_subdirectory().
 *
 * Return: 0; CSA_E_ABSENT when @folder has none; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_cmake_targets_read(struct csa_cmake_targets *targets, const char *folder,
			   struct csa_err *err);

/** csa_cmake_targets_best() - the names to propose: programs before libraries, sure before unsure; or empty. */
const char *csa_cmake_targets_best(const struct csa_cmake_targets *targets);

/** csa_cmake_targets_with_libraries() - are the names to propose programs, beside libraries that they may link? */
bool csa_cmake_targets_with_libraries(const struct csa_cmake_targets *targets);

#endif
