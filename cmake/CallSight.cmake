# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSight
---------

The facade: include this file, or use ``find_package(CallSight)``, ``FetchContent`` or
``add_subdirectory()``; the commands are the same in every case.

``CALLSIGHT_INSTRUMENT``
  Option, ``OFF`` by default. Off, every command checks its arguments and does nothing else.

``CALLSIGHT_LINK_STEP``
  Option, ``ON`` by default: ``callsight link`` runs around each link and silences the hooks of
  functions that are not selected.

Commands: :command:`callsight_instrument`, :command:`callsight_add_capture`,
:command:`callsight_add_report`, :command:`callsight_add_stream_client`,
:command:`callsight_add_regression_test`, :command:`callsight_trace_tests`. Targets, made when the
top-level directory ends and the option is on: ``callsight-run``, ``callsight-report``,
``callsight-scan``, ``callsight-doctor``, ``callsight-serve``, ``callsight-tune``,
``callsight-baseline``.

Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

option(CALLSIGHT_INSTRUMENT "Compile the chosen functions with CallSight's hooks" OFF)
option(CALLSIGHT_LINK_STEP "Silence the hooks of functions that are not selected after linking" ON)
mark_as_advanced(CALLSIGHT_LINK_STEP)

# Of several CallSights the first is used, see CallSightConfig.cmake.
set_property(GLOBAL PROPERTY CALLSIGHT_MODULES "${CMAKE_CURRENT_LIST_DIR}")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightArguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightTool.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightTraceConfig.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightShield.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightRuntime.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightSelection.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightSelectStep.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightLink.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightLinkStep.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightWire.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightInstrument.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightStream.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightCapture.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightReport.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightDoctor.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightRegression.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CallSightTests.cmake")
