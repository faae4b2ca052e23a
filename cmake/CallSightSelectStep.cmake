# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightSelectStep
-------------------

The rules that run ``callsight select`` in the build. Private. The files are those of
CallSightSelection.

With Makefiles a rule sees the rules of its own directory only, so the step of a target that has
generated sources must be made in the target's directory, and that must happen before the directory
ends. It is made there in advance when :command:`callsight_instrument` is called in that directory.

LIMIT: a target with generated sources that is named in another directory than its own has no such
step with Makefiles. Its generated sources are compiled with hooks in all functions, the calls that
they make select nothing in its other sources, and its links run the step first: see
CallSightLinkStep.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_select_step(<step> <made> <is_quiet> <input>...): the custom command that runs
# <step>.plan and makes <step>.stamp. <made>: the files that the plan names for writing.
function(_callsight_select_step step made is_quiet)
  set(base "${CMAKE_BINARY_DIR}/_callsight/select/${step}")
  _callsight_cli(cli)
  set(command "$<TARGET_FILE:${cli}>" select --plan "${base}.plan" --depfile "${base}.d"
    --stamp "${base}.stamp")
  if(is_quiet)
    set(command "${CMAKE_COMMAND}"
      -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/SelectQuietly.cmake" -- ${command})
  endif()
  # With Ninja the objects depend on response files that a rule makes. Makefiles would delete
  # byproducts of a failed rule, and need no rule: the files exist since configuring.
  set(byproducts "")
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(byproducts BYPRODUCTS ${made})
  endif()
  add_custom_command(OUTPUT "${base}.stamp" ${byproducts}
    COMMAND ${command}
    DEPENDS "${base}.plan" "$<TARGET_FILE:${cli}>" ${ARGN}
    DEPFILE "${base}.d"
    COMMENT "Selecting functions (${step})"
    VERBATIM)
endfunction()

# _callsight_step_of_target(<target> <made> <input>...): the step of one target that has generated
# sources, or its dependency on the one that was made in advance.
function(_callsight_step_of_target target made)
  if(NOT TARGET "callsight-select-${target}")
    _callsight_select_step("generated/${target}" "${made}" FALSE ${ARGN})
    add_custom_target("callsight-select-${target}"
      DEPENDS "${CMAKE_BINARY_DIR}/_callsight/select/generated/${target}.stamp")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    # With Ninja the objects depend on the response files, which are byproducts of the step. A
    # dependency of the target would hold for the rule of the generated source too: a circle.
    add_dependencies("${target}" "callsight-select-${target}")
  endif()
endfunction()

# _callsight_can_wait(<out> <target> <generated>...): whether the target has generated sources that
# a step of its own can wait for.
function(_callsight_can_wait out target)
  set(${out} FALSE PARENT_SCOPE)
  if(NOT ARGN)
    return()
  endif()
  get_target_property(source_dir "${target}" SOURCE_DIR)
  if(CMAKE_GENERATOR MATCHES "Makefiles" AND NOT source_dir STREQUAL CMAKE_SOURCE_DIR)
    _callsight_property(known "${target}" CALLSIGHT_STEP_SOURCES)
    foreach(source IN LISTS ARGN)
      if(NOT source IN_LIST known)
        message(STATUS "CallSight: ${target} has generated sources and is named in another "
          "directory: with Makefiles the functions of these are selected after linking")
        return()
      endif()
    endforeach()
  endif()
  set(${out} TRUE PARENT_SCOPE)
endfunction()

# _callsight_steps_at_end(): plans the steps of the current directory, once.
function(_callsight_steps_at_end)
  get_property(is_planned DIRECTORY PROPERTY CALLSIGHT_STEPS_PLANNED)
  if(CMAKE_GENERATOR MATCHES "Makefiles" AND NOT is_planned
      AND NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    set_property(DIRECTORY PROPERTY CALLSIGHT_STEPS_PLANNED TRUE)
    cmake_language(DEFER CALL _callsight_make_steps)
  endif()
endfunction()

# For each target of the current directory that has generated sources. Which targets are traced is
# not known yet: a step that is not needed is in nobody's way, since nothing depends on it.
function(_callsight_make_steps)
  set(CMAKE_FOLDER CallSight)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type "${target}" TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
      continue()
    endif()
    set(generated "")
    _callsight_property(items "${target}" SOURCES)
    _callsight_words(words ${items})
    foreach(word IN LISTS words)
      _callsight_source_path(path "${target}" "${word}")
      _callsight_is_generated(is_generated "${target}" "${path}")
      _callsight_language(language "${target}" "${path}")
      if(is_generated AND language MATCHES "^(C|CXX)$")
        list(APPEND generated "${path}")
      endif()
    endforeach()
    if(generated)
      set_property(TARGET "${target}" PROPERTY CALLSIGHT_STEP_SOURCES "${generated}")
      _callsight_select_step("generated/${target}" "" FALSE ${generated})
      add_custom_target("callsight-select-${target}"
        DEPENDS "${CMAKE_BINARY_DIR}/_callsight/select/generated/${target}.stamp")
    endif()
  endforeach()
endfunction()
