# by_presets(<configure> <build> <report> <option>...): configures, builds and tests by presets of the names given.
# Nothing may come from the environment: a PATH is all there is.
function(by_presets configure build report)
  set(clean -i "PATH=$ENV{PATH}" "HOME=${WORK}" LC_ALL=C)
  run(env ${clean} "${CMAKE_COMMAND}" --preset ${configure} -DCASE=presets "-DCALLSIGHT_ROOT=${ROOT}"
    "-DCALLSIGHT_CLI=${CLI}" ${ARGN} IN "${source_dir}")
  run(env ${clean} "${CMAKE_COMMAND}" --build --preset ${build} --target ${report} IN "${source_dir}" OUTPUT built)
  run(env ${clean} "${CMAKE_COMMAND}" --build --preset ${build} IN "${source_dir}")
  run(env ${clean} "${CMAKE_CTEST_COMMAND}" --preset ${build} IN "${source_dir}" OUTPUT tested)
  expect_text("${tested}" "100% tests passed, 0 tests failed out of 1")
  set(built "${built}" PARENT_SCOPE)
endfunction()

# expect_presets(<kind> <name>...): cmake --list-presets=<kind> names exactly these, in any order.
function(expect_presets kind)
  run("${CMAKE_COMMAND}" --list-presets=${kind} IN "${source_dir}" OUTPUT output)
  string(REGEX MATCHALL "\n  \"[^\"]*\"" names "${output}")
  string(REGEX REPLACE "\n  |\"" "" names "${names}")
  set(expected ${ARGN})
  list(SORT expected)
  list(SORT names)
  if(NOT names STREQUAL expected)
    fail("${kind} presets: ${names}, expected: ${expected}")
  endif()
endfunction()

# One flat file that CMake 3.22 reads, and that does not depend on variables of the environment.
file(READ "${ROOT}/presets/consumer/callsight.json" text)
string(JSON version GET "${text}" version)
if(NOT version EQUAL 3 OR text MATCHES "\"(include|environment|condition)\"|env{")
  fail("the preset file is not flat, of version 3 and without an environment")
endif()

# A project that has no presets of its own: a copy. A multi-config generator takes the right configuration.
get_filename_component(CMAKE_CTEST_COMMAND "${CMAKE_COMMAND}" DIRECTORY)
string(APPEND CMAKE_CTEST_COMMAND /ctest)
expect_presets(configure instrument)
expect_presets(build instrument)
expect_presets(test instrument)
by_presets(instrument instrument callsight-report -G "Ninja Multi-Config")
expect_text("${built}" "main")
if(NOT EXISTS "${source_dir}/build/instrument/RelWithDebInfo/app")
  fail("the build preset did not build RelWithDebInfo")
endif()

# A project with its own: schema 4 includes the file and inherits from it. The same file comes in once more
# through the user's.
if(CMAKE_VERSION VERSION_LESS 3.23)
  return()
endif()
file(RENAME "${source_dir}/CMakePresets.json" "${source_dir}/callsight-presets.json")
file(WRITE "${source_dir}/CMakePresets.json" [[
{
  "version": 4,
  "include": ["callsight-presets.json"],
  "configurePresets": [
    {"name": "plain", "generator": "Ninja", "binaryDir": "${sourceDir}/build/plain"},
    {"name": "traced", "inherits": ["instrument", "plain"], "binaryDir": "${sourceDir}/build/traced"}
  ],
  "buildPresets": [{"name": "traced", "configurePreset": "traced"}],
  "testPresets": [{"name": "traced", "configurePreset": "traced"}]
}
]])
file(WRITE "${source_dir}/CMakeUserPresets.json" [[
{
  "version": 4,
  "include": ["callsight-presets.json"],
  "configurePresets": [{"name": "mine", "inherits": "traced", "cacheVariables": {"CMAKE_BUILD_TYPE": "Debug"}}],
  "buildPresets": [{"name": "mine", "configurePreset": "mine"}],
  "testPresets": [{"name": "mine", "configurePreset": "mine"}]
}
]])
expect_presets(configure instrument plain traced mine)
expect_presets(build instrument traced mine)
expect_presets(test instrument traced mine)
by_presets(mine mine callsight-run)
file(READ "${source_dir}/build/traced/CMakeCache.txt" cache)
foreach(line IN ITEMS CALLSIGHT_INSTRUMENT:[A-Z]*=ON CMAKE_BUILD_TYPE:[A-Z]*=Debug CMAKE_GENERATOR:[A-Z]*=Ninja)
  expect_text("${cache}" "\n${line}\n")
endforeach()
# The file as it is installed or lies in the tree is included by its path.
file(WRITE "${source_dir}/CMakePresets.json"
  "{\"version\": 4, \"include\": [\"${ROOT}/presets/consumer/callsight.json\"]}")
file(REMOVE "${source_dir}/CMakeUserPresets.json")
expect_presets(configure instrument)
