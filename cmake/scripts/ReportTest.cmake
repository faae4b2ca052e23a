# SPDX-License-Identifier: MIT
# The report of a test that callsight_trace_tests() names: of all processes that it started.
# -DNAME=<test>  -DCLI=<callsight>  -DFILES=<format>:<suffix>,...
# -DDIR=<folder>  holds traces/, gets report.<suffix> for each format; text is also printed.
cmake_minimum_required(VERSION 3.22...3.31)

set(traces "${DIR}/traces")
file(GLOB_RECURSE recorded "${traces}/process.json")
if(NOT recorded)
  # On standard output, without the dashes of a status: CTest takes the words for a skip.
  execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "CallSight: nothing was recorded by the test "
    "${NAME}. Either it did not run to its first function with hooks, its programs are not "
    "instrumented, or it starts them with an environment of their own.")
  return()
endif()

string(REPLACE "," ";" files "${FILES}")
foreach(file IN LISTS files)
  string(REGEX MATCH "^([^:]*):(.*)$" matched "${file}")
  set(format "${CMAKE_MATCH_1}")
  set(report "${DIR}/report.${CMAKE_MATCH_2}")
  execute_process(COMMAND "${CLI}" analyze "${traces}" --all --format ${format} --output "${report}"
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "callsight analyze ended with status ${status}; the capture is ${traces}")
  endif()
  if(format STREQUAL "text")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E cat "${report}")
  else()
    execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${report}")
  endif()
endforeach()
