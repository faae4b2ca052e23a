# What is judged exactly, and times that nothing can exceed.
set(limits MAX_REGRESSION 1000000% MIN_TIME 1000s)
callsight_add_regression_test(NAME perf.calls TARGET program BASELINE perf/calls-$<CONFIG>.json
  ARGS ${CMAKE_CURRENT_SOURCE_DIR}/calls.txt ${limits} TIMEOUT 20 REPEAT 3 LABELS nightly)
callsight_add_regression_test(NAME perf.count TARGET app BASELINE perf/count.json
  ARGS calls.txt WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" MODE count REPEAT 3)
add_subdirectory(below)
# What a list, a shell or a here-document would change; a program that an emulator runs.
callsight_add_regression_test(NAME perf.odd TARGET emulated BASELINE "perf/odd [name].json" METRICS calls REPEAT 1
  ARGS "${CMAKE_CURRENT_SOURCE_DIR}/calls.txt" "a;b" "" "]==]" "[" "\nline\n\n" "\$HOME \"q\" #1 'r'" "a\\"
    "end-of-word" "$<1:it's>" "`id`"
  ENVIRONMENT "COLOUR=r;e]='d")
add_executable(emulated app.c)
target_compile_options(emulated PRIVATE $<$<COMPILE_LANGUAGE:C>:-O1> "-I${CMAKE_CURRENT_SOURCE_DIR}/none")
set_target_properties(emulated PROPERTIES CROSSCOMPILING_EMULATOR "sh;-c;echo \"$1\" >emulator.txt && shift && exec \"$@\";sh;a word")
callsight_instrument(emulated)
add_executable(program ALIAS app)
