# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightInstallMake
--------------------

What projects without CMake find in an installation: ``share/callsight/callsight.mk`` for GNU Make,
and ``callsight.pc``, which says where that is. Included by CallSightInstall. Every path is relative to
the file that holds it, the prefix can be moved.
#]=======================================================================]
include_guard(GLOBAL)

# _callsight_way(<out> <from> <to>): the way between two folders of an installation.
function(_callsight_way out from to)
  set(root /prefix)
  get_filename_component(from "${from}" ABSOLUTE BASE_DIR ${root})
  get_filename_component(to "${to}" ABSOLUTE BASE_DIR ${root})
  file(RELATIVE_PATH way "${from}" "${to}")
  string(REGEX REPLACE "/$" "" way "${way}")
  set(${out} "${way}" PARENT_SCOPE)
endfunction()

set(make_dir "${CMAKE_INSTALL_DATADIR}/callsight")
_callsight_way(cli "${make_dir}" "${CMAKE_INSTALL_BINDIR}/callsight")
_callsight_way(runtime "${make_dir}" "${CMAKE_INSTALL_LIBDIR}/cmake/CallSight/runtime")
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/callsight-paths.mk"
  "# Where the rest of this installation is, seen from callsight.mk, and which one it is.\n"
  "callsight.cli := ${cli}\ncallsight.runtime := ${runtime}\ncallsight.version := ${PROJECT_VERSION}\n")
install(FILES "${CMAKE_CURRENT_LIST_DIR}/make/callsight.mk"
  "${CMAKE_CURRENT_BINARY_DIR}/callsight-paths.mk" DESTINATION "${make_dir}" COMPONENT Runtime)

# Nothing in it depends on a machine's architecture.
set(pkgconfig_dir "${CMAKE_INSTALL_DATADIR}/pkgconfig")
_callsight_way(CALLSIGHT_PC_PREFIX "${pkgconfig_dir}" ".")
foreach(name IN ITEMS BIN INCLUDE DATA LIB)
  _callsight_way(CALLSIGHT_PC_${name} "." "${CMAKE_INSTALL_${name}DIR}")
endforeach()
configure_file("${CMAKE_CURRENT_LIST_DIR}/callsight.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/callsight.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/callsight.pc" DESTINATION "${pkgconfig_dir}" COMPONENT Runtime)
