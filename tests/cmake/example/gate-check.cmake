# The committed baseline, on a machine that is surely another one: calls are the same whatever compiles them.
file(READ "${source_dir}/perf/lookups.json" json)
string(REGEX REPLACE "\"cpu\": \"[^\"]*\"" "\"cpu\": \"Z80\"" json "${json}")
edit(perf/lookups.json "${json}")
build()
run("${ctest}" --test-dir "${build_dir}" -V OUTPUT output)
expect_text("${output}" "times were not judged.*Z80.*100% tests passed, 0 tests failed out of 2")

# README.md of the example: an innocent change, and a new baseline.
file(READ "${source_dir}/src/dictionary.c" code)
string(REPLACE "order < 0" "compare(word, words[middle]) < 0" code "${code}")
edit(src/dictionary.c "${code}")
build(spellcheck)
run("${ctest}" --test-dir "${build_dir}" --output-on-failure OUTPUT output ERROR words RESULT result)
expect_text("${output}" "\ncompare +calls +237364 +472474 +\\+235110 .*\nFAILED: 1 regression, 1 of calls")
build(callsight-baseline OUTPUT output)
expect_text("${output}" "\ncompare +calls +237364 +472474 +\\+235110 ")
file(READ "${source_dir}/perf/lookups.json" json)
expect_text("${json}" "\"function\": \"compare\", \"file\": \"dictionary.c\", \"calls\": 472474,")
