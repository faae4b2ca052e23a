# SPDX-License-Identifier: MIT
# Included by the scripts here: the settings of packages/<PACKAGE>.cmake with their defaults.
#
# A package file sets: options, targets, runs, run_<run> (program and arguments), counted_functions
# (five SOURCE:FUNCTION whose number of calls in counted_run must be right), varying_functions and
# varying_<run> (SOURCE:FUNCTION called more or less often from run to run, "*" = any; the number of
# calls of all others must be right in every run). It may set project (a folder here whose CMakeLists.txt adds the package), environment, files_<run> (written by
# the run, compared as well), varying_output (regular expression for what differs from run to run),
# inject_variable, and define package_prepare(<source>) and
# package_set_up(<run> <source> <folder of the run>).
cmake_minimum_required(VERSION 3.22)

function(package_prepare source)
endfunction()
function(package_set_up run source folder)
endfunction()

set(project "")
set(environment "")
set(varying_output "")
set(inject_variable CMAKE_PROJECT_TOP_LEVEL_INCLUDES)
include(${CMAKE_CURRENT_LIST_DIR}/packages/${PACKAGE}.cmake)

set(source ${SOURCES}/${PACKAGE})
set(project_source ${source})
if(project)
  set(project_source ${CMAKE_CURRENT_LIST_DIR}/${project})
  list(APPEND options -DLEVELDB_SOURCE=${source})
endif()
