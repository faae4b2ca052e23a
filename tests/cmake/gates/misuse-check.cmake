set(me "callsight_add_regression_test")
set(good "NAME t TARGET app BASELINE b.json")
# A misspelt keyword, wherever it stands; a keyword without a value; what is missing.
refused("${me}(${good} REPAET 3)" "${me}\\(t\\): unknown argument\\(s\\): REPAET 3. Keywords: NAME TARGET ")
refused("${me}(${good} ARGS --once REPEATT 3)" "${me}\\(t\\): unknown keyword REPEATT, did you mean REPEAT\\?")
refused("${me}(${good} LABELS nightly ANY_MACHIN)" "unknown keyword ANY_MACHIN, did you mean ANY_MACHINE\\?")
refused("${me}(${good} METRICS)" "${me}\\(t\\): no value after: METRICS")
refused("${me}(${good} MODE)" "${me}\\(t\\): no value after: MODE")
refused("${me}(TARGET app BASELINE b.json)" "${me}\\(\\): NAME is missing, expected ${me}\\(NAME <name> TARGET")
refused("${me}(NAME t BASELINE b.json)" "${me}\\(t\\): TARGET is missing")
refused("${me}(NAME t TARGET app)" "${me}\\(t\\): BASELINE is missing")
# Values.
refused("${me}(NAME a/b TARGET app BASELINE b.json)" "${me}\\(a/b\\): the name cannot be that of a target")
refused("${me}(${good} MODE quick)" "${me}\\(t\\): MODE is 'quick', expected summary, events or count")
refused("${me}(${good} METRICS calls time)" "METRICS: 'time' is unknown, expected calls, self_time, incl_time or p99")
refused("${me}(${good} METRICS calls p99 MODE count)" "${me}\\(t\\): METRICS: MODE count records no p99, only calls")
foreach(value IN ITEMS 0 51 100 -1 many)
  refused("${me}(${good} REPEAT ${value})" "${me}\\(t\\): REPEAT is '${value}', expected a whole number, 1 to 50")
endforeach()
refused("${me}(${good} MAX_REGRESSION 5)" "MAX_REGRESSION is '5', expected a percentage such as 5%")
refused("${me}(${good} MIN_TIME 100)" "MIN_TIME is '100', expected a time such as 100us")
refused("${me}(${good} MIN_CALLS 1.5)" "MIN_CALLS is '1.5', expected a whole number")
refused("${me}(${good} TIMEOUT 1m)" "TIMEOUT is '1m', expected a whole number")
refused("${me}(${good} ENVIRONMENT A=1 B)" "${me}\\(t\\): ENVIRONMENT: 'B' is not <variable>=<value>")
refused("${me}(${good} ENVIRONMENT TRACE_MODE=count)" "ENVIRONMENT: the test sets TRACE_MODE itself")
# When all targets and tests are known.
refused_at_end("${me}(${good})\nadd_custom_target(app)"
  "${me}\\(t\\): TARGET 'app' is no executable of this build")
refused_at_end("add_test(NAME t COMMAND true)\n${me}(${good})" "${me}\\(t\\): there is already a test of that name")
# A file is the baseline of one run, and no folder.
foreach(other IN ITEMS "TARGET app ARGS 2" "TARGET app MODE count" "TARGET app ENVIRONMENT A=1" "TARGET app2")
  refused_at_end("${me}(${good})\n${me}(NAME t2 BASELINE b.json ${other})"
    "${me}\\(t2\\): BASELINE: [^ ]*/b.json is that of t, which runs something else: recording one would overwrite the")
endforeach()
refused_at_end("${me}(${good})\n${me}(NAME t2 TARGET app BASELINE b.json REPEAT 3 METRICS calls)"
  "${me}\\(t\\): TARGET 'app' is no executable of this build") # one run may be judged twice
foreach(folder IN ITEMS . perf/)
  refused("${me}(NAME t TARGET app BASELINE ${folder})" "${me}\\(t\\): BASELINE: [^ ]* is a folder, expected a file")
endforeach()
# One switch for the whole build: a directory cannot be traced alone, nor left out.
file(WRITE "${WORK}/refused/below/CMakeLists.txt"
  "if(CALLSIGHT_INSTRUMENT)\nset(CALLSIGHT_INSTRUMENT OFF)\nelse()\nset(CALLSIGHT_INSTRUMENT ON)\nendif()\n${me}(${good})\n")
refused_at_end("add_subdirectory(below)" "${me}\\(t\\): CALLSIGHT_INSTRUMENT is '(ON|OFF)' in this directory and \
'(ON|OFF)' in the top-level one, expected one value for the whole build: give it with -D, or set it there")
