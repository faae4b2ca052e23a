# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightShield
---------------

Keeps a project's flags and directory properties from what CallSight compiles in its build. Private.

``_callsight_shield(<option>...)``
  Resets them in the current directory and those that are added to it. What goes: hooks, link-time optimisation,
  sanitizers, coverage, profiles, dialects, forced includes, warnings as errors, unity builds, linters. What stays: ABI,
  architecture, optimisation and debug data. <option>: beginnings of further options that go, without ``-``, as
  regular expressions.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# A macro on purpose: it sets variables of the calling directory.
macro(_callsight_shield)
  foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES LINK_OPTIONS
      LINK_DIRECTORIES RULE_LAUNCH_COMPILE RULE_LAUNCH_LINK)
    set_property(DIRECTORY PROPERTY ${property} "")
  endforeach()

  set(shield_options "finstrument-functions" "Werror" "std=" "pedantic-errors"
    "f(no-)?(whole-program|lto|sanitize|profile|test-coverage|coverage|xray|patchable)" "-coverage"
    "(include|imacros|Xclang) +" "pg( |$)" "p( |$)" ${ARGN})
  list(JOIN shield_options "|" shield_options)
  set(shield_configs ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  string(TOUPPER "${shield_configs}" shield_configs)
  set(shield_variables CMAKE_SHARED_LINKER_FLAGS CMAKE_EXE_LINKER_FLAGS)
  foreach(shield_lang IN ITEMS C CXX)
    list(APPEND shield_variables CMAKE_${shield_lang}_FLAGS)
    # Empty instead of unset: a cache entry of that name would show through.
    foreach(check IN ITEMS CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE STANDARD)
      set(CMAKE_${shield_lang}_${check} "")
    endforeach()
    # The compilers' default. Anything else makes CMake add a dialect, and clang refuses one of C++ for
    # sources that are C.
    set(CMAKE_${shield_lang}_EXTENSIONS ON)
  endforeach()
  foreach(shield_config IN LISTS shield_configs)
    list(APPEND shield_variables CMAKE_C_FLAGS_${shield_config} CMAKE_CXX_FLAGS_${shield_config}
      CMAKE_SHARED_LINKER_FLAGS_${shield_config} CMAKE_EXE_LINKER_FLAGS_${shield_config})
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION_${shield_config} OFF)
    set(CMAKE_${shield_config}_POSTFIX "")
  endforeach()
  foreach(shield_variable IN LISTS shield_variables)
    set(shield_flags " ${${shield_variable}} ")
    string(REPLACE " " "  " shield_flags "${shield_flags}") # a match takes the blank before it only
    string(REGEX REPLACE "(^| )-(${shield_options})[^ ]*" " " shield_flags "${shield_flags}")
    string(REGEX REPLACE "  +" " " ${shield_variable} "${shield_flags}")
  endforeach()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION OFF)
  set(CMAKE_UNITY_BUILD OFF)
  set(CMAKE_LINK_WHAT_YOU_USE OFF)
  set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
endmacro()
