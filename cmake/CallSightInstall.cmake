# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightInstall
----------------

What ``cmake --install`` puts where. Included when CallSight is the top-level project only.

Component ``Runtime``: the headers, the CMake modules and, beside them, the sources of the runtime,
which is compiled in the builds of its users. Component ``Analyzer``: the command ``callsight``.
Nothing holds an absolute path, the prefix can be moved.
#]=======================================================================]
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

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

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/CallSightConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/CallSightConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
foreach(module IN ITEMS "" Arguments Capture Inject Instrument Link LinkStep Report Runtime Selection
    SelectStep Targets Tool TraceConfig Wire)
  list(APPEND modules "${CMAKE_CURRENT_LIST_DIR}/CallSight${module}.cmake")
endforeach()
install(FILES ${modules} "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/CallSightConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT Runtime)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/scripts/MakeReport.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/RunCapture.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/SelectQuietly.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/TuneCapture.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/scripts/select_then.sh"
  DESTINATION "${package_dir}/scripts" COMPONENT Runtime)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime" DESTINATION "${package_dir}"
  COMPONENT Runtime
  FILES_MATCHING PATTERN "*.c" PATTERN "*.h" PATTERN "*.S" PATTERN "CMakeLists.txt"
  PATTERN "include/CMakeLists.txt" EXCLUDE)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/presets/consumer/" COMPONENT Runtime
  DESTINATION "${CMAKE_INSTALL_DATADIR}/callsight/presets" FILES_MATCHING PATTERN "*.json")
