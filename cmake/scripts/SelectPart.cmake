# SPDX-License-Identifier: MIT
# One of several selection steps of a build: runs it, then puts the parts of all steps that ran into
# one file. Steps run in parallel, so the last one sees all parts.
#
#   cmake -DSELECTION=<file> -DQUIET=<bool> -P SelectPart.cmake -- <callsight select ...>
#
# SELECTION: the file to write; the parts lie in select/ beside it.
# QUIET: leave out warnings. The step of the existing sources does not know the generated ones, and
# the later steps say again what is true.
cmake_minimum_required(VERSION 3.22...3.31)

set(command "")
set(is_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(number RANGE ${last})
  if(is_command)
    list(APPEND command "${CMAKE_ARGV${number}}")
  elseif(CMAKE_ARGV${number} STREQUAL "--")
    set(is_command TRUE)
  endif()
endforeach()
execute_process(COMMAND ${command} ERROR_VARIABLE words RESULT_VARIABLE status)
if(QUIET)
  string(REGEX REPLACE "[^\n]*: warning: [^\n]*\n" "" words "${words}")
endif()
string(STRIP "${words}" words)
if(NOT words STREQUAL "")
  message("${words}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the selection of functions failed (${status})")
endif()

get_filename_component(dir "${SELECTION}" DIRECTORY)
file(LOCK "${dir}/select/merge.lock" GUARD PROCESS TIMEOUT 60)
file(GLOB parts "${dir}/select/sources.part" "${dir}/select/generated/*.part")
set(merged "callsight-selection\t1\n")
foreach(part IN LISTS parts)
  file(READ "${part}" text)
  # Without the first line. Not by a regular expression: "^" would match after each replacement.
  string(FIND "${text}" "\n" end)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${text}" ${end} -1 text)
  string(APPEND merged "${text}")
endforeach()
set(old "")
if(EXISTS "${SELECTION}")
  file(READ "${SELECTION}" old)
endif()
if(NOT old STREQUAL merged)
  file(WRITE "${SELECTION}.new" "${merged}")
  file(RENAME "${SELECTION}.new" "${SELECTION}")
endif()
