# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightTargets
----------------

Looks at the targets of a build: which there are, what they link, what they compile. Private, and
without effect on any target. Called when all targets are known.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_all_targets(<out> <directory>): the targets made in the directory and below it,
# without CallSight's own.
function(_callsight_all_targets out directory)
  set(found "")
  # CallSight itself, as a subproject: neither instrumented nor linked with the runtime.
  get_filename_component(own "${CMAKE_CURRENT_FUNCTION_LIST_DIR}" REALPATH)
  get_filename_component(looked_at "${directory}/cmake" REALPATH)
  if(directory STREQUAL CMAKE_SOURCE_DIR OR NOT looked_at STREQUAL own)
    get_property(found DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    foreach(subdirectory IN LISTS below)
      _callsight_all_targets(more "${subdirectory}")
      list(APPEND found ${more})
    endforeach()
    list(FILTER found EXCLUDE REGEX "^callsight_rt_")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# _callsight_words(<out> <item>...): the items, each generator expression replaced by the words in
# it that may be names or paths. Rather a word too many than one too few.
function(_callsight_words out)
  set(words "")
  foreach(item IN LISTS ARGN)
    if(item MATCHES "[<>]")
      string(REGEX REPLACE "[$<>,:]+" ";" item "${item}")
    endif()
    list(APPEND words ${item})
  endforeach()
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

# _callsight_real_target(<out> <name>): the target behind an alias; empty when there is none.
function(_callsight_real_target out name)
  set(${out} "" PARENT_SCOPE)
  if(TARGET "${name}")
    get_target_property(aliased "${name}" ALIASED_TARGET)
    if(aliased)
      set(${out} "${aliased}" PARENT_SCOPE)
    else()
      set(${out} "${name}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# _callsight_property(<out> <target> <property>): its value, empty when it is not set.
function(_callsight_property out target property)
  get_property(value TARGET "${target}" PROPERTY ${property})
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# _callsight_linked(<out> <target>): the targets that this one links or takes objects from, without
# those further down. Found once for each target: large builds ask often.
function(_callsight_linked out target)
  get_property(is_known TARGET "${target}" PROPERTY CALLSIGHT_LINKED SET)
  if(is_known)
    get_property(linked TARGET "${target}" PROPERTY CALLSIGHT_LINKED)
    set(${out} "${linked}" PARENT_SCOPE)
    return()
  endif()
  set(linked "")
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES INTERFACE_SOURCES)
    _callsight_property(items "${target}" ${property})
    if(property MATCHES "SOURCES")
      list(FILTER items INCLUDE REGEX "TARGET_OBJECTS")
    endif()
    _callsight_words(words ${items})
    foreach(word IN LISTS words)
      _callsight_real_target(real "${word}")
      if(real AND NOT real STREQUAL target)
        list(APPEND linked "${real}")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES linked)
  set_property(TARGET "${target}" PROPERTY CALLSIGHT_LINKED "${linked}")
  set(${out} "${linked}" PARENT_SCOPE)
endfunction()

# _callsight_closure(<out> <target>): the target and everything that it links, directly or not.
function(_callsight_closure out target)
  set(closure "${target}")
  set(waiting "${target}")
  while(waiting)
    list(POP_FRONT waiting next)
    _callsight_linked(linked "${next}")
    foreach(one IN LISTS linked)
      if(NOT one IN_LIST closure)
        list(APPEND closure "${one}")
        list(APPEND waiting "${one}")
      endif()
    endforeach()
  endwhile()
  set(${out} "${closure}" PARENT_SCOPE)
endfunction()

# _callsight_sources(<out> <target>): absolute paths of the C and C++ sources that the target
# compiles, those in generator expressions and those of its interface libraries included.
function(_callsight_sources out target)
  _callsight_property(items "${target}" SOURCES)
  _callsight_inherited_sources(inherited "${target}")
  list(APPEND items ${inherited})

  set(sources "")
  foreach(item IN LISTS items)
    set(in_expression FALSE)
    if(item MATCHES "\\$<")
      set(in_expression TRUE)
    endif()
    _callsight_words(words "${item}")
    foreach(word IN LISTS words)
      if(NOT word MATCHES "\\.(c|C|c\\+\\+|cc|cpp|cxx|CPP)$")
        continue()
      endif()
      _callsight_source_path(path "${target}" "${word}")
      if(in_expression AND NOT EXISTS "${path}")
        _callsight_is_generated(is_generated "${target}" "${path}")
        if(NOT is_generated)
          continue() # a piece of the expression that is no file
        endif()
      endif()
      list(APPEND sources "${path}")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES sources)
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# The sources that interfaces of linked targets add to this one.
function(_callsight_inherited_sources out target)
  get_property(is_known TARGET "${target}" PROPERTY CALLSIGHT_INHERITED_SOURCES SET)
  if(NOT is_known)
    # Static libraries may link each other in a circle: for now this one adds nothing.
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_INHERITED_SOURCES "")
    set(inherited "")
    _callsight_linked(linked "${target}")
    foreach(one IN LISTS linked)
      _callsight_property(own "${one}" INTERFACE_SOURCES)
      _callsight_inherited_sources(further "${one}")
      list(APPEND inherited ${own} ${further})
    endforeach()
    list(REMOVE_DUPLICATES inherited)
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_INHERITED_SOURCES "${inherited}")
  endif()
  get_property(inherited TARGET "${target}" PROPERTY CALLSIGHT_INHERITED_SOURCES)
  set(${out} "${inherited}" PARENT_SCOPE)
endfunction()

# A relative source is in the source directory, or made in the binary directory.
function(_callsight_source_path out target name)
  get_target_property(source_dir "${target}" SOURCE_DIR)
  get_target_property(binary_dir "${target}" BINARY_DIR)
  get_filename_component(path "${name}" ABSOLUTE BASE_DIR "${source_dir}")
  if(NOT EXISTS "${path}")
    # Only now: asking for a property of <binary dir>/main.c makes CMake take main.c for that file.
    get_filename_component(made "${name}" ABSOLUTE BASE_DIR "${binary_dir}")
    _callsight_is_generated(is_generated "${target}" "${made}")
    if(is_generated OR EXISTS "${made}")
      set(path "${made}")
    endif()
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# _callsight_is_generated(<out> <target> <path>): whether the build makes this source.
function(_callsight_is_generated out target path)
  get_property(is_generated SOURCE "${path}" TARGET_DIRECTORY "${target}" PROPERTY GENERATED)
  if(is_generated)
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# _callsight_language(<out> <target> <path>): C or CXX.
function(_callsight_language out target path)
  get_property(language SOURCE "${path}" TARGET_DIRECTORY "${target}" PROPERTY LANGUAGE)
  if(NOT language)
    set(language CXX)
    if(path MATCHES "\\.c$")
      set(language C)
    endif()
  endif()
  set(${out} "${language}" PARENT_SCOPE)
endfunction()
