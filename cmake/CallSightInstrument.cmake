# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightInstrument
-------------------

.. command:: callsight_instrument

  ::

    callsight_instrument(<target>... [CONFIG <file>] [WITH_LINKED])

  The functions of these targets that ``trace.config`` chooses are compiled with hooks, and the
  programs that use them are linked with the runtime.

  ``<target>...``
    Words before the first keyword. Executables, static, shared, module and object libraries, made
    anywhere in the build, before or after this call.
  ``CONFIG <file>``
    The ``trace.config`` of these targets, relative to the current source directory. Default:
    ``trace.config`` in the source directory of the target, else in the top-level source
    directory, else none: everything is instrumented, and a notice says so.
  ``WITH_LINKED``
    Also the project's own libraries that these targets link, directly or not (what was fetched, into
    the build directory or elsewhere, is not the project's own). A library without a
    ``trace.config`` beside it uses the one of the target that names it.

  Effects, when ``CALLSIGHT_INSTRUMENT`` is on: each source has ``COMPILE_OPTIONS`` (private,
  ``@<response file>``) and ``OBJECT_DEPENDS``, a shared one ``-imacros`` in its place; each
  executable, shared library and module of the build is linked with ``--wrap`` for the two hooks,
  ``swapcontext`` and ``setcontext``, and with the runtime; those that can contain hooks have
  ``callsight link`` before their linker launcher, and ``LINK_DEPENDS``; instrumented static and
  object libraries carry these link items in their interface, in this build only. Nothing reaches
  ``install(EXPORT)``. The files ``trace.config`` make CMake run again when they change.

  When it is off: arguments are checked, and that the targets exist when configuring ends.

  Errors: unknown or unused words; a target that does not exist, is imported or compiles nothing;
  two different ``CONFIG`` for one target; an unknown directive or a bad number in ``trace.config``.

  Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_instrument)
  set(targets "")
  set(words "${ARGN}")
  while(words)
    list(GET words 0 word)
    if(word MATCHES "^(CONFIG|WITH_LINKED)$")
      break()
    endif()
    list(APPEND targets "${word}")
    list(REMOVE_AT words 0)
  endwhile()
  cmake_parse_arguments(arg "WITH_LINKED" "CONFIG" "" ${words})
  list(JOIN targets " " shown)
  _callsight_reject_leftovers(callsight_instrument "${shown}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" CONFIG WITH_LINKED)
  if(NOT targets)
    message(FATAL_ERROR "callsight_instrument(): no target given, expected "
      "callsight_instrument(<target>... [CONFIG <file>] [WITH_LINKED])")
  endif()
  set(config "")
  if(DEFINED arg_CONFIG)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
    if(NOT EXISTS "${config}" OR IS_DIRECTORY "${config}")
      message(FATAL_ERROR "callsight_instrument(${shown}): CONFIG: there is no file ${config}")
    endif()
  endif()

  # Only recorded here: the wiring waits until all targets are known.
  get_property(number GLOBAL PROPERTY CALLSIGHT_REQUEST_COUNT)
  if(NOT number)
    set(number 0)
  endif()
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_TARGETS "${targets}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_CONFIG "${config}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_WITH_LINKED "${arg_WITH_LINKED}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_FILE "${CMAKE_CURRENT_LIST_FILE}")
  math(EXPR number "${number} + 1")
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_COUNT ${number})
  _callsight_wire_at_end(callsight_instrument "${shown}")
  if(CALLSIGHT_INSTRUMENT)
    _callsight_runtime()
    _callsight_steps_at_end()
  endif()
endfunction()

# Injection: one request for everything that the project compiles.
function(_callsight_request_all)
  _callsight_all_targets(all "${CMAKE_SOURCE_DIR}")
  set(chosen "")
  foreach(target IN LISTS all)
    get_target_property(type "${target}" TYPE)
    _callsight_is_own(is_own "${target}")
    if(is_own AND type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
      list(APPEND chosen "${target}")
    endif()
  endforeach()
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_all_TARGETS "${chosen}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REQUEST_all_FILE "CallSightInject.cmake")
endfunction()

# _callsight_resolve_requests(<out>): the targets of all requests, checked, with what WITH_LINKED
# adds. An explicit CONFIG is set on the target; CALLSIGHT_NAMED_BY says whose a library inherits.
function(_callsight_resolve_requests out)
  set(instrumented "")
  get_property(count GLOBAL PROPERTY CALLSIGHT_REQUEST_COUNT)
  set(numbers "")
  if(count)
    math(EXPR last "${count} - 1")
    foreach(number RANGE ${last})
      list(APPEND numbers ${number})
    endforeach()
  endif()
  foreach(number IN LISTS numbers ITEMS all)
    get_property(names GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_TARGETS)
    get_property(config GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_CONFIG)
    get_property(with_linked GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_WITH_LINKED)
    get_property(file GLOBAL PROPERTY CALLSIGHT_REQUEST_${number}_FILE)
    foreach(name IN LISTS names)
      _callsight_check_target(target "${names}" "${name}" "${file}")
      _callsight_set_config("${target}" "${config}")
      list(APPEND instrumented "${target}")
      if(with_linked)
        _callsight_own_linked(linked "${target}")
        foreach(library IN LISTS linked)
          set_property(TARGET "${library}" APPEND PROPERTY CALLSIGHT_NAMED_BY "${target}")
        endforeach()
        list(APPEND instrumented ${linked})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES instrumented)
  set(${out} "${instrumented}" PARENT_SCOPE)
