# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightOwnTargets
-------------------

How CallSight's own libraries and programs are compiled. Not part of the package: nothing here
touches a target of a user.

``callsight_own_target(<target>)``
  C11 without extensions, warnings of CONTRIBUTING.md, errors with CALLSIGHT_WERROR.

``callsight_room(<name> SOURCES <file>... [LINK <library>...])``
  The library ``callsight_<name>``. A room is a static library with its own include path: a file
  sees the headers of its own room and of the rooms that its library links, nothing else.
#]=======================================================================]
include_guard(GLOBAL)

function(callsight_own_target target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wundef -Wvla -Wwrite-strings $<$<BOOL:${CALLSIGHT_WERROR}>:-Werror>)
endfunction()

function(callsight_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_library(callsight_${name} STATIC ${arg_SOURCES})
  target_include_directories(callsight_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(callsight_${name} PUBLIC ${arg_LINK})
  callsight_own_target(callsight_${name})
endfunction()
