# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightWire
-------------

The deferred step. Private. The public commands only record; once, when the top-level directory
ends, all of it is put together. So the order of calls, sources that are added later, targets of
other directories and ``$<TARGET_OBJECTS>`` do not matter.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_wire_at_end(<command> <target>): plans the step, once.
function(_callsight_wire_at_end command target)
  get_property(state GLOBAL PROPERTY CALLSIGHT_WIRE_STATE)
  if(state STREQUAL "done")
    message(FATAL_ERROR "${command}(${target}): too late, the targets of this build are wired. "
      "Call it before the top-level CMakeLists.txt ends.")
  endif()
  if(NOT state)
    set_property(GLOBAL PROPERTY CALLSIGHT_WIRE_STATE 1)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _callsight_wire)
  endif()
  # The step sees the top-level directory only.
  get_directory_property(at_top DIRECTORY "${CMAKE_SOURCE_DIR}" DEFINITION CALLSIGHT_INSTRUMENT)
  if((CALLSIGHT_INSTRUMENT AND NOT at_top) OR (at_top AND NOT CALLSIGHT_INSTRUMENT))
    message(FATAL_ERROR "${command}(${target}): CALLSIGHT_INSTRUMENT is '${CALLSIGHT_INSTRUMENT}' in this "
      "directory and '${at_top}' in the top-level one, expected one value for the whole build: give it with -D, or set it there")
  endif()
endfunction()

function(_callsight_wire)
  # Other deferred calls may still make targets. Not for ever: somebody else may wait like this.
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" GET_CALL_IDS waiting)
  get_property(round GLOBAL PROPERTY CALLSIGHT_WIRE_STATE)
  if(waiting AND round LESS 32)
    math(EXPR round "${round} + 1")
    set_property(GLOBAL PROPERTY CALLSIGHT_WIRE_STATE ${round})
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _callsight_wire)
    return()
  endif()
  set_property(GLOBAL PROPERTY CALLSIGHT_WIRE_STATE done)

  get_property(is_injected GLOBAL PROPERTY CALLSIGHT_INJECTED)
  if(is_injected)
    _callsight_request_all()
  endif()
  _callsight_all_targets(all "${CMAKE_SOURCE_DIR}")
  _callsight_note_files(${all})
  _callsight_resolve_requests(instrumented)
  _callsight_check_runs()
  _callsight_check_gates()
  _callsight_check_tests()
  if(NOT CALLSIGHT_INSTRUMENT)
    return()
  endif()
  set(CMAKE_FOLDER CallSight) # in editors: of the targets that are made here
  _callsight_resolve_configs(${instrumented})
  _callsight_hooked(hooked "${instrumented}" ${all})
  # Programs that name parts of themselves are to be heard, with or without hooks of their own.
  _callsight_real_target(api CallSight::api)
  _callsight_hooked(heard "${instrumented};${api}" ${all})
  _callsight_needs_shared(is_shared "${heard}")
  if(instrumented)
    _callsight_runtime()
    _callsight_runtime_threads()
    _callsight_select(${instrumented})
    _callsight_link(${is_shared} "${heard}" ${all})
    _callsight_link_step("${instrumented}" "${hooked}")
    list(LENGTH instrumented count)
    message(STATUS "CallSight: ${count} target(s) instrumented")
  endif()
  _callsight_finish_runs("${instrumented}" "${hooked}")
  _callsight_finish_gates("${instrumented}" "${hooked}")
  _callsight_doctor_target("${instrumented}" "${hooked}")
  _callsight_finish_tests()
endfunction()

# _callsight_hooked(<out> <first> <target>...): of the targets of the build, those whose code can hold
# hooks or uses of the API: <first>, which has hooks or is CallSight::api, and what takes code from it
# (through static, object and interface libraries; a shared library keeps its hooks for itself).
# Those that link what cannot be told now are among them: rather one too many than one too few.
function(_callsight_hooked out first)
  if("${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}" MATCHES "-finstrument-functions")
    set(${out} "${ARGN}" PARENT_SCOPE) # the project itself switched them on, everywhere
    return()
  endif()
  set(hooked "${first}")
  set(waiting ${ARGN})
  while(waiting)
    list(POP_FRONT waiting target)
    if(DEFINED is_known_${target})
      continue()
    endif()
    set(is_known_${target} TRUE)
    _callsight_linked(linked "${target}")
    foreach(one IN LISTS linked)
      list(APPEND users_of_${one} "${target}")
    endforeach()
    list(APPEND waiting ${linked}) # imported ones as well
    _callsight_property(is_unsure "${target}" CALLSIGHT_LINKED_UNSURE)
    if(is_unsure AND first)
      list(APPEND hooked "${target}")
    endif()
  endwhile()

  list(REMOVE_DUPLICATES hooked)
  set(waiting ${hooked})
  while(waiting)
    list(POP_FRONT waiting target)
    if(DEFINED is_done_${target})
      continue()
    endif()
    set(is_done_${target} TRUE)
    list(APPEND hooked "${target}")
    get_target_property(type "${target}" TYPE)
    _callsight_shows_items(shows_items "${target}")
    foreach(user IN LISTS users_of_${target})
      _callsight_property(objects "${user}" CALLSIGHT_LINKED_OBJECTS)
      if(type MATCHES "^(STATIC|OBJECT|INTERFACE|UNKNOWN)_LIBRARY$" OR shows_items OR target IN_LIST objects)
        list(APPEND waiting "${user}")
      endif()
    endforeach()
  endwhile()
  list(REMOVE_DUPLICATES hooked)
  set(of_build "")
  foreach(target IN LISTS hooked)
    if(target IN_LIST ARGN)
      list(APPEND of_build "${target}")
    endif()
  endforeach()
  set(${out} "${of_build}" PARENT_SCOPE)
endfunction()

# One process has one runtime: a shared one as soon as a library that is loaded has hooks.
function(_callsight_needs_shared out hooked)
  set(${out} FALSE PARENT_SCOPE)
  foreach(target IN LISTS hooked)
    get_target_property(type "${target}" TYPE)
    if(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
