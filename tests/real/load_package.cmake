# SPDX-License-Identifier: MIT
# Included by the scripts here: the settings of packages/<PACKAGE>.cmake with their defaults.
#
# A package file sets
#   options, targets     for the build
#   runs, run_<run>      the programs with their arguments
#   counted_run, counted_functions
#                        five SOURCE:FUNCTION whose number of calls in that run must be right
#   varying_functions, varying_<run>
#                        SOURCE:FUNCTION called more or less often from run to run, "*" = any; the
#                        number of calls of all others must be right in every run
# and may set
#   project              a folder here whose CMakeLists.txt adds the package, from PACKAGE_SOURCE
#   subfolder            of the package, with its CMakeLists.txt
#   environment          of the programs
#   files_<run>          what the run writes, compared as well
#   forking_runs         runs whose processes fork without executing another program at once
#   words_<run>          regular expression for the lines that analyze says about the run
#   varying_output       regular expression for what differs from run to run
#   inject_variable      how CallSightInject.cmake gets in
#   package_prepare(<source>), package_set_up(<run> <source> <folder of the run>)
cmake_minimum_required(VERSION 3.22)

function(package_prepare source)
endfunction()
function(package_set_up run source folder)
endfunction()

set(project "")
set(subfolder "")
set(environment "")
set(varying_output "")
set(inject_variable CMAKE_PROJECT_TOP_LEVEL_INCLUDES)
include(${CMAKE_CURRENT_LIST_DIR}/packages/${PACKAGE}.cmake)

set(source ${SOURCES}/${PACKAGE})
set(project_source ${source}/${subfolder})
if(project)
  set(project_source ${CMAKE_CURRENT_LIST_DIR}/${project})
  list(APPEND options -DPACKAGE_SOURCE=${source})
endif()
