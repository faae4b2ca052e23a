# SPDX-License-Identifier: MIT
# Runs a selection step and leaves its warnings out. The step of the existing sources does not know
# the generated ones, and the later steps say again what is true.
#
#   cmake -P SelectQuietly.cmake -- <callsight select ...>
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
string(REGEX REPLACE "[^\n]*: warning: [^\n]*\n" "" words "${words}")
string(STRIP "${words}" words)
if(NOT words STREQUAL "")
  message("${words}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the selection of functions failed (${status})")
endif()
