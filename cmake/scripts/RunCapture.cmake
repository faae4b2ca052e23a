# SPDX-License-Identifier: MIT
# The build-time half of callsight_add_capture(): one run of the program with tracing on.
# -DNAME=<capture>  -DPROGRAM=<path>
# -DDIR=<folder>    holds settings.cmake (the run, generated); gets traces/, output.log and stamp. With a
#                   stream_address in the settings traces/ stays empty: a server has the capture.
cmake_minimum_required(VERSION 3.22...3.31)

set(log "${DIR}/output.log")
set(trace_dir "${DIR}/traces")
set(shown_lines 20)
set(ended "") # how a run that may fail did

# What the program wrote last, indented: CMake leaves such lines of a message as they are. Without
# lists, which would change brackets and semicolons.
function(last_lines out)
  set(text "")
  if(EXISTS "${log}")
    file(SIZE "${log}" size)
    set(offset 0)
    if(size GREATER 8192)
      math(EXPR offset "${size} - 8192")
    endif()
    file(READ "${log}" text OFFSET ${offset})
  endif()
  string(STRIP "${text}" text)
  if(text STREQUAL "")
    set(text "(it wrote nothing)")
  endif()
  set(lines "")
  foreach(number RANGE 1 ${shown_lines})
    string(FIND "${text}" "\n" at REVERSE)
    math(EXPR begin "${at} + 1")
    string(SUBSTRING "${text}" ${begin} -1 line)
    set(lines "  ${line}\n${lines}")
    if(at LESS 0)
      break()
    endif()
    string(SUBSTRING "${text}" 0 ${at} text)
  endforeach()
  set(${out} "${lines}" PARENT_SCOPE)
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

file(GLOB_RECURSE recorded "${trace_dir}/process.json")
last_lines(lines)
if(status EQUAL 124)
  fail("was ended by its TIMEOUT")
elseif(status EQUAL 125 AND stream_address)
  fail("was not sent to ${stream_address}")
elseif(status EQUAL 125 AND (NOT recorded OR lines MATCHES "nothing was recorded: "))
  # callsight run failed, or the program was good and nothing was recorded: its words say why.
  if(NOT is_tolerant)
    fail("recorded nothing")
  endif()
elseif(NOT status EQUAL 0 AND NOT is_tolerant)
  fail("ended with status ${status}")
elseif(NOT status EQUAL 0)
  set(ended "ended with status ${status}")
endif()
if(NOT recorded AND NOT stream_address)
  if(NOT is_tolerant)
    fail("recorded nothing")
  endif()
  string(REGEX REPLACE "(.)$" "\\1, " ended "${ended}")
  string(APPEND ended "recorded nothing")
endif()
if(ended)
  last_lines(lines)
  message(STATUS "${NAME}: ${PROGRAM} ${ended}\n"
    "The last lines of its output, all of it is in ${log}:\n${lines}")
endif()
file(TOUCH "${DIR}/stamp")