endfunction()

# _callsight_check_target(<out> <names> <name> <file>): the real target of that name, or an error.
# <names>, its first word, and <file> say which call it is.
function(_callsight_check_target out names name file)
  list(GET names 0 first)
  set(call "callsight_instrument(${first}), called in ${file}:")
  _callsight_real_target(target "${name}")
  if(NOT target)
    message(FATAL_ERROR "${call} '${name}' is neither a target of this build nor a keyword "
      "(CONFIG, WITH_LINKED)")
  endif()
  get_target_property(is_imported "${target}" IMPORTED)
  get_target_property(type "${target}" TYPE)
  if(is_imported)
    message(FATAL_ERROR "${call} '${name}' is imported; only what this build compiles can be "
      "instrumented")
  endif()
  if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "${call} '${name}' compiles nothing (its type is ${type}); expected an "
      "executable, static, shared, module or object library")
  endif()
  set(${out} "${target}" PARENT_SCOPE)
endfunction()

function(_callsight_set_config target config)
  _callsight_property(old "${target}" CALLSIGHT_CONFIG)
  if(config STREQUAL "" OR config STREQUAL old)
    return()
  endif()
  if(NOT old STREQUAL "")
    message(FATAL_ERROR "callsight_instrument(${target}): two different CONFIG: ${old} and "
      "${config}")
  endif()
  set_property(TARGET "${target}" PROPERTY CALLSIGHT_CONFIG "${config}")
endfunction()

# The project's own: not what was fetched, into the build directory or elsewhere.
function(_callsight_is_own out target)
  _callsight_foreign_dirs(foreign)
  get_target_property(source_dir "${target}" SOURCE_DIR)
  set(${out} TRUE PARENT_SCOPE)
  foreach(dir IN LISTS foreign)
    string(FIND "${source_dir}/" "${dir}/" at)
    if(at EQUAL 0)
      set(${out} FALSE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# _callsight_foreign_dirs(<out>): the folders that hold what was fetched. Found once.
function(_callsight_foreign_dirs out)
  get_property(is_known GLOBAL PROPERTY CALLSIGHT_FOREIGN_DIRS SET)
  if(NOT is_known)
    set(dirs ${FETCHCONTENT_BASE_DIR} ${CPM_SOURCE_CACHE})
    if(NOT CMAKE_BINARY_DIR STREQUAL CMAKE_SOURCE_DIR)
      list(APPEND dirs "${CMAKE_BINARY_DIR}")
    endif()
    # Sources that are somewhere else by FETCHCONTENT_SOURCE_DIR_<NAME>. Below the top-level source
    # directory they are a part of the project all the same.
    set(variables "")
    if(COMMAND FetchContent_GetProperties)
      get_cmake_property(variables CACHE_VARIABLES)
    endif()
    list(FILTER variables INCLUDE REGEX "^FETCHCONTENT_SOURCE_DIR_.")
    foreach(variable IN LISTS variables)
      string(REGEX REPLACE "^FETCHCONTENT_SOURCE_DIR_" "" name "${variable}")
      FetchContent_GetProperties("${name}" SOURCE_DIR dir POPULATED is_populated)
      string(FIND "${dir}/" "${CMAKE_SOURCE_DIR}/" at)
      if(is_populated AND NOT at EQUAL 0)
        list(APPEND dirs "${dir}")
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY CALLSIGHT_FOREIGN_DIRS "${dirs}")
  endif()
  get_property(dirs GLOBAL PROPERTY CALLSIGHT_FOREIGN_DIRS)
  set(${out} "${dirs}" PARENT_SCOPE)
endfunction()

function(_callsight_own_linked out target)
  _callsight_closure(closure "${target}")
  list(REMOVE_ITEM closure "${target}")
  set(own "")
  foreach(one IN LISTS closure)
    get_target_property(type "${one}" TYPE)
    get_target_property(is_imported "${one}" IMPORTED)
    _callsight_is_own(is_own "${one}")
    if(is_own AND NOT is_imported AND type MATCHES "^(STATIC|SHARED|MODULE|OBJECT)_LIBRARY$")
      list(APPEND own "${one}")
    endif()
  endforeach()
  set(${out} "${own}" PARENT_SCOPE)
endfunction()

# _callsight_resolve_configs(<target>...): sets CALLSIGHT_CONFIG where no call did, and checks all.
function(_callsight_resolve_configs)
  set(without "")
  foreach(target IN LISTS ARGN)
    _callsight_property(config "${target}" CALLSIGHT_CONFIG)
    _callsight_property(named_by "${target}" CALLSIGHT_NAMED_BY)
    if(config STREQUAL "" AND named_by)
      # The target that names it comes first in the list, so its own file is known.
      list(GET named_by 0 by)
      _callsight_property(inherited "${by}" CALLSIGHT_CONFIG)
      get_target_property(source_dir "${target}" SOURCE_DIR)
      if(NOT EXISTS "${source_dir}/trace.config")
        set(config "${inherited}")
      endif()
    endif()
    if(config STREQUAL "")
      _callsight_default_config(config "${target}")
    endif()
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_CONFIG "${config}")
    if(config STREQUAL "")
      list(APPEND without "${target}")
    else()
      _callsight_check_config("${config}")
    endif()
  endforeach()
  if(without)
    list(JOIN without " " names)
    message(STATUS "CallSight: no trace.config for ${names}: every function there is instrumented")
  endif()
endfunction()
