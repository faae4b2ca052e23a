# SPDX-License-Identifier: MIT
# Runs the programs of a package in all three builds and compares what they print, what they write
# and how they end. Leaves per run a capture and what the compiler's counters counted.
#
#   cmake -DPACKAGE= -DSOURCES= -DBINARY= -DGCOV= [-DCOUNTED=<another BINARY>] -P run_package.cmake
#
# With COUNTED the counted program has run there: it is the same, whatever compiled the other two.
include(${CMAKE_CURRENT_LIST_DIR}/load_package.cmake)

# Runs <run> of <variant> in an empty folder. Sets <out> to all that can be seen from outside, with
# the build folder's name taken out.
function(run_program out run variant)
  set(folder ${BINARY}/run/${run}/${variant})
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  package_set_up(${run} ${source} ${folder})
  list(POP_FRONT run_${run} program)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env ${environment} ${ARGN} ${BINARY}/${variant}/${program} ${run_${run}}
    WORKING_DIRECTORY ${folder} TIMEOUT 900
    OUTPUT_VARIABLE stdout ERROR_VARIABLE stderr RESULT_VARIABLE result)
  set(seen "status: ${result}\nstdout:\n${stdout}stderr:\n${stderr}")
  foreach(name IN LISTS files_${run})
    file(SHA256 ${folder}/${name} hash)
    string(APPEND seen "file ${name}: ${hash}\n")
  endforeach()
  string(REPLACE "${BINARY}/${variant}" "@BUILD@" seen "${seen}")
  if(varying_output)
    string(REGEX REPLACE "${varying_output}" "@VARYING@" seen "${seen}")
  endif()
  file(WRITE ${BINARY}/run/${run}/${variant}.seen "${seen}")
  set(${out} "${seen}" PARENT_SCOPE)
endfunction()

function(expect_same run variant plain other)
  if(NOT plain STREQUAL other)
    execute_process(COMMAND diff ${BINARY}/run/${run}/plain.seen ${BINARY}/run/${run}/${variant}.seen
      OUTPUT_VARIABLE difference)
    message("${difference}")
    message(SEND_ERROR "${run}: the ${variant} program behaves differently")
  endif()
endfunction()

function(collect_counts run)
  file(GLOB_RECURSE counters ${BINARY}/counts/*.gcda)
  execute_process(COMMAND ${GCOV} --json-format --stdout ${counters}
    WORKING_DIRECTORY ${BINARY}/counts OUTPUT_FILE ${BINARY}/run/${run}/coverage.json
    ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${BINARY}/run)
foreach(run IN LISTS runs)
  run_program(plain ${run} plain)
  if(NOT plain MATCHES "^status: 0\n")
    message("${plain}")
    message(SEND_ERROR "${run}: the plain program itself fails")
  endif()
  run_program(traced ${run} traced TRACE_ENABLE=1 TRACE_DIR=${BINARY}/run/${run}/traces)
  expect_same(${run} traced "${plain}" "${traced}")
  if(COUNTED)
    file(COPY ${COUNTED}/run/${run}/coverage.json ${COUNTED}/run/${run}/counts.seen
      DESTINATION ${BINARY}/run/${run})
    file(READ ${BINARY}/run/${run}/counts.seen counts)
    expect_same(${run} counts "${plain}" "${counts}")
    continue()
  endif()

  file(GLOB_RECURSE counters ${BINARY}/counts/*.gcda)
  if(counters)
    file(REMOVE ${counters})
  endif()
  run_program(counts ${run} counts)
  expect_same(${run} counts "${plain}" "${counts}")
  collect_counts(${run})
endforeach()
