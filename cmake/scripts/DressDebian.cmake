# SPDX-License-Identifier: MIT
# Run by cpack between staging and packing: what a Debian package has and `cmake --install` does not make. Archives stay
# as they are. CPACK_CALLSIGHT_DEBIAN is the folder of changelog and copyright.in.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# The text of LICENSE as a paragraph of the copyright file.
file(STRINGS "${CPACK_RESOURCE_FILE_LICENSE}" lines)
set(license "")
foreach(line IN LISTS lines)
  if(line MATCHES "^Copyright (\\(c\\) )?(.*)$" AND NOT copyright)
    set(copyright "${CMAKE_MATCH_2}")
  elseif(copyright AND line STREQUAL "")
    string(APPEND license " .\n")
  elseif(copyright)
    string(APPEND license " ${line}\n")
  endif()
endforeach()
string(REGEX REPLACE "^ \\.\n" "" license "${license}")
string(STRIP " ${license}" license)
set(license " ${license}")

# Without time and name in it, so that the same build gives the same package.
function(compress file)
  execute_process(COMMAND gzip -9n "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(dress folder package)
  set(share "${folder}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
  set(doc "${share}/doc/${package}")
  file(MAKE_DIRECTORY "${doc}")
  configure_file("${CPACK_CALLSIGHT_DEBIAN}/copyright.in" "${doc}/copyright" @ONLY)
  configure_file("${CPACK_CALLSIGHT_DEBIAN}/changelog" "${doc}/changelog" COPYONLY)
  file(GLOB pages "${share}/man/man*/*.[0-9]")
  foreach(file IN LISTS pages ITEMS "${doc}/changelog")
    compress("${file}")
  endforeach()
  # Where zsh of Debian looks for the functions of packages.
  if(EXISTS "${share}/zsh/site-functions")
    file(RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
  endif()
  foreach(file IN ITEMS "${doc}/copyright" "${doc}/changelog.gz")
    file(CHMOD "${file}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  endforeach()
  file(CHMOD "${share}" "${share}/doc" "${doc}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()

dress("${CPACK_TEMPORARY_DIRECTORY}/tool" callsight)
dress("${CPACK_TEMPORARY_DIRECTORY}/stream" callsight-stream)
