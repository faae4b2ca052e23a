# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightInject
---------------

Instruments a project without one edited line. Configure it with one of

::

  -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=<prefix>/lib/cmake/CallSight/CallSightInject.cmake   (3.24+)
  -DCMAKE_PROJECT_INCLUDE=<prefix>/lib/cmake/CallSight/CallSightInject.cmake              (any)

Every executable and library that the project compiles is instrumented, as if it had been named in
:command:`callsight_instrument`; what is fetched into the build directory is not. A ``trace.config``
beside the sources of a target, or in the top-level source directory, chooses.
``-DCALLSIGHT_INSTRUMENT=OFF`` switches it off.

Added in 0.1.
#]=======================================================================]
# No include guard: each project() call includes this file again.
cmake_policy(VERSION 3.22...3.31)

get_property(_callsight_inject_state GLOBAL PROPERTY CALLSIGHT_INJECT_STATE)
if(NOT _callsight_inject_state)
  set_property(GLOBAL PROPERTY CALLSIGHT_INJECT_STATE waiting)
  function(_callsight_check_injected)
    get_property(is_injected GLOBAL PROPERTY CALLSIGHT_INJECTED)
    if(NOT is_injected)
      message(WARNING "CallSightInject: no project() call enables C or C++ (enable_language() is "
        "too late); nothing is instrumented")
    endif()
  endfunction()
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _callsight_check_injected)
endif()

if(NOT CMAKE_C_COMPILER_LOADED AND NOT CMAKE_CXX_COMPILER_LOADED)
  if(NOT CMAKE_CURRENT_LIST_FILE IN_LIST CMAKE_PROJECT_INCLUDE)
    # A top-level include, before project() enables a language: come back at the end of every
    # project() call.
    set(_callsight_other_include "${CMAKE_PROJECT_INCLUDE}")
    set(CMAKE_PROJECT_INCLUDE "${CMAKE_CURRENT_LIST_FILE}")
  endif()
  return()
endif()

get_property(_callsight_injected GLOBAL PROPERTY CALLSIGHT_INJECTED)
if(NOT _callsight_injected)
  set_property(GLOBAL PROPERTY CALLSIGHT_INJECTED TRUE)
  option(CALLSIGHT_INSTRUMENT "Compile the chosen functions with CallSight's hooks" ON)
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/CallSightConfig.cmake")
    find_package(CallSight REQUIRED NO_DEFAULT_PATH PATHS "${CMAKE_CURRENT_LIST_DIR}")
  elseif(CALLSIGHT_CLI)
    include("${CMAKE_CURRENT_LIST_DIR}/CallSight.cmake")
  else()
    get_filename_component(_callsight_root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
    add_subdirectory("${_callsight_root}" "${CMAKE_BINARY_DIR}/_callsight/tool" EXCLUDE_FROM_ALL)
  endif()
  _callsight_wire_at_end(CallSightInject "${CMAKE_PROJECT_NAME}")
  if(CALLSIGHT_INSTRUMENT)
    _callsight_runtime()
  endif()
endif()

if(CALLSIGHT_INSTRUMENT)
  _callsight_steps_at_end()
endif()

# The user's own CMAKE_PROJECT_INCLUDE, which ours took the place of.
foreach(_callsight_file IN LISTS _callsight_other_include)
  include("${_callsight_file}")
endforeach()
