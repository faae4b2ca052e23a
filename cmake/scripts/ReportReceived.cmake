# SPDX-License-Identifier: MIT
# A part of callsight-report: the newest run that callsight-serve received, if there is any.
# -DCLI=<callsight>  -DRECEIVED=<folder>  -DSYMBOLS=<folder>|...: where the programs of this build are
cmake_minimum_required(VERSION 3.22...3.31)

file(GLOB_RECURSE recorded "${RECEIVED}/process.json")
if(NOT recorded)
  return()
endif()
string(REPLACE "|" ";" SYMBOLS "${SYMBOLS}")
list(TRANSFORM SYMBOLS PREPEND "--symbols=")
execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "received in ${RECEIVED}:")
execute_process(COMMAND "${CLI}" analyze "${RECEIVED}" ${SYMBOLS} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "callsight analyze ended with status ${status}; what was received is in ${RECEIVED}")
endif()
