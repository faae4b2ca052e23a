# SPDX-License-Identifier: MIT
# Read by cpack before it packs a cross build (CPACK_PROJECT_CONFIG_FILE), once for each generator.
if(CPACK_GENERATOR STREQUAL "DEB")
  message(FATAL_ERROR "CallSight: no Debian package of a cross build for ${CPACK_CALLSIGHT_PROCESSOR}: dpkg would give "
    "it the architecture and the libraries of this machine. Make it on a machine or in a container of that "
    "architecture, or use -G TGZ, the archive.")
endif()
