# Program, shared and static library in one report.
build(callsight-report)
expect_traced(glider main=1 world_step=20 world_count=1 count_neighbours=5120 rules_lives=5120
  survives=100 is_born=5020)
find_built(library liblife.so)
run(readelf -d "${library}" OUTPUT dynamic)
expect_text("${dynamic}" "NEEDED[^\n]*libcallsight-rt\\.so")

# What others get is the same as without tracing.
build()
run("${CMAKE_COMMAND}" --install "${build_dir}" --prefix "${WORK}/traced")
list(FILTER configure_arguments EXCLUDE REGEX CALLSIGHT_INSTRUMENT)
list(TRANSFORM configure_arguments REPLACE "/build$" "/build-plain")
configure()
run("${CMAKE_COMMAND}" --build "${WORK}/build-plain")
run("${CMAKE_COMMAND}" --install "${WORK}/build-plain" --prefix "${WORK}/plain")
file(GLOB_RECURSE plain_files RELATIVE "${WORK}/plain" "${WORK}/plain/*.cmake" "${WORK}/plain/*.h")
file(GLOB_RECURSE files RELATIVE "${WORK}/traced" "${WORK}/traced/*.cmake" "${WORK}/traced/*.h")
list(LENGTH files count)
if(NOT count EQUAL 3 OR NOT files STREQUAL plain_files)
  fail("installed with tracing: ${files}; without: ${plain_files}")
endif()
foreach(file IN LISTS files)
  run("${CMAKE_COMMAND}" -E compare_files "${WORK}/traced/${file}" "${WORK}/plain/${file}")
endforeach()

# And both serve a project that knows nothing of CallSight.
foreach(kind IN ITEMS traced plain)
  run("${CMAKE_COMMAND}" -S "${source_dir}/consumer" -B "${WORK}/consumer-${kind}" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK}/${kind}")
  run("${CMAKE_COMMAND}" --build "${WORK}/consumer-${kind}")
  run("${WORK}/consumer-${kind}/blinker" OUTPUT output)
  expect_text("${output}" "^3 cells\n$")
endforeach()
