# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightCapture
----------------

.. command:: callsight_add_capture

  ::

    callsight_add_capture(<name> TARGET <executable>
      [ARGS <argument>...] [MODE events|summary|count] [ENVIRONMENT <variable>=<value>...]
      [INPUTS <file>...] [TIMEOUT <seconds>] [WORKING_DIRECTORY <folder>]
      [STREAM <address> [STREAM_OPTIONS <option>...]])

  A run of a program as a build product. Makes the target ``<name>``, which is not part of
  ``all``; ``callsight-run`` builds every capture.

  ``TARGET <executable>``
    The program, made anywhere in the build.
  ``ARGS <argument>...``
    Its arguments. Generator expressions are allowed.
  ``MODE events|summary|count``
    What is recorded: every call (the default), sums for each function, or only how often each is
    called.
  ``ENVIRONMENT <variable>=<value>...``
    Added to the environment of the run.
  ``INPUTS <file>...``
    Files that the run reads, relative to the current source directory: a change runs it again. Plug-ins of
    this build that the program loads are named by $<TARGET_FILE:<target>>, so that they are built first.
  ``TIMEOUT <seconds>``
    The run is ended after that time, and the build step fails. Default: none.
  ``WORKING_DIRECTORY <folder>``
    Where the program runs, relative to the current binary directory, the default. Generator expressions are
    allowed.
  ``STREAM <host>:<port>|unix:<path>``
    Nothing is kept here: what is recorded goes to the ``callsight serve`` that listens there, while the
    program runs.
  ``STREAM_OPTIONS <option>...``
    Options for ``callsight-stream``, which sends it: ``--key-file`` and its file, for example.

  The program runs with ``TRACE_ENABLE`` and ``TRACE_DIR`` set and
  without input, and again only when the program, an input, an argument or a ``trace.config``
  changed. A run that fails, is ended or records nothing fails the build step with the last lines
  that the program wrote; all of them are in ``_callsight/captures/<name>/output.log`` of the build
  directory, the capture is in ``traces`` beside it (below ``<config>/`` with multi-config
  generators).

  With ``STREAM`` the build step ends when the server has everything. It fails when nobody listens there,
  when something was lost on the way, and when there was no shared memory, so that files were written. The
  capture is where the server puts it; reports are made there.

  When ``CALLSIGHT_INSTRUMENT`` is off only the arguments are checked; the target does not exist.

  Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_add_capture)
  _callsight_own_name(name callsight_add_capture "${ARGV0}" "TARGET <executable>")
  set(keywords TARGET ARGS MODE ENVIRONMENT INPUTS TIMEOUT WORKING_DIRECTORY STREAM STREAM_OPTIONS)
  # A list is not split where a bracket is open, so brackets in words are other characters here.
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE 1 ${last})
    set(word "${ARGV${index}}")
    _callsight_brackets(HIDE word)
    set(ARGV${index} "${word}")
  endforeach()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;MODE;TIMEOUT;WORKING_DIRECTORY;STREAM"
    "ARGS;ENVIRONMENT;INPUTS;STREAM_OPTIONS")
  list(REMOVE_ITEM arg_KEYWORDS_MISSING_VALUES ARGS ENVIRONMENT INPUTS STREAM_OPTIONS) # may be empty
  _callsight_reject_leftovers(callsight_add_capture "${name}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" ${keywords})
  foreach(list IN ITEMS ARGS ENVIRONMENT INPUTS STREAM_OPTIONS)
    _callsight_reject_misspelt(callsight_add_capture "${name}" "${arg_${list}}" ${keywords})
  endforeach()
  if(NOT arg_TARGET)
    message(FATAL_ERROR "callsight_add_capture(${name}): TARGET is missing, expected the name of "
      "an executable")
  endif()
  if(DEFINED arg_MODE AND NOT arg_MODE MATCHES "^(events|summary|count)$")
    message(FATAL_ERROR "callsight_add_capture(${name}): MODE is '${arg_MODE}', expected events, "
      "summary or count")
  endif()
  if(DEFINED arg_TIMEOUT AND NOT arg_TIMEOUT MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "callsight_add_capture(${name}): TIMEOUT is '${arg_TIMEOUT}', expected a "
      "whole number of seconds")
  endif()
  foreach(variable IN LISTS arg_ENVIRONMENT)
    if(NOT variable MATCHES "^[A-Za-z_][A-Za-z0-9_]*=")
      message(FATAL_ERROR "callsight_add_capture(${name}): ENVIRONMENT: '${variable}' is not "
        "<variable>=<value>")
    endif()
  endforeach()
  _callsight_brackets(SHOW arg_STREAM)
  _callsight_check_stream("${name}" "${arg_STREAM}" "${arg_STREAM_OPTIONS}" "${arg_MODE}"
    "${arg_ENVIRONMENT}")
  _callsight_declare_run(CAPTURE callsight_add_capture "${name}")
  set_property(GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_TARGET "${arg_TARGET}")
  set_property(GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_STREAM "${arg_STREAM}")
  set_property(GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_STREAM_OPTIONS "${arg_STREAM_OPTIONS}")
  _callsight_wire_at_end(callsight_add_capture "${name}")
  if(NOT CALLSIGHT_INSTRUMENT)
    return()
  endif()

  if(DEFINED arg_MODE)
    list(APPEND arg_ENVIRONMENT "TRACE_MODE=${arg_MODE}")
  endif()
  set(inputs "")
  foreach(input IN LISTS arg_INPUTS)
    _callsight_brackets(SHOW input)
    if(NOT input MATCHES "^\\$<")
      get_filename_component(input "${input}" ABSOLUTE)
    endif()
    list(APPEND inputs "${input}")
    # The file alone does not have Makefiles build the target first.
    if(input MATCHES "^\\$<TARGET_FILE:([^<>]+)>$")
      list(APPEND inputs "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  _callsight_working_directory(directory "${arg_WORKING_DIRECTORY}")
  _callsight_make_capture("${name}" "${arg_TARGET}" FALSE "${arg_TIMEOUT}" "${arg_ARGS}"
    "${arg_ENVIRONMENT}" "${inputs}" "${directory}")
endfunction()

# _callsight_check_name(<command> <name>): an error when it cannot be that of a target.
function(_callsight_check_name command name)
  if(NOT name MATCHES "^[A-Za-z0-9_.+-]+$")
    message(FATAL_ERROR "${command}(${name}): the name cannot be that of a target; allowed are "
      "letters, digits and _ . + -")
  endif()
endfunction()

# _callsight_own_name(<out> <command> <name> <rest>): the name of a target that a project declares. <rest>: what is
# expected behind it. CMake refuses some names, but not when tracing is off; others the package has itself.
function(_callsight_own_name out command name rest)
  if(name STREQUAL "")
    message(FATAL_ERROR "${command}(): no name given, expected ${command}(<name> ${rest} ...)")
  elseif(name MATCHES "^(all|clean|help|install|package|package_source|preinstall|(edit|rebuild)_cache|test)$")
    message(FATAL_ERROR "${command}(${name}): CMake has a target of that name")
  elseif(name MATCHES "^callsight[-_]")
    message(FATAL_ERROR "${command}(${name}): names that begin with callsight- are those of CallSight's own targets")
  endif()
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

# _callsight_declare_run(<kind> <command> <name>): notes a capture or report; the name is new.
function(_callsight_declare_run kind command name)
  _callsight_check_name("${command}" "${name}")
  get_property(declared GLOBAL PROPERTY CALLSIGHT_RUNS)
  if(TARGET "${name}" OR name IN_LIST declared)
    message(FATAL_ERROR "${command}(${name}): there is already a target of that name")
  endif()
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_RUNS "${name}")
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_${kind}S "${name}")
endfunction()

