# SPDX-License-Identifier: MIT
# Builds a real project three times: plain, traced through CallSightInject.cmake, and counted by the
# compiler's own coverage counters, which say independently how often each function was called.
#
#   cmake -DPACKAGE= -DSOURCES= -DBINARY= -DPREFIX= -DCC= -DCXX= -DGCC= -DGXX= [-DCOUNTED=<another BINARY>]
#     -P build_package.cmake
#
# CC and CXX build the plain and the traced one, GCC and GXX the counted one; with COUNTED that is there already.
include(${CMAKE_CURRENT_LIST_DIR}/load_package.cmake)

# Runs a command, shows all of its output when it fails.
function(run_step words)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  file(APPEND ${BINARY}/build.log "${output}")
  if(NOT result EQUAL 0)
    message("${output}")
    message(FATAL_ERROR "${PACKAGE}: ${words} failed (${result})")
  endif()
endfunction()

function(build variant)
  run_step("configuring the ${variant} build"
    ${CMAKE_COMMAND} -S ${project_source} -B ${BINARY}/${variant} -G Ninja
    -DCMAKE_BUILD_TYPE=RelWithDebInfo ${options} ${ARGN})
  run_step("the ${variant} build"
    ${CMAKE_COMMAND} --build ${BINARY}/${variant} --parallel 2 --target ${targets})
endfunction()

# The runtime is the same in all of them.
foreach(language IN ITEMS C CXX)
  set(ENV{CMAKE_${language}_COMPILER_LAUNCHER} ${CMAKE_CURRENT_LIST_DIR}/../harness/cached_compiler.sh)
endforeach()
set(ENV{CCACHE_DIR} ${PREFIX}/../ccache)
set(ENV{CCACHE_NOHASHDIR} 1)
unset(ENV{CCACHE_BASEDIR})
file(REMOVE ${BINARY}/build.log)
package_prepare(${source})
file(GLOB_RECURSE inject ${PREFIX}/*/CallSightInject.cmake)
if(NOT inject)
  message(FATAL_ERROR "no CallSightInject.cmake is installed below ${PREFIX}")
endif()

set(compilers -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX})
build(plain ${compilers})
build(traced ${compilers} -D${inject_variable}=${inject} -DCALLSIGHT_INSTRUMENT=ON)
if(COUNTED)
  return()
endif()
# Its folder has a name as long as "traced": by the length of a path Lua decides how to keep it.
# Not optimized: at -O2 the counters of functions that were inlined early are not their own.
set(flags "-O0 -g -DNDEBUG --coverage -fprofile-update=atomic")
build(counts -DCMAKE_C_COMPILER=${GCC} -DCMAKE_CXX_COMPILER=${GXX}
  "-DCMAKE_C_FLAGS_RELWITHDEBINFO=${flags}" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=${flags}")
