# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightPackage
----------------

What ``cpack`` makes of a build: two Debian packages and a TGZ archive. Included when CallSight is the top-level
project only.

``callsight``
  Components Runtime and Analyzer: what is needed where programs are built and reported. One package, since neither is
  of use without the other: the commands run the tool at each build. It needs universal-ctags, which selection runs.
``callsight-stream``
  Component Stream: what a device or a container without disk needs to send its trace away, and the sources for
  devices that Debian does not know. A package of its own, so that these get by with libzstd and OpenSSL; libdw,
  Universal Ctags and CMake files stay where the program is built. It does not need the other one, nor the other way
  round.

A package ``callsight-runtime`` for the arch-independent half was left out: its one use would be another machine's
build, which has the files of ``callsight`` already (they lie in ``/usr/lib/cmake`` for every architecture).

Dependencies on libraries are those that dpkg-shlibdeps finds. What Debian asks of a package and ``cmake --install``
does not do, scripts/DressDebian.cmake does to the staged files.

``CALLSIGHT_PACKAGE_CONTACT``
  Maintainer of the Debian packages, ``Name <address>``.
#]=======================================================================]
include_guard(GLOBAL)

set(CALLSIGHT_PACKAGE_CONTACT "CallSight developers <callsight@packages.invalid>" CACHE STRING
  "Maintainer of the Debian packages")
mark_as_advanced(CALLSIGHT_PACKAGE_CONTACT)

set(CPACK_PACKAGE_NAME callsight)
set(CPACK_PACKAGE_VENDOR CallSight)
set(CPACK_PACKAGE_CONTACT "${CALLSIGHT_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # would be the first line of both packages
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR DEB TGZ)
if(CMAKE_CROSSCOMPILING)
  # LIMIT: architecture and libraries of a Debian package would be those of this machine (docs/guide/install.md):
  # cpack -G DEB is an error.
  set(CPACK_GENERATOR TGZ)
  set(CPACK_CALLSIGHT_PROCESSOR "${CMAKE_SYSTEM_PROCESSOR}")
  set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/scripts/RefuseDebian.cmake")
endif()
set(CPACK_SOURCE_GENERATOR TGZ)
# By whole path: a tree that lies in somebody else's folder build/ is not empty because of that.
string(REGEX REPLACE "([][+.*()^$?|{}\\])" "\\\\\\1" tree "${CMAKE_CURRENT_SOURCE_DIR}")
set(CPACK_SOURCE_IGNORE_FILES "^${tree}/(\\.git|build|build-[^/]*|traces)(/|$)")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# Not those of whoever packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

set(CPACK_COMPONENTS_ALL Runtime Analyzer Stream)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_RUNTIME_GROUP tool)
set(CPACK_COMPONENT_ANALYZER_GROUP tool)
set(CPACK_COMPONENT_STREAM_GROUP stream)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Strictly as Debian does it, whatever umask was when the tree was unpacked.
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_MULTIARCH foreign) # read by CMake 3.31 and newer
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME callsight)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS universal-ctags)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "cmake (>= 3.22) | make, gcc | c-compiler")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS callsight-stream)
set(CPACK_DEBIAN_STREAM_PACKAGE_NAME callsight-stream)
set(CPACK_DEBIAN_STREAM_PACKAGE_SUGGESTS callsight)
set(CPACK_DEBIAN_TOOL_DESCRIPTION "exact call timing for C and C++ programs
CallSight times every call of the chosen functions of a program, in the
CMake or Make build that the program has already. Each call is counted and
timed, none is sampled.
.
This package has the commands for CMake and Make, the runtime, which is
compiled in the build of the program, and the command callsight, which
selects functions, reports, compares and receives streams.")
set(CPACK_DEBIAN_STREAM_DESCRIPTION "client that sends call traces of CallSight away
It runs beside a program that was built with CallSight's hooks, on a device
or in a container without disk, and sends what the program records to
callsight serve on another machine, encrypted where wanted.
.
The sources of the client are included, for devices of other kinds.")

set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/scripts/DressDebian.cmake")
set(CPACK_CALLSIGHT_DEBIAN "${CMAKE_CURRENT_LIST_DIR}/debian")
include(CPack)
