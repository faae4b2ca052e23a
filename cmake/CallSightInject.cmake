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

# A macro: what it finds and defines is for the whole project. <dir>: the folder of this file.
macro(_callsight_inject dir)
  get_property(_callsight_injected GLOBAL PROPERTY CALLSIGHT_INJECTED)
  if(NOT _callsight_injected AND (CMAKE_C_COMPILER_LOADED OR CMAKE_CXX_COMPILER_LOADED))
    set_property(GLOBAL PROPERTY CALLSIGHT_INJECTED TRUE)
    option(CALLSIGHT_INSTRUMENT "Compile the chosen functions with CallSight's hooks" ON)
    if(EXISTS "${dir}/CallSightConfig.cmake")
      find_package(CallSight REQUIRED NO_DEFAULT_PATH PATHS "${dir}")
    elseif(CALLSIGHT_CLI)
      include("${dir}/CallSight.cmake")
    else()
      get_filename_component(_callsight_root "${dir}/.." ABSOLUTE)
      add_subdirectory("${_callsight_root}" "${CMAKE_BINARY_DIR}/_callsight/tool" EXCLUDE_FROM_ALL)
    endif()
    _callsight_wire_at_end(CallSightInject "${CMAKE_PROJECT_NAME}")
    if(CALLSIGHT_INSTRUMENT)
      _callsight_runtime()
    endif()
  endif()
endmacro()

if(CMAKE_C_COMPILER_LOADED OR CMAKE_CXX_COMPILER_LOADED)
  _callsight_inject("${CMAKE_CURRENT_LIST_DIR}")
  # The user's own CMAKE_PROJECT_INCLUDE, which ours took the place of.
  foreach(_callsight_file IN LISTS _callsight_other_include)
    include("${_callsight_file}")
  endforeach()
elseif(NOT CMAKE_CURRENT_LIST_FILE IN_LIST CMAKE_PROJECT_INCLUDE)
  # No language yet: this is a top-level include, before project() enables one. Come back at the end
  # of every project() call, and at the end of everything for those who use enable_language().
  set(_callsight_other_include "${CMAKE_PROJECT_INCLUDE}")
  set(CMAKE_PROJECT_INCLUDE "${CMAKE_CURRENT_LIST_FILE}")
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}"
    CALL _callsight_inject "${CMAKE_CURRENT_LIST_DIR}")
endif()