# _callsight_config_dir(<out> <path>): a path below _callsight of the build directory; different for each configuration
# where there are several.
function(_callsight_config_dir out path)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(dir "${CMAKE_BINARY_DIR}/_callsight/${path}")
  if(is_multi)
    string(APPEND dir "/$<CONFIG>")
  endif()
  set(${out} "${dir}" PARENT_SCOPE)
endfunction()

# _callsight_make_capture(): the rule and the target, and those of the same run in count mode, for
# callsight-tune, which stays here whatever STREAM says. <is_tolerant>: any exit status is good.
function(_callsight_make_capture name target is_tolerant timeout arguments environment inputs directory)
  _callsight_config_dir(dir "captures/${name}")
  _callsight_stream_words(words client "${name}")
  _callsight_capture_rule("${dir}" "${name}" "${target}" "${is_tolerant}" "${timeout}"
    "${arguments}" "${environment}" "${inputs};${client}" "${directory}" "${words}")
  add_custom_target("${name}" DEPENDS "${dir}/stamp")
  set(CMAKE_FOLDER CallSight)
  list(APPEND environment TRACE_MODE=count)
  _callsight_capture_rule("${dir}/count" "${name}" "${target}" "${is_tolerant}" "${timeout}"
    "${arguments}" "${environment}" "${inputs}" "${directory}" "")
  add_custom_target("callsight-count-${name}" DEPENDS "${dir}/count/stamp")
