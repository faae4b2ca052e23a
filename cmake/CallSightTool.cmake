# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightTool
-------------

The programs that the build runs: ``callsight`` and, if there, Universal Ctags. Private.

``CALLSIGHT_CLI``
  Path of a ``callsight`` program to use instead of the package's. Needed when cross-compiling
  with a prefix that holds programs of the target.
``CALLSIGHT_CTAGS``
  Path of Universal Ctags. Searched for when it is not set.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_cli(<out>): the name of the executable target to run.
function(_callsight_cli out)
  if(CALLSIGHT_CLI)
    if(NOT TARGET callsight_cli_given)
      if(NOT EXISTS "${CALLSIGHT_CLI}")
        message(FATAL_ERROR "CALLSIGHT_CLI: there is no file ${CALLSIGHT_CLI}")
      endif()
      add_executable(callsight_cli_given IMPORTED GLOBAL)
      set_target_properties(callsight_cli_given PROPERTIES IMPORTED_LOCATION "${CALLSIGHT_CLI}")
    endif()
    set(${out} callsight_cli_given PARENT_SCOPE)
  elseif(TARGET CallSight::cli)
    set(${out} CallSight::cli PARENT_SCOPE)
  else()
    message(FATAL_ERROR
      "callsight_instrument(): the program callsight is not there. Set CALLSIGHT_CLI to its path "
      "(one that runs on this machine), or install CallSight with its component Analyzer.")
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
