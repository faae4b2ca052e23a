# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightOwnTargets
-------------------

How CallSight's own libraries and programs are compiled. Not part of the package: nothing here
touches a target of a user.

``callsight_own_target(<target>)``
  C11 without extensions, warnings of CONTRIBUTING.md, errors with CALLSIGHT_WERROR.
#]=======================================================================]
include_guard(GLOBAL)

function(callsight_own_target target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wundef -Wvla -Wwrite-strings $<$<BOOL:${CALLSIGHT_WERROR}>:-Werror>)
endfunction()
