# SPDX-License-Identifier: MIT
# Reports the captures that run_package.cmake left and checks what the reports say.
#
#   cmake -DCHECK=report|counts|bytes|exports -DPACKAGE= -DSOURCES= -DBINARY= -DPREFIX= -DCHECKER= -DWORDS=
#     [-DCOMPARE=] -P report_package.cmake
#
# report: no unmatched exit, nothing lost, every name resolved, self times = root frames.
# counts: the number of calls of each function is what the compiler's counters say.
# bytes: an event takes 12.2 bytes at most, call sites and what blocks add included.
# exports: formats say the same of every function, those with single calls where a run has few of them.
include(${CMAKE_CURRENT_LIST_DIR}/load_package.cmake)

# The report of the newest run with its children. On stderr only what words_<run> announces.
function(analyze run format)
  execute_process(
    COMMAND ${PREFIX}/bin/callsight analyze ${BINARY}/run/${run}/traces --format ${format}
    OUTPUT_FILE ${BINARY}/run/${run}/${CHECK}.${format}
    ERROR_VARIABLE words RESULT_VARIABLE result)
  foreach(expected IN LISTS words_${run} WORDS)
    string(REGEX REPLACE "[^\n]*${expected}[^\n]*\n" "" words "${words}")
  endforeach()
  if(NOT result EQUAL 0 OR NOT words STREQUAL "")
    message("${words}")
    message(SEND_ERROR "${run}: analyze --format ${format} ends with ${result}, unexpected words")
  endif()
endfunction()

function(check run)
  execute_process(COMMAND ${CHECKER} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(STRIP "${output}" output)
  message(STATUS "${run}: ${output}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${run}: ${CHECK}: ${result}")
  endif()
endfunction()

# Formats with single calls are large: not of runs with more bytes of blocks than this.
set(most_bytes_of_calls 2000000)

# Compares with the JSON report, which is there.
function(check_exports run)
  set(formats csv folded html callgrind pprof)
  file(GLOB_RECURSE blocks ${BINARY}/run/${run}/traces/blocks-*.cst)
  set(bytes 0)
  foreach(block IN LISTS blocks)
    file(SIZE ${block} size)
    math(EXPR bytes "${bytes} + ${size}")
  endforeach()
  if(bytes LESS most_bytes_of_calls)
    list(APPEND formats chrome perfetto firefox speedscope)
  endif()
  set(files json ${BINARY}/run/${run}/exports.json)
  foreach(format IN LISTS formats)
    analyze(${run} ${format})
    list(APPEND files ${format} ${BINARY}/run/${run}/exports.${format})
  endforeach()
  execute_process(COMMAND ${COMPARE} ${files}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(STRIP "${output}" output)
  message(STATUS "${run}: ${output}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${run}: exports: ${result}")
  endif()
endfunction()

# Of a process with few events the header of its one block is most of what it wrote.
set(events_that_count 1000)
set(most_bytes 12.2)
set(processes_that_count 0)

function(check_bytes run)
  execute_process(COMMAND ${PREFIX}/bin/callsight info ${BINARY}/run/${run}/traces
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(found " events +([0-9]+) in [0-9]+ blocks, ([0-9.]+) bytes an event")
  string(REGEX MATCHALL "${found}" lines "${text}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "${found}" line "${line}")
    message(STATUS "${run}: ${CMAKE_MATCH_1} events, ${CMAKE_MATCH_2} bytes an event")
    if(CMAKE_MATCH_1 LESS events_that_count)
      continue()
    endif()
    math(EXPR processes_that_count "${processes_that_count} + 1")
    if(CMAKE_MATCH_2 GREATER most_bytes)
      message(SEND_ERROR "${run}: ${CMAKE_MATCH_2} bytes an event, expected ${most_bytes} at most")
    endif()
  endforeach()
  set(processes_that_count ${processes_that_count} PARENT_SCOPE)
endfunction()

foreach(run IN LISTS runs)
  set(folder ${BINARY}/run/${run})
  if(CHECK STREQUAL "bytes")
    check_bytes(${run})
    continue()
  endif()
  analyze(${run} json)
  if(CHECK STREQUAL "exports")
    check_exports(${run})
    continue()
  endif()
  if(CHECK STREQUAL "report")
    analyze(${run} folded)
    analyze(${run} text)
    set(forks "")
    if(run IN_LIST forking_runs)
      set(forks --forks)
    endif()
    check(${run} truth ${folder}/report.json ${folder}/report.folded ${forks})
  else()
    set(named "")
    if(run STREQUAL counted_run)
      set(named ${counted_functions})
    endif()
    check(${run} counts ${folder}/counts.json ${folder}/coverage.json ${SOURCES}
      --named ${named} --varying ${varying_functions} ${varying_${run}})
  endif()
endforeach()
if(CHECK STREQUAL "bytes" AND processes_that_count EQUAL 0)
  message(SEND_ERROR "no run has ${events_that_count} events")
endif()
