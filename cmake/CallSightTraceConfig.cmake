# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightTraceConfig
--------------------

Finds a target's ``trace.config`` and checks its words while CMake runs. Private. What the patterns
match is the business of ``callsight select``, in the build; the check here exists because with
FetchContent that program is not built yet when CMake runs.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_default_config(<out> <target>): the file beside the target's sources, or the one of
# the whole project; empty when there is none.
function(_callsight_default_config out target)
  get_target_property(source_dir "${target}" SOURCE_DIR)
  set(config "")
  foreach(directory IN ITEMS "${source_dir}" "${CMAKE_SOURCE_DIR}")
    if(EXISTS "${directory}/trace.config" AND NOT IS_DIRECTORY "${directory}/trace.config")
      set(config "${directory}/trace.config")
      break()
    endif()
  endforeach()
  if(config STREQUAL "")
    # A file that appears later makes CMake run again.
    foreach(directory IN ITEMS "${source_dir}" "${CMAKE_SOURCE_DIR}")
      if(NOT directory MATCHES "[][*?]")
        file(GLOB appeared CONFIGURE_DEPENDS "${directory}/trace.config")
      endif()
    endforeach()
  endif()
  set(${out} "${config}" PARENT_SCOPE)
endfunction()

# _callsight_check_config(<path>): reads the file, FATAL_ERROR with file, line and word. The same
# file is read once.
function(_callsight_check_config path)
  get_property(checked GLOBAL PROPERTY CALLSIGHT_CHECKED_CONFIGS)
  if("${path}" IN_LIST checked)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_CHECKED_CONFIGS "${path}")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")

  file(READ "${path}" text)
  # Nothing below needs these characters, and all of them mean something in a CMake list.
  string(ASCII 239 187 191 mark)
  string(REGEX REPLACE "^${mark}" "" text "${text}")
  string(REPLACE "\\\\" "?" text "${text}")
  string(REPLACE "\\\"" "?" text "${text}")
  string(REGEX REPLACE "[][;\\]" "?" text "${text}")
  string(REPLACE "\r" "" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(number 0)
  foreach(line IN LISTS text)
    math(EXPR number "${number} + 1")
    _callsight_check_line("${path}:${number}" "${line}")
  endforeach()
endfunction()

function(_callsight_check_line where line)
  # Words: "..." or a run without blanks; '#' where a word could begin starts a comment.
  set(words "")
  while(line MATCHES "^[ \t]*(\"([^\"]*)\"|([^ \t\"#][^ \t]*))(.*)$")
    set(line "${CMAKE_MATCH_4}")
    set(word "${CMAKE_MATCH_2}${CMAKE_MATCH_3}")
    list(APPEND words "${word}")
  endwhile()
  if(line MATCHES "^[ \t]*\"(.*)")
    message(FATAL_ERROR "${where}: error: no closing quote after '${CMAKE_MATCH_1}'")
  endif()
  if(words STREQUAL "")
    return()
  endif()
  list(POP_FRONT words directive)
  list(LENGTH words count)
  if(directive MATCHES "^(counter|counter-func|counter-file|counter-min|async-hop)$")
    message(WARNING "${where}: '${directive}' is not available in this version")
    return()
  endif()
  if(NOT directive MATCHES
      "^(include|exclude|include-func|exclude-func|exclude-small|include-system|thread)$")
    message(FATAL_ERROR "${where}: error: unknown directive '${directive}'")
  endif()

  set(suspect "")
  if(directive STREQUAL "exclude-small" AND count GREATER 0)
    list(GET words 0 suspect)
  elseif(directive STREQUAL "include-func" AND count GREATER 1)
    list(GET words 1 suspect)
  endif()
  if(NOT suspect MATCHES "^[0-9]*$" OR suspect GREATER_EQUAL 4294967295)
    message(FATAL_ERROR "${where}: error: not a number: '${suspect}'")
  endif()
  if(count EQUAL 0 AND NOT directive STREQUAL "include-system")
    message(FATAL_ERROR "${where}: error: no value after '${directive}'")
  endif()
  if(directive STREQUAL "thread")
    # TRACE_THREADS separates globs by commas and blanks.
    list(GET words 0 glob)
    string(REGEX REPLACE "[, ]" "?" glob "${glob}")
    set_property(GLOBAL APPEND PROPERTY CALLSIGHT_THREAD_GLOBS "${glob}")
  endif()
endfunction()
