# SPDX-License-Identifier: MIT
# Compares what "callsight select --function ROOT --list" says with what ran below ROOT, in the
# captures that run_package.cmake left. The roots are the five functions below which most different
# functions ran. Fails when less than PERCENT of what ran is selected.
#
#   cmake -DPACKAGE= -DSOURCES= -DBINARY= -DPREFIX= -DRECALL= -DPERCENT= -P recall_package.cmake
include(${CMAKE_CURRENT_LIST_DIR}/load_package.cmake)

set(callsight ${PREFIX}/bin/callsight)
set(folders "")
foreach(run IN LISTS runs)
  set(folder ${BINARY}/run/${run})
  foreach(format IN ITEMS json folded)
    execute_process(COMMAND ${callsight} analyze ${folder}/traces --format ${format}
      OUTPUT_FILE ${folder}/recall.${format} ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  list(APPEND folders ${folder})
endforeach()

set(paths ${source})
if(project)
  list(APPEND paths ${project_source})
endif()

execute_process(COMMAND ${RECALL} roots 5 ${folders}
  OUTPUT_VARIABLE roots OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" roots "${roots}")
foreach(root IN LISTS roots)
  execute_process(COMMAND ${callsight} select --function ${root} --list ${paths}
    OUTPUT_FILE ${BINARY}/recall.list ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${RECALL} compare ${PERCENT} ${root} ${BINARY}/recall.list ${folders}
    OUTPUT_VARIABLE output RESULT_VARIABLE result OUTPUT_STRIP_TRAILING_WHITESPACE)
  message(STATUS "${PACKAGE}: ${output}")
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${PACKAGE}: ${root}: less than ${PERCENT} % of what ran is selected (${result})")
  endif()
endforeach()