endfunction()

# <words>: more options of callsight run.
function(_callsight_capture_rule dir name target is_tolerant timeout arguments environment inputs directory words)
  _callsight_cli(cli)
  _callsight_capture_settings(settings "${target}" "${cli}" "${is_tolerant}" "${timeout}"
    "${arguments}" "${environment}" "${directory}" "${words}")
  file(GENERATE OUTPUT "${dir}/settings.cmake" CONTENT "${settings}")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/RunCapture.cmake")
  set(comment "Capturing ${name}")
  if(dir MATCHES "/count$")
    set(comment "Counting the calls of ${name}")
  endif()
  add_custom_command(OUTPUT "${dir}/stamp"
    COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DDIR=${dir}" "-DPROGRAM=$<TARGET_FILE:${target}>"
      -P "${script}"
    DEPENDS "$<TARGET_FILE:${target}>" "${dir}/settings.cmake" "${script}" ${inputs}
      "$<TARGET_PROPERTY:${target},CALLSIGHT_CONFIG_COPIES>"
    COMMENT "${comment}"
    VERBATIM)
endfunction()

# The run as CMake code: lists cannot hold every argument, bracket arguments can. The line end after
# the opening bracket is not a part of the argument.
function(_callsight_capture_settings out target cli is_tolerant timeout arguments environment directory words)
  set(text "${arguments};${environment};${directory};${words}")
  _callsight_brackets(SHOW text)
  _callsight_quotes(open close "${text}")
  set(address "")
  if(words)
    list(GET words 1 address) # --stream <address> ...
  endif()
  set(code "set(is_tolerant ${is_tolerant})\nset(stream_address ${open}\n${address}${close})\n")
  foreach(variable IN LISTS environment)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${variable}")
    string(APPEND code "set(ENV{${CMAKE_MATCH_1}} ${open}\n${CMAKE_MATCH_2}${close})\n")
  endforeach()
  string(APPEND code "function(run_program out log trace_dir)\n  execute_process(COMMAND\n"
    "    ${open}$<TARGET_FILE:${cli}>${close} run --no-report --dir \"\${trace_dir}\"")
  if(timeout)
    string(APPEND code " --timeout ${timeout}")
  endif()
  foreach(word IN LISTS words)
    string(APPEND code "\n    ${open}\n${word}${close}")
  endforeach()
  set(emulator "$<TARGET_PROPERTY:${target},CROSSCOMPILING_EMULATOR>")
  string(APPEND code " --\n"
    "$<$<BOOL:${emulator}>:    ${open}$<JOIN:${emulator},${close} ${open}>${close}\n>"
    "    ${open}$<TARGET_FILE:${target}>${close}\n")
  foreach(argument IN LISTS arguments)
    string(APPEND code "    ${open}\n${argument}${close}\n")
  endforeach()
  if(NOT directory STREQUAL "")
    string(APPEND code "    WORKING_DIRECTORY ${open}\n${directory}${close}\n")
  endif()
  string(APPEND code "    INPUT_FILE /dev/null OUTPUT_FILE \"\${log}\" ERROR_FILE \"\${log}\"\n"
    "    RESULT_VARIABLE status)\n"
    "  set(\${out} \"\${status}\" PARENT_SCOPE)\nendfunction()\n")
  _callsight_brackets(SHOW code)
  set(${out} "${code}" PARENT_SCOPE)
