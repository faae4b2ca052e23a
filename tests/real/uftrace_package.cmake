# SPDX-License-Identifier: MIT
# Builds a package for uftrace, as optimized as the traced build is, so that the same calls are inlined,
# repeats one run of run_package.cmake under it, and compares how often each function was called.
#
#   cmake -DPACKAGE= -DRUN= -DSOURCES= -DBINARY= -DPREFIX= -DCC= -DCXX= -P uftrace_package.cmake
set(instruments_itself FALSE)
set(least 50)
include(${CMAKE_CURRENT_LIST_DIR}/load_package.cmake)

# build_as(<variant> <option>...)
function(build_as variant)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${project_source} -B ${BINARY}/${variant} -G Ninja --no-warn-unused-cli ${options}
      -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} ${ARGN}
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  execute_process(
    COMMAND ${CMAKE_COMMAND} --build ${BINARY}/${variant} --parallel 2 --target ${targets}
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

# run_as(<variant> <word before the program>...)
function(run_as variant)
  set(folder ${BINARY}/run/${RUN}/${variant})
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  package_set_up(${RUN} ${source} ${folder})
  list(POP_FRONT run_${RUN} program)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env ${environment} ${ARGN} ${BINARY}/${variant}/${program} ${run_${RUN}}
    WORKING_DIRECTORY ${folder} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(traces ${BINARY}/run/${RUN}/traces)
if(instruments_itself)
  file(REMOVE_RECURSE ${traces})
  build_as(traced -DCALLSIGHT_INSTRUMENT=ON)
  run_as(traced TRACE_ENABLE=1 TRACE_DIR=${traces})
endif()

set(flags "-O2 -g -DNDEBUG -finstrument-functions")
set(recorded ${BINARY}/run/${RUN}/uftrace/recorded)
build_as(uftrace "-DCMAKE_C_FLAGS_RELWITHDEBINFO=${flags}" "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=${flags}")
run_as(uftrace uftrace record --no-libcall --no-sched -d ${recorded})

list(TRANSFORM varying_functions REPLACE "^[^:]*:" "" OUTPUT_VARIABLE varying)
execute_process(
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/uftrace_counts.sh ${PREFIX}/bin/callsight ${traces} ${recorded}
    ${least} ${varying}
  COMMAND_ERROR_IS_FATAL ANY)
