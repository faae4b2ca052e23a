set(config "")
if(GENERATOR MATCHES "Multi")
  set(config /Debug)
endif()

# ctest(<option>...): sets `output` and `result`.
macro(ctest)
  run("${ctest}" --test-dir "${build_dir}" -C Debug --output-on-failure ${ARGN} OUTPUT output ERROR words RESULT result)
endmacro()

# expect_test(<name> <how it ended>): in `output`.
function(expect_test name end)
  expect_text("${output}" " ${name} \\.+ *${end}")
endfunction()

# Without a baseline: which target makes one. It also builds the program.
ctest(-R perf.calls)
expect_test(perf.calls "\\*\\*\\*Failed")
expect_text("${output}" "no baseline .*/src/perf/calls-Debug.json. This .*: cmake --build .* --target callsight-baseline-perf.calls")
build(callsight-baseline OUTPUT output)
expect_text("${output}" "calls-Debug.json: [^\n]*3 functions of 3 runs.*odd .name..json: [^\n]*4 functions of 1 run\n")

# All pass, with the properties that CTest goes by.
ctest(-j16)
expect_text("${output}" "100% tests passed, 0 tests failed out of 4\n")
expect_text("${output}" "callsight +=.*\nnightly +=.*\\(1 test\\)\nperf +=.*\\(4 tests\\)")
run("${ctest}" --test-dir "${build_dir}" -C Debug --show-only=json-v1 OUTPUT json)
string(JSON properties GET "${json}" tests 0 properties)
foreach(pair IN ITEMS "RUN_SERIAL\",[ \n]*\"value\" : true" "SKIP_RETURN_CODE\",[ \n]*\"value\" : 77"
    "TIMEOUT\",[ \n]*\"value\" : 216.0")
  expect_text("${properties}" "${pair}")
endforeach()

# The program was given exactly this, and by its emulator.
file(READ "${build_dir}/arguments.txt" text)
string(CONCAT expected "[a;b][][]==]][[][\nline\n\n][$" "HOME \"q\" #1 'r'][a\\][end-of-word][it's][`id`]r;e]='d\n")
if(NOT text STREQUAL expected)
  fail("the program was given\n${text}\nexpected\n${expected}")
endif()
file(READ "${build_dir}/emulator.txt" text)
expect_text("${text}" "^a word\n$")
file(READ "${source_dir}/perf/odd [name].json" json)
expect_text("${json}" "\"build\": \"Debug\",\n\"compiler\": \"[A-Z][A-Za-z]+ [0-9.]+\",\n\"flags\": \"-g .*-O1> -Inone\"")

file(READ "${source_dir}/perf/calls-Debug.json" json)
expect_text("${json}" "\"flags\": \"-g\"") # whatever other configurations there are

# One call more: a table, and the captures; a new baseline, which says what changed; good again.
expect_no_file(_callsight/gates/perf.calls${config}/runs)
edit(calls.txt "101\n")
ctest(-R "perf.(calls|count)")
expect_test(perf.calls "\\*\\*\\*Failed")
expect_test(perf.count "\\*\\*\\*Failed")
expect_text("${output}" "\nregressed +metric +before +after +change .*\nwork +calls +100 +101 +\\+1 ")
expect_text("${output}" "\nFAILED: 1 regression, 1 of calls and 0 of times; 3 functions compared")
expect_file(_callsight/gates/perf.calls${config}/runs/run-03)
expect_file(_callsight/gates/perf.calls${config}/judged.json)
build(callsight-baseline-perf.calls OUTPUT output)
expect_text("${output}" "\nwork +calls +100 +101 +\\+1 ")
ctest(-R perf.calls)
expect_text("${output}" "100% tests passed")
expect_no_file(_callsight/gates/perf.calls${config}/runs)

# Another machine's: calls are judged, and it is a skip when there is nothing else.
foreach(name IN ITEMS calls-Debug times)
  file(READ "${source_dir}/perf/${name}.json" json)
  string(REGEX REPLACE "\"cpu\": \"[^\"]*\"" "\"cpu\": \"Z80\"" json "${json}")
  edit(perf/${name}.json "${json}")
endforeach()
run("${ctest}" --test-dir "${build_dir}" -C Debug -V -R "perf.(calls|times)" OUTPUT output)
expect_test(perf.calls "Passed")
expect_test(perf.times "\\*\\*\\*Skipped")
expect_text("${output}" "Z80")

# What CDash is sent.
ctest(-T Test -R perf.calls)
file(GLOB xml "${build_dir}/Testing/*/Test.xml")
file(READ "${xml}" text)
expect_text("${text}" "name=\"calls\">[ \n\t]*<Value>103</Value>")

# Another way to compile: said, and judged.
configure("-DCMAKE_C_FLAGS=-O1")
build()
run("${ctest}" --test-dir "${build_dir}" -C Debug -V -R "perf.calls" OUTPUT output)
expect_text("${output}" "flags")

# Without tracing there is neither test nor target.
configure("-DCALLSIGHT_INSTRUMENT=OFF")
run("${ctest}" --test-dir "${build_dir}" -C Debug -N OUTPUT output ERROR words)
expect_text("${output}" "Total Tests: 0")
build(callsight-baseline RESULT result)
if(result EQUAL 0)
  fail("callsight-baseline exists without tracing")
endif()
