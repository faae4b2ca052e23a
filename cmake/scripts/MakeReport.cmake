# SPDX-License-Identifier: MIT
# The build-time half of callsight_add_report(): one report of one capture.
# -DNAME=<report>  -DCLI=<callsight>  -DTRACES=<folder>  -DFORMAT=<format>  -DFILE=<to write>
# -DALLOW_EMPTY=ON: a capture that recorded nothing gives a report that says so, not an error.
cmake_minimum_required(VERSION 3.22...3.31)

get_filename_component(dir "${FILE}" DIRECTORY)
file(MAKE_DIRECTORY "${dir}")
file(GLOB_RECURSE recorded "${TRACES}/process.json")
if(ALLOW_EMPTY AND NOT recorded)
  file(WRITE "${FILE}" "${NAME}: the run recorded nothing\n")
  return()
endif()

execute_process(COMMAND "${CLI}" analyze "${TRACES}" --format ${FORMAT} --output "${FILE}.new"
  ERROR_VARIABLE words RESULT_VARIABLE status)
if(words)
  message("${words}")
endif()
if(NOT status EQUAL 0)
  file(REMOVE "${FILE}")
  message(FATAL_ERROR "callsight_add_report(${NAME}): callsight analyze ended with status "
    "${status}; the capture is ${TRACES}")
endif()
file(RENAME "${FILE}.new" "${FILE}")
