# SPDX-License-Identifier: MIT
# The build-time half of callsight-tune: what to leave out, by one capture in count mode.
# -DNAME=<capture>  -DCLI=<callsight>  -DTRACES=<folder>
cmake_minimum_required(VERSION 3.22...3.31)

file(GLOB_RECURSE recorded "${TRACES}/process.json")
if(NOT recorded)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${NAME}: the run recorded nothing")
  return()
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${NAME}:")
execute_process(COMMAND "${CLI}" tune "${TRACES}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "callsight tune ended with status ${status}; the capture is ${TRACES}")
endif()
