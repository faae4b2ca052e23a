# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightInstall
----------------

What ``cmake --install`` puts where. Included when CallSight is the top-level project only.

Component ``Runtime``: the headers, the CMake modules and, beside them, the sources of the runtime,
which is compiled in the builds of its users. Component ``Analyzer``: the command ``callsight``, its
man pages and the completion of its options for bash, zsh and fish; these are made by the command
itself, so not when it was built for another machine.
Component ``Stream``: the program ``callsight-stream`` and, in ``share/callsight/stream``, its sources, which
are compiled for devices.
Nothing holds an absolute path, the prefix can be moved.
#]=======================================================================]
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)
include("${CMAKE_CURRENT_LIST_DIR}/CallSightInstallMake.cmake")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/CallSight")

install(TARGETS callsight_format callsight_api EXPORT CallSightRuntime)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime/include/callsight"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT Runtime FILES_MATCHING PATTERN "*.h")
install(EXPORT CallSightRuntime NAMESPACE CallSight:: FILE CallSightRuntimeTargets.cmake
  DESTINATION "${package_dir}" COMPONENT Runtime)

install(TARGETS callsight EXPORT CallSightAnalyzer
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Analyzer)
install(EXPORT CallSightAnalyzer NAMESPACE CallSight:: FILE CallSightAnalyzerTargets.cmake
  DESTINATION "${package_dir}" COMPONENT Analyzer)

install(TARGETS callsight-stream EXPORT CallSightStream
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Stream)
install(EXPORT CallSightStream NAMESPACE CallSight:: FILE CallSightStreamTargets.cmake
  DESTINATION "${package_dir}" COMPONENT Stream)
set(CALLSIGHT_STREAM_DIR "${CMAKE_INSTALL_DATADIR}/callsight/stream")
foreach(room IN ITEMS client common tls)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/stream/${room}" DESTINATION "${CALLSIGHT_STREAM_DIR}"
    COMPONENT Stream FILES_MATCHING PATTERN "*.c" PATTERN "*.h")
endforeach()
foreach(format IN ITEMS ring trace wire)
  install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/runtime/include/callsight/${format}_format.h"
    DESTINATION "${CALLSIGHT_STREAM_DIR}/include/callsight" COMPONENT Stream)
endforeach()
install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/stream/package/CMakeLists.txt"
  "${CMAKE_CURRENT_SOURCE_DIR}/stream/package/README.md" DESTINATION "${CALLSIGHT_STREAM_DIR}" COMPONENT Stream)

if(NOT CMAKE_CROSSCOMPILING)
  set(list "${CMAKE_CURRENT_SOURCE_DIR}/analyzer/cmd_list.h")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(READ "${list}" text)
  string(REGEX MATCHALL "\tX\\([a-z]+" commands "${text}")
  list(TRANSFORM commands REPLACE "\tX\\(" "")
  list(JOIN commands "," commands)
  set(help "${CMAKE_CURRENT_BINARY_DIR}/help")
  set(script "${CMAKE_CURRENT_LIST_DIR}/scripts/WriteHelp.cmake")
  add_custom_command(OUTPUT "${help}/man1/callsight.1"
    COMMAND "${CMAKE_COMMAND}" "-DCLI=$<TARGET_FILE:callsight>" "-DSTREAM=$<TARGET_FILE:callsight-stream>"
      "-DTO=${help}" "-DCOMMANDS=${commands}" -P "${script}"
    DEPENDS callsight callsight-stream "${script}" VERBATIM COMMENT "Writing man pages and completion")
  add_custom_target(callsight_help ALL DEPENDS "${help}/man1/callsight.1")
  install(DIRECTORY "${help}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT Analyzer)
  install(FILES "${help}/stream/callsight-stream.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT Stream)
  install(FILES "${help}/bash/callsight"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT Analyzer)
  install(FILES "${help}/zsh/_callsight"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT Analyzer)
  install(FILES "${help}/fish/callsight.fish"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT Analyzer)
endif()

# From the folder of the package file up to the prefix.
get_filename_component(here "${package_dir}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH callsight_up "${here}" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" callsight_up "${callsight_up}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/CallSightConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO)
configure_file("${CMAKE_CURRENT_LIST_DIR}/CallSightConfigVersion.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfigVersion.cmake" @ONLY)
foreach(module IN ITEMS
    ""
    Arguments
    Capture
    Doctor
    Inject
    Instrument
    Link
    LinkStep
    Regression
    Report
    Runtime
    Selection
    SelectStep
    Shield
    Stream
    Targets
    Tests
    Tool
    TraceConfig
    Wire)
  list(APPEND modules "${CMAKE_CURRENT_LIST_DIR}/CallSight${module}.cmake")
endforeach()
install(FILES ${modules} "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT Runtime)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/scripts/MakeReport.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/ReportReceived.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/ReportTest.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/RunCapture.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/SelectQuietly.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/TraceTests.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/TuneCapture.cmake"
  DESTINATION "${package_dir}/scripts" COMPONENT Runtime)
install(PROGRAMS "${CMAKE_CURRENT_LIST_DIR}/scripts/select_then.sh" DESTINATION "${package_dir}/scripts" COMPONENT Runtime)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime" DESTINATION "${package_dir}"
  COMPONENT Runtime
  FILES_MATCHING PATTERN "*.c" PATTERN "*.h" PATTERN "*.S" PATTERN "CMakeLists.txt"
  PATTERN "include/CMakeLists.txt" EXCLUDE)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/presets/consumer/" COMPONENT Runtime
  DESTINATION "${CMAKE_INSTALL_DATADIR}/callsight/presets" FILES_MATCHING PATTERN "*.json")
