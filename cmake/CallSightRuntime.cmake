# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightRuntime
----------------

Adds the runtime's sources to the build, once, and says where its libraries will be. Private. The
runtime is compiled by the project's own compiler in a directory of its own, where flags and
properties of the project are reset.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_runtime([NO_SELECTION]): makes the targets callsight_rt_*. Called in a directory that has
# C or C++. NO_SELECTION: nothing is selected in this build (CallSight's own), so no file says what.
function(_callsight_runtime)
  if(TARGET callsight_rt_static)
    return()
  endif()
  if(NOT CMAKE_C_COMPILER_LOADED AND NOT CMAKE_CXX_COMPILER_LOADED)
    message(FATAL_ERROR "callsight_instrument(): neither C nor C++ is enabled in "
      "${CMAKE_CURRENT_SOURCE_DIR}. Call project() or enable_language() first.")
  endif()
  # Beside the modules when installed, beside their folder in the source tree.
  set(source_dir "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/runtime")
  if(NOT EXISTS "${source_dir}/CMakeLists.txt")
    get_filename_component(source_dir "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../runtime" ABSOLUTE)
  endif()
  set(callsight_selection_file "${CMAKE_BINARY_DIR}/_callsight/selection")
  if("NO_SELECTION" IN_LIST ARGN)
    set(callsight_selection_file "")
  endif()
  set(CMAKE_FOLDER CallSight)
  add_subdirectory("${source_dir}" "${CMAKE_BINARY_DIR}/_callsight/runtime" EXCLUDE_FROM_ALL)

  # Which family the exclude lists are for: clang has none, so it decides in a mixed build.
  set(family other)
  if("${CMAKE_C_COMPILER_ID};${CMAKE_CXX_COMPILER_ID}" MATCHES "Clang|LLVM")
    set(family Clang)
  elseif("${CMAKE_C_COMPILER_ID};${CMAKE_CXX_COMPILER_ID}" MATCHES "GNU")
    set(family GNU)
  endif()
  set_property(GLOBAL PROPERTY CALLSIGHT_COMPILER_FAMILY "${family}")
endfunction()

# _callsight_runtime_threads(): the "thread" lines of trace.config are the default of TRACE_THREADS.
function(_callsight_runtime_threads)
  get_property(globs GLOBAL PROPERTY CALLSIGHT_THREAD_GLOBS)
  if(NOT globs)
    return()
  endif()
  list(REMOVE_DUPLICATES globs)
  list(JOIN globs "," globs)
  foreach(runtime IN ITEMS callsight_rt_static callsight_rt_shared)
    target_compile_definitions(${runtime} PRIVATE "CSR_THREADS=\"${globs}\"")
  endforeach()
endfunction()

# _callsight_runtime_dir(<out>): the folder of the runtime's libraries. A generator expression with
# multi-config generators only: it stands in link lines and RPATHs of the project.
function(_callsight_runtime_dir out)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi)
    set(${out} "${CMAKE_BINARY_DIR}/_callsight/runtime/$<CONFIG>" PARENT_SCOPE)
  else()
    set(${out} "${CMAKE_BINARY_DIR}/_callsight/runtime/lib" PARENT_SCOPE)
  endif()
endfunction()
