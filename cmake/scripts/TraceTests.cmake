# SPDX-License-Identifier: MIT
# The test-time half of callsight_trace_tests(): read by CTest before the tests of the project. CMake
# can change a test of another directory from 3.28 on only, and one that is discovered never, but it
# writes set_tests_properties() behind every add_test() that CTest reads, and so do the scripts of
# discovered tests. This one goes in between.
#
# Global properties: _callsight_cmake, _callsight_cli (commands), _callsight_dir (folder of all traced tests),
# _callsight_scripts (this folder), _callsight_is_multi (a folder for each configuration).

# _callsight_trace_name(<test> <mode> <format>:<suffix>,...), _callsight_trace_pattern(<regex> ...):
# what is traced. An empty mode leaves TRACE_MODE as it is.
function(_callsight_trace_name name mode files)
  set_property(GLOBAL PROPERTY "_callsight_test_${name}" "${mode}/${files}")
endfunction()

function(_callsight_trace_pattern regex mode files)
  get_property(count GLOBAL PROPERTY _callsight_patterns)
  math(EXPR count "0${count} + 1")
  set_property(GLOBAL PROPERTY _callsight_patterns ${count})
  set_property(GLOBAL PROPERTY _callsight_regex_${count} "${regex}")
  set_property(GLOBAL PROPERTY _callsight_how_${count} "${mode}/${files}")
endfunction()

# Every argument goes on exactly as it came: lists, empty ones, brackets.
function(set_tests_properties)
  set(code "")
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE ${last})
    set(marks "==")
    string(FIND "${ARGV${index}}" "]${marks}]" at)
    while(NOT at EQUAL -1)
      string(APPEND marks "=")
      string(FIND "${ARGV${index}}" "]${marks}]" at)
    endwhile()
    string(APPEND code "[${marks}[\n${ARGV${index}}]${marks}] ")
  endforeach()
  cmake_language(EVAL CODE "_set_tests_properties(${code})")
  foreach(index RANGE ${last})
    if(ARGV${index} STREQUAL "PROPERTIES")
      break()
    endif()
    _callsight_trace_test("${ARGV${index}}")
  endforeach()
endfunction()

# A test of the project: traced when it was named, once.
function(_callsight_trace_test name)
  get_property(how GLOBAL PROPERTY "_callsight_test_${name}")
  get_property(count GLOBAL PROPERTY _callsight_patterns)
  if(NOT how AND count)
    foreach(number RANGE 1 ${count})
      get_property(regex GLOBAL PROPERTY _callsight_regex_${number})
      if(name MATCHES "${regex}")
        get_property(how GLOBAL PROPERTY _callsight_how_${number})
        break()
      endif()
    endforeach()
  endif()
  get_property(is_done GLOBAL PROPERTY "_callsight_done_${name}")
  if(NOT how OR is_done)
    return()
  endif()
  set_property(GLOBAL PROPERTY "_callsight_done_${name}" TRUE)
  string(REGEX MATCH "^([^/]*)/(.*)$" how "${how}")
  set(mode "${CMAKE_MATCH_1}")
  set(files "${CMAKE_MATCH_2}")

  _callsight_test_folder(dir fixture "${name}")
  set(changes "TRACE_ENABLE=set:1;TRACE_DIR=set:${dir}/traces")
  if(mode)
    string(APPEND changes ";TRACE_MODE=set:${mode}")
  endif()
  # Both lists get longer: CTest adds to what the test has.
  _set_tests_properties("${name}" PROPERTIES ENVIRONMENT_MODIFICATION "${changes}"
    FIXTURES_REQUIRED "${fixture}")

  get_property(cmake GLOBAL PROPERTY _callsight_cmake)
  get_property(cli GLOBAL PROPERTY _callsight_cli)
  get_property(scripts GLOBAL PROPERTY _callsight_scripts)
  add_test("callsight.clean/${name}" "${cmake}" -E rm -rf "${dir}")
  _set_tests_properties("callsight.clean/${name}" PROPERTIES FIXTURES_SETUP "${fixture}"
    LABELS callsight)
  add_test("callsight.report/${name}" "${cmake}" "-DNAME=${name}" "-DCLI=${cli}"
    "-DDIR=${dir}" "-DFILES=${files}" -P "${scripts}/ReportTest.cmake")
  _set_tests_properties("callsight.report/${name}" PROPERTIES FIXTURES_CLEANUP "${fixture}"
    LABELS callsight SKIP_REGULAR_EXPRESSION "^CallSight: nothing was recorded")
endfunction()

# The folder of a test, different for each configuration where a build directory has several, and the
# name of what is around it.
function(_callsight_test_folder dir_out fixture_out name)
  string(REGEX REPLACE "[^A-Za-z0-9_.+-]" "_" folder "${name}")
  if(NOT folder STREQUAL name OR folder MATCHES "^\\.+$")
    string(SHA1 hash "${name}")
    string(SUBSTRING "${hash}" 0 8 hash)
    string(APPEND folder "-${hash}")
  endif()
  get_property(dir GLOBAL PROPERTY _callsight_dir)
  get_property(is_multi GLOBAL PROPERTY _callsight_is_multi)
  set(dir "${dir}/${folder}")
  if(is_multi)
    string(APPEND dir "/${CTEST_CONFIGURATION_TYPE}")
  endif()
  set(${dir_out} "${dir}" PARENT_SCOPE)
  set(${fixture_out} "callsight/${folder}" PARENT_SCOPE)
endfunction()
