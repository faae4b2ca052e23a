# SPDX-License-Identifier: MIT
# The build-time half of callsight_add_capture(): one run of the program with tracing on.
# -DNAME=<capture>  -DPROGRAM=<path>
# -DDIR=<folder>    holds settings.cmake (the run, generated); gets traces/, output.log and stamp.
cmake_minimum_required(VERSION 3.22...3.31)

set(log "${DIR}/output.log")
set(trace_dir "${DIR}/traces")
set(shown_lines 20)

# What the program wrote last, indented: CMake leaves such lines of a message as they are.
function(last_lines out)
  set(${out} "  (it wrote nothing)" PARENT_SCOPE)
  if(NOT EXISTS "${log}")
    return()
  endif()
  file(SIZE "${log}" size)
  set(offset 0)
  if(size GREATER 8192)
    math(EXPR offset "${size} - 8192")
  endif()
  file(READ "${log}" text OFFSET ${offset})
  string(REGEX REPLACE "[][;\\]" "_" text "${text}") # list syntax
  string(REGEX REPLACE "\n+$" "" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  list(LENGTH lines count)
  if(count EQUAL 0)
    return()
  endif()
  if(count GREATER shown_lines)
    math(EXPR first "${count} - ${shown_lines}")
    list(SUBLIST lines ${first} -1 lines)
  endif()
  list(JOIN lines "\n  " text)
  set(${out} "  ${text}" PARENT_SCOPE)
endfunction()

function(fail why)
  last_lines(lines)
  message(FATAL_ERROR "callsight_add_capture(${NAME}): ${PROGRAM} ${why}\n"
    "The last lines of its output, all of it is in ${log}:\n${lines}")
endfunction()

include("${DIR}/settings.cmake")
file(REMOVE_RECURSE "${trace_dir}")
file(REMOVE "${DIR}/stamp")
file(MAKE_DIRECTORY "${trace_dir}")
run_program(status "${log}" "${trace_dir}")

if(status EQUAL 124)
  fail("was ended by its TIMEOUT")
elseif(status EQUAL 125)
  fail("could not be run")
elseif(NOT status EQUAL 0 AND NOT is_tolerant)
  fail("ended with status ${status}")
elseif(NOT status EQUAL 0)
  message(STATUS "${NAME}: ${PROGRAM} ended with status ${status}")
endif()
file(GLOB_RECURSE recorded "${trace_dir}/process.json")
if(NOT recorded)
  fail("recorded nothing")
endif()
file(TOUCH "${DIR}/stamp")
