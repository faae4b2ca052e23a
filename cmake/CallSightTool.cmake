# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightTool
-------------

The programs that the build runs: ``callsight`` and, if there, Universal Ctags. Private.

``CALLSIGHT_CLI``
  Path of a ``callsight`` program to use instead of the package's. It runs on the machine that builds, and has the
  package's version: a difference in the last number is a warning, any other an error. When cross-compiling, a package
  whose program is one of the target does not need it where the machine that builds has a ``callsight`` of the same
  version in ``PATH``.
``CALLSIGHT_CTAGS``
  Path of Universal Ctags. Searched for when it is not set.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_cli(<out>): the name of the executable target to run.
function(_callsight_cli out)
  if(CMAKE_CROSSCOMPILING)
    _callsight_cross_cli()
  endif()
  get_property(cross_cli GLOBAL PROPERTY CALLSIGHT_CROSS_CLI)
  if(CALLSIGHT_CLI OR cross_cli)
    if(NOT TARGET callsight_cli_given)
      if(CALLSIGHT_CLI)
        set(cross_cli "${CALLSIGHT_CLI}")
        _callsight_check_given_cli()
      endif()
      add_executable(callsight_cli_given IMPORTED GLOBAL)
      set_target_properties(callsight_cli_given PROPERTIES IMPORTED_LOCATION "${cross_cli}")
    endif()
    set(${out} callsight_cli_given PARENT_SCOPE)
  elseif(TARGET CallSight::cli)
    set(${out} CallSight::cli PARENT_SCOPE)
  else()
    message(FATAL_ERROR
      "callsight_instrument(): the program callsight is not there. Set CALLSIGHT_CLI to its path "
      "(one that runs on this machine), or install CallSight with its component Analyzer "
      "(Debian package callsight).")
  endif()
endfunction()

# _callsight_cross_cli(): when cross-compiling, sets CALLSIGHT_CROSS_CLI to the program in PATH unless CALLSIGHT_CLI or
# the package has one that runs on this machine. Looked for once; no program is an error.
function(_callsight_cross_cli)
  get_property(is_known GLOBAL PROPERTY CALLSIGHT_CROSS_CLI SET)
  if(is_known)
    return()
  endif()
  set_property(GLOBAL PROPERTY CALLSIGHT_CROSS_CLI "")
  if(CALLSIGHT_CLI)
    return()
  endif()
  set(seen "")
  if(TARGET CallSight::cli)
    get_target_property(path CallSight::cli LOCATION)
    _callsight_program_version("${path}" version)
    if(version)
      return()
    endif()
    set(seen " ${path} is one that does not run here.")
  endif()
  find_program(path_cli NAMES callsight NO_CACHE NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH
    NO_CMAKE_FIND_ROOT_PATH)
  if(path_cli)
    _callsight_program_version("${path_cli}" version)
    get_property(own GLOBAL PROPERTY CALLSIGHT_VERSION)
    if(version AND (NOT own OR version VERSION_EQUAL own))
      message(STATUS "CallSight: cross-compiling, ${path_cli} of this machine is used")
      set_property(GLOBAL PROPERTY CALLSIGHT_CROSS_CLI "${path_cli}")
      return()
    endif()
    string(APPEND seen " ${path_cli} has version '${version}', expected ${own}.")
  endif()
  _callsight_how_to_get_cli(how)
  message(FATAL_ERROR "callsight_instrument(): cross-compiling for ${CMAKE_SYSTEM_PROCESSOR}, and no program "
    "callsight that runs on this machine was found.${seen} ${how}")
endfunction()

