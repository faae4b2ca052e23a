# SPDX-License-Identifier: MIT
# Runs one case of the CMake tests, with -P.
#
#   -DTOPIC=<folder>    holds CMakeLists.txt, the project of the topic
#   -DCASE=<name>       <name>.cmake is what the project does in this case; beside it, if different
#                       from success without a word on stderr: <name>-result.txt, <name>-stderr.txt
#                       (a regular expression, white space flattened); <name>-check.cmake goes on
#                       after configuring, with the commands of Steps.cmake
#   -DFLAVOUR=source|installed   how the project finds CallSight
#   -DGENERATOR=<name>
#   -DOPTIONS=<list>    more options for cmake; @MODULES@ is the folder of CallSight's modules,
#                       @SOURCE@ that of the project
#   -DROOT=<CallSight's source tree>  -DPREFIX=<where it is installed>  -DCLI=<the command>
#   -DCLIENT=<callsight-stream>  -DBUILT=<build folder of CallSight>
#   -DWORK=<folder>     made empty first: src/ a copy of the topic, build/
cmake_minimum_required(VERSION 3.22...3.31)

set(topic_dir "${CMAKE_CURRENT_LIST_DIR}/${TOPIC}")
set(source_dir "${WORK}/src")
set(build_dir "${WORK}/build")
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")

# Not where launchers and commands are the subject. CCACHE_NOHASHDIR: it is the same object in every folder.
if(NOT CASE MATCHES "launchers|cached|commands")
  foreach(language IN ITEMS C CXX)
    set(ENV{CMAKE_${language}_COMPILER_LAUNCHER} "${CMAKE_CURRENT_LIST_DIR}/../harness/cached_compiler.sh")
  endforeach()
  set(ENV{CCACHE_DIR} "${CACHE}")
  set(ENV{CCACHE_NOHASHDIR} 1)
  unset(ENV{CCACHE_BASEDIR})
endif()

# Sources are copied: checks edit them. The topic "example" is examples/<case>.
file(REMOVE_RECURSE "${WORK}")
if(EXISTS "${ROOT}/examples/${CASE}/CMakeLists.txt" AND TOPIC STREQUAL "example")
  file(COPY "${ROOT}/examples/${CASE}/" DESTINATION "${source_dir}" PATTERN build EXCLUDE)
else()
  file(COPY "${topic_dir}/" DESTINATION "${source_dir}")
endif()

# Not named PREFIX: a variable of that name breaks CMake's own search for the compiler (3.25).
set(arguments -S "${source_dir}" -B "${build_dir}" -G "${GENERATOR}" --no-warn-unused-cli
  "-DCASE=${CASE}" "-DINSTALLED=${PREFIX}" "-DCOMMAND_LINE_TOOL=${CLI}" "-DBUILT=${BUILT}")
if(NOT OPTIONS MATCHES "CMAKE_BUILD_TYPE")
  list(APPEND arguments -DCMAKE_BUILD_TYPE=Debug)
endif()
if(NOT OPTIONS MATCHES "CALLSIGHT_INSTRUMENT|CallSightInject")
  list(APPEND arguments -DCALLSIGHT_INSTRUMENT=ON)
endif()
if(FLAVOUR STREQUAL "installed")
  list(APPEND arguments "-DCMAKE_PREFIX_PATH=${PREFIX}")
  file(GLOB modules "${PREFIX}/lib*/cmake/CallSight" "${PREFIX}/lib*/*/cmake/CallSight")
else()
  set(modules "${ROOT}/cmake")
  list(APPEND arguments "-DCALLSIGHT_ROOT=${ROOT}" "-DCALLSIGHT_CLI=${CLI}"
    "-DCALLSIGHT_STREAM_CLIENT=${CLIENT}")
endif()
# Last, so that -U takes back what stands above.
list(APPEND arguments ${OPTIONS})
string(REPLACE "@ROOT@" "${ROOT}" arguments "${arguments}")
string(REPLACE "@MODULES@" "${modules}" arguments "${arguments}")
string(REPLACE "@SOURCE@" "${source_dir}" arguments "${arguments}")
set(configure_arguments "${arguments}")

set(expected_result 0)
if(EXISTS "${topic_dir}/${CASE}-result.txt")
  file(READ "${topic_dir}/${CASE}-result.txt" expected_result)
  string(STRIP "${expected_result}" expected_result)
endif()
set(expected_stderr "")
if(EXISTS "${topic_dir}/${CASE}-stderr.txt")
  file(READ "${topic_dir}/${CASE}-stderr.txt" expected_stderr)
  string(STRIP "${expected_stderr}" expected_stderr)
endif()

configure(OUTPUT configure_output ERROR configure_error RESULT result)
string(REGEX REPLACE "[ \n]+" " " flat_error "${configure_error}")
string(STRIP "${flat_error}" flat_error)
if(NOT result EQUAL expected_result)
  fail("configuring ended with ${result}, expected ${expected_result}")
endif()
if(expected_stderr STREQUAL "" AND NOT flat_error STREQUAL "")
  fail("words on stderr, expected none")
elseif(NOT flat_error MATCHES "${expected_stderr}")
  fail("stderr does not match: ${expected_stderr}")
endif()
if(EXISTS "${topic_dir}/${CASE}-check.cmake")
  include("${topic_dir}/${CASE}-check.cmake")
endif()