endfunction()

# _callsight_working_directory(<out> <folder>): the whole path of where a program runs; empty when none was given.
function(_callsight_working_directory out folder)
  if(NOT folder STREQUAL "" AND NOT folder MATCHES "^\\$<")
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# _callsight_brackets(HIDE|SHOW <variable>): square brackets and backslashes of its text, which mean
# something in lists, become characters that nobody writes, or are there again.
function(_callsight_brackets what variable)
  string(ASCII 1 opening)
  string(ASCII 2 closing)
  string(ASCII 3 backslash)
  set(text "${${variable}}")
  if(what STREQUAL "HIDE")
    string(REPLACE "[" "${opening}" text "${text}")
    string(REPLACE "]" "${closing}" text "${text}")
    string(REPLACE "\\" "${backslash}" text "${text}")
  else()
    string(REPLACE "${opening}" "[" text "${text}")
    string(REPLACE "${closing}" "]" text "${text}")
    string(REPLACE "${backslash}" "\\" text "${text}")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# _callsight_quotes(<open> <close> <text>): a bracket argument's ends that do not occur in the text.
function(_callsight_quotes open_out close_out text)
  set(marks "==")
  string(FIND "${text}" "]${marks}]" at)
  while(NOT at EQUAL -1)
    string(APPEND marks "=")
    string(FIND "${text}" "]${marks}]" at)
  endwhile()
  set(${open_out} "[${marks}[" PARENT_SCOPE)
  set(${close_out} "]${marks}]" PARENT_SCOPE)
endfunction()

# _callsight_finish_captures(<instrumented> <hooked>): what a capture waits for besides its program.
# Copies of the trace.config files, which change only when the content does.
function(_callsight_finish_captures instrumented hooked)
  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  foreach(capture IN LISTS captures)
    get_property(target GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_TARGET)
    _callsight_real_target(target "${target}")
    _callsight_warn_without_hooks("callsight_add_capture(${capture})" "${target}" "${instrumented}"
      "${hooked}")
    _callsight_closure(closure "${target}")
    set(copies "")
    foreach(one IN LISTS closure)
      _callsight_property(config "${one}" CALLSIGHT_CONFIG)
      if(one IN_LIST instrumented AND config)
        string(SHA1 hash "${config}")
        set(copy "${CMAKE_BINARY_DIR}/_callsight/configs/${hash}.config")
        configure_file("${config}" "${copy}" COPYONLY)
        list(APPEND copies "${copy}")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES copies)
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_CONFIG_COPIES "${copies}")
  endforeach()
endfunction()

# _callsight_warn_without_hooks(<command> <target> <instrumented> <hooked>): says that a program which
# is to be recorded has nothing that can be.
function(_callsight_warn_without_hooks command target instrumented hooked)
  if(target IN_LIST hooked)
    return()
  endif()
  _callsight_closure(closure "${target}")
  foreach(one IN LISTS instrumented)
    # A program may load plug-ins that it does not link.
    get_target_property(type "${one}" TYPE)
    if(type STREQUAL "MODULE_LIBRARY" OR one IN_LIST closure)
      return()
    endif()
  endforeach()
  message(WARNING "${command}: neither ${target} nor a library that it links or could load is "
    "instrumented; nothing may be recorded")
endfunction()

# The checks of captures that need all targets.
function(_callsight_check_captures)
  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  foreach(capture IN LISTS captures)
    get_property(name GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_TARGET)
    _callsight_check_executable("callsight_add_capture(${capture})" "${name}")
  endforeach()
endfunction()

# _callsight_check_executable(<command> <name>): an error when that is no program of the build.
function(_callsight_check_executable command name)
  _callsight_real_target(target "${name}")
  set(type "")
  if(target)
    get_target_property(type "${target}" TYPE)
  endif()
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "${command}: TARGET '${name}' is no executable of this build")
  endif()
endfunction()
