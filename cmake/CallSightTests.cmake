# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightTests
--------------

.. command:: callsight_trace_tests

  ::

    callsight_trace_tests([<test>...] [DISCOVERED <pattern>...] [MODE events|summary|count]
      [FORMATS <format>...])

  Tests that the project has are run with tracing on, and each gets a report.

  ``<test>...``
    Words before the first keyword. Names given to ``add_test()``, in any directory of the build,
    before or after this call.
  ``DISCOVERED <pattern>...``
    Names of tests that do not exist while CMake runs: those of ``gtest_discover_tests()``,
    ``catch_discover_tests()`` and the like. ``*`` and ``?`` stand for any characters and any one.
    Whether there are such tests cannot be checked.
  ``MODE events|summary|count``
    What is recorded. Default: what the test's own ``TRACE_MODE`` says, else events.
  ``FORMATS <format>...``
    Those of :command:`callsight_add_report`. Default: ``text``, which is also printed.

  Each traced test has ``TRACE_ENABLE`` and ``TRACE_DIR`` in its environment and two tests around
  it, which CTest runs whenever it runs that test: ``callsight.clean/<test>`` removes what an earlier
  run has left, ``callsight.report/<test>`` writes the report of all processes of the test. All is
  in ``_callsight/tests/<test>/`` of the build directory (below ``<config>/`` with multi-config
  generators): no two tests share a folder, at any ``ctest -j``. In the folder's name other
  characters than letters, digits and ``_ . + -`` are ``_``, and a number is behind them. The report
  of a test that recorded nothing is a skipped test that says so.

  Nothing of the test itself changes: neither command nor properties, nor whether it passes.

  When ``CALLSIGHT_INSTRUMENT`` is off only the arguments are checked, and that the tests exist.

  Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_trace_tests)
  set(keywords DISCOVERED MODE FORMATS)
  # A list is not split where a bracket is open, so brackets in words are other characters here.
  set(names "")
  set(first ${ARGC})
  set(index 0)
  while(index LESS ARGC)
    set(word "${ARGV${index}}")
    _callsight_brackets(HIDE word)
    set(ARGV${index} "${word}")
    if(first EQUAL ARGC AND word IN_LIST keywords)
      set(first ${index})
    elseif(first EQUAL ARGC)
      string(REPLACE ";" "\\;" word "${word}")
      list(APPEND names "${word}")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
  set(label "${names}")
  _callsight_brackets(SHOW label)
  list(JOIN label " " label)
  cmake_parse_arguments(PARSE_ARGV ${first} arg "" "MODE" "DISCOVERED;FORMATS")
  _callsight_reject_leftovers(callsight_trace_tests "${label}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" ${keywords})
  foreach(list IN ITEMS names arg_DISCOVERED arg_FORMATS)
    _callsight_reject_misspelt(callsight_trace_tests "${label}" "${${list}}" ${keywords})
  endforeach()
  if(NOT names AND NOT DEFINED arg_DISCOVERED)
    message(FATAL_ERROR "callsight_trace_tests(): no test given, expected "
      "callsight_trace_tests(<test>... [DISCOVERED <pattern>...])")
  endif()
  if(DEFINED arg_MODE AND NOT arg_MODE MATCHES "^(events|summary|count)$")
    message(FATAL_ERROR "callsight_trace_tests(${label}): MODE is '${arg_MODE}', expected events, "
      "summary or count")
  endif()
  if(NOT DEFINED arg_FORMATS)
    set(arg_FORMATS text)
  endif()
  set(files "")
  foreach(format IN LISTS arg_FORMATS)
    _callsight_format_suffix(suffix "${format}")
    if(NOT suffix)
      message(FATAL_ERROR "callsight_trace_tests(${label}): FORMATS: '${format}' is unknown, "
        "expected formats of callsight analyze: text, json, html, ...")
    endif()
    list(APPEND files "${format}:${suffix}")
  endforeach()
  list(JOIN files "," files)

  # Only recorded here: the tests may not be there yet.
  foreach(name IN LISTS names)
    _callsight_trace_name("${name}" "${arg_MODE}" "${files}")
  endforeach()
  foreach(pattern IN LISTS arg_DISCOVERED)
    _callsight_glob_regex(regex "${pattern}")
    _callsight_trace_line("_callsight_trace_pattern" "${regex}" "${arg_MODE}" "${files}")
  endforeach()
  _callsight_wire_at_end(callsight_trace_tests "${label}")
endfunction()

