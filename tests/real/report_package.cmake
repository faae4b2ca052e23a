# SPDX-License-Identifier: MIT
# Reports the captures that run_package.cmake left and checks what the reports say.
#
#   cmake -DCHECK=report|counts -DPACKAGE= -DSOURCES= -DBINARY= -DPREFIX= -DCHECKER= -DWORDS=
#     -P report_package.cmake
#
# report: no unmatched exit, nothing lost, every name resolved, self times = root frames.
# counts: the number of calls of each function is what the compiler's counters say.
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

foreach(run IN LISTS runs)
  set(folder ${BINARY}/run/${run})
  analyze(${run} json)
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
