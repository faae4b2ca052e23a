/* SPDX-License-Identifier: MIT */
/*
 * One allocation of the code under test fails. The linker sends the calls of everything that is
 * linked statically here (--wrap; callsight_fail_memory() in tests/unit/CMakeLists.txt); what shared
 * libraries allocate is not concerned.
 *
 *     for (unsigned n = 0;; n++) {
 *             t_fail_after(n);
 *             ... the code under test ...
 *             if (!t_never_fail())
 *                     break;
 *     }
 */
#ifndef T_FAILING_MEMORY_H
#define T_FAILING_MEMORY_H

#include <stdbool.h>

/** t_fail_after() - @count allocations succeed, the next one fails, all after it succeed again. */
void t_fail_after(unsigned count);

/** t_never_fail() - as at the start. Return: did an allocation fail since t_fail_after()? */
bool t_never_fail(void);

#endif