# _callsight_trace_name(<name> <mode> <files>): remembers one test, its brackets hidden.
function(_callsight_trace_name name mode files)
  get_property(traced GLOBAL PROPERTY CALLSIGHT_TRACED_TESTS)
  string(REPLACE ";" "\\;" word "${name}")
  if(name IN_LIST traced)
    _callsight_brackets(SHOW name)
    message(FATAL_ERROR "callsight_trace_tests(${name}): the test is traced already")
  endif()
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_TRACED_TESTS "${word}")
  _callsight_trace_line("_callsight_trace_name" "${name}" "${mode}" "${files}")
endfunction()

# A line of the script that CTest reads: a call with these arguments, exactly.
function(_callsight_trace_line function name mode files)
  _callsight_brackets(SHOW name)
  _callsight_quotes(open close "${name}")
  set_property(GLOBAL APPEND_STRING PROPERTY CALLSIGHT_TRACED_LINES
    "${function}(${open}\n${name}${close} \"${mode}\" \"${files}\")\n")
endfunction()

# The regular expression of a name with * and ?.
function(_callsight_glob_regex out pattern)
  _callsight_brackets(SHOW pattern)
  string(REGEX REPLACE "([][+.()^$|\\\\])" "\\\\\\1" regex "${pattern}")
  string(REPLACE "*" ".*" regex "${regex}")
  string(REPLACE "?" "." regex "${regex}")
  set(${out} "^${regex}$" PARENT_SCOPE)
endfunction()

# _callsight_all_directories(<out> <directory>): it and those below it.
function(_callsight_all_directories out directory)
  set(found "${directory}")
  get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(subdirectory IN LISTS below)
    _callsight_all_directories(more "${subdirectory}")
    list(APPEND found ${more})
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# _callsight_check_tests(): the checks of traced tests that need all tests.
function(_callsight_check_tests)
  get_property(traced GLOBAL PROPERTY CALLSIGHT_TRACED_TESTS)
  if(NOT traced)
    return()
  endif()
  set(once "")
  set(twice "")
  _callsight_all_directories(directories "${CMAKE_SOURCE_DIR}")
  foreach(directory IN LISTS directories)
    get_property(tests DIRECTORY "${directory}" PROPERTY TESTS)
    _callsight_brackets(HIDE tests)
    foreach(test IN LISTS tests)
      if(test IN_LIST once)
        list(APPEND twice "${test}")
      endif()
      list(APPEND once "${test}")
    endforeach()
  endforeach()
  foreach(name IN LISTS traced)
    if(name MATCHES ";")
      continue() # CMake lists such a name in two parts
    endif()
    set(shown "${name}")
    _callsight_brackets(SHOW shown)
    if(NOT name IN_LIST once)
      message(FATAL_ERROR "callsight_trace_tests(${shown}): no add_test() of this build makes a test "
        "of that name. Tests that are found after the build, such as those of "
        "gtest_discover_tests(), are named after DISCOVERED.")
    elseif(name IN_LIST twice)
      message(FATAL_ERROR "callsight_trace_tests(${shown}): two directories make a test of that name; "
        "both would be recorded as one")
    endif()
  endforeach()
endfunction()

# _callsight_finish_tests(): the script that CTest reads before the tests of any directory.
function(_callsight_finish_tests)
  get_property(lines GLOBAL PROPERTY CALLSIGHT_TRACED_LINES)
  if(NOT lines)
    return()
  endif()
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  _callsight_cli_path(cli)
  set(dir "${CMAKE_BINARY_DIR}/_callsight/tests")
  set(scripts "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts")
  set(code "")
  set(cmake "${CMAKE_COMMAND}") # CTest does not know it
  foreach(value IN ITEMS cmake cli dir scripts is_multi)
    _callsight_quotes(open close "${${value}}")
    string(APPEND code "set_property(GLOBAL PROPERTY _callsight_${value} ${open}${${value}}${close})\n")
  endforeach()
  _callsight_quotes(open close "${scripts}")
  string(CONCAT code "get_property(_callsight_is_read GLOBAL PROPERTY _callsight_dir SET)\n"
    "if(_callsight_is_read)\n  return()\nendif()\n${code}"
    "include(${open}${scripts}/TraceTests.cmake${close})\n${lines}")
  file(WRITE "${dir}/trace_tests.cmake" "${code}")
  _callsight_all_directories(directories "${CMAKE_SOURCE_DIR}")
  foreach(directory IN LISTS directories)
    # First: scripts of others may make tests.
    get_property(files DIRECTORY "${directory}" PROPERTY TEST_INCLUDE_FILES)
    set_property(DIRECTORY "${directory}" PROPERTY TEST_INCLUDE_FILES
      "${dir}/trace_tests.cmake" ${files})
  endforeach()
endfunction()