# _callsight_check_given_cli(): is CALLSIGHT_CLI a program of this machine that belongs to the package? It reads
# and writes what the package's modules and runtime do; patch releases change none of it.
function(_callsight_check_given_cli)
  if(NOT EXISTS "${CALLSIGHT_CLI}")
    message(FATAL_ERROR "CALLSIGHT_CLI: there is no file ${CALLSIGHT_CLI}")
  endif()
  _callsight_program_version("${CALLSIGHT_CLI}" version)
  _callsight_how_to_get_cli(how)
  if(NOT version)
    message(FATAL_ERROR "CALLSIGHT_CLI: ${CALLSIGHT_CLI} does not run on this machine. Is it a program of "
      "${CMAKE_SYSTEM_PROCESSOR}? ${how}")
  endif()
  get_property(own GLOBAL PROPERTY CALLSIGHT_VERSION)
  get_property(modules GLOBAL PROPERTY CALLSIGHT_MODULES)
  if(NOT own OR version VERSION_EQUAL own)
    return()
  endif()
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" release "${version}")
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" own_release "${own}")
  set(both "CALLSIGHT_CLI: ${CALLSIGHT_CLI} has version ${version}, the package in ${modules} has version ${own}")
  if(release VERSION_EQUAL own_release)
    message(WARNING "${both}.")
  else()
    message(FATAL_ERROR "${both}: they do not work together. ${how}")
  endif()
endfunction()

# _callsight_how_to_get_cli(<out>): for people.
function(_callsight_how_to_get_cli out)
  string(CONCAT how "Install the Debian package callsight on the machine that builds, or build CallSight for it, "
    "and give the path of its program: -DCALLSIGHT_CLI=/usr/bin/callsight")
  set(${out} "${how}" PARENT_SCOPE)
endfunction()

# _callsight_program_version(<path> <out> [<name>]): what it says of itself; empty when it does not run or is another
# program than <name>, callsight.
function(_callsight_program_version path out)
  set(name callsight ${ARGN})
  list(GET name -1 name)
  set(${out} "" PARENT_SCOPE)
  execute_process(COMMAND "${path}" --version OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE status)
  if("${status}" STREQUAL "0" AND said MATCHES "^${name} ([0-9.]+)")
    set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()

# _callsight_cli_path(<out>): its path, the same in every configuration and known while CMake runs.
function(_callsight_cli_path out)
  _callsight_cli(cli)
  get_target_property(is_imported "${cli}" IMPORTED)
  if(is_imported)
    get_target_property(path "${cli}" LOCATION)
  else()
    # A part of this build: CallSight's CMakeLists.txt gives it a folder that does not depend on the
    # configuration, as an expression.
    get_target_property(folder "${cli}" RUNTIME_OUTPUT_DIRECTORY)
    string(REGEX REPLACE "^\\$<1:(.*)>$" "\\1" folder "${folder}")
    get_target_property(name "${cli}" NAME)
    set(path "${folder}/${name}${CMAKE_EXECUTABLE_SUFFIX}")
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# _callsight_ctags(<out>): path of Universal Ctags, empty when there is none. Looked for once.
function(_callsight_ctags out)
  get_property(is_known GLOBAL PROPERTY CALLSIGHT_CTAGS_PATH SET)
  if(NOT is_known)
    set(path "")
    if(CALLSIGHT_CTAGS)
      set(candidates "${CALLSIGHT_CTAGS}")
    else()
      set(candidates ctags-universal universal-ctags ctags)
    endif()
    foreach(candidate IN LISTS candidates)
      find_program(CALLSIGHT_CTAGS NAMES "${candidate}" DOC "Universal Ctags")
      _callsight_is_universal("${CALLSIGHT_CTAGS}" is_universal)
      if(is_universal)
        set(path "${CALLSIGHT_CTAGS}")
        break()
      endif()
      if(NOT candidate STREQUAL CALLSIGHT_CTAGS)
        unset(CALLSIGHT_CTAGS CACHE)
      endif()
    endforeach()
    if(NOT path)
      message(STATUS "CallSight: Universal Ctags was not found (Debian package universal-ctags). "
        "CallSight's own scanner finds the functions alone.")
    endif()
    set_property(GLOBAL PROPERTY CALLSIGHT_CTAGS_PATH "${path}")
  endif()
  get_property(path GLOBAL PROPERTY CALLSIGHT_CTAGS_PATH)
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

function(_callsight_is_universal program out)
  set(${out} FALSE PARENT_SCOPE)
  if(program AND EXISTS "${program}")
    execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE said ERROR_QUIET
      RESULT_VARIABLE status)
    if(status EQUAL 0 AND said MATCHES "Universal Ctags")
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()
