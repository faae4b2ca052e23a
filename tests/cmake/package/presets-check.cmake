run("${CMAKE_COMMAND}" --list-presets IN "${source_dir}" OUTPUT output)
expect_text("${output}" "\"instrument\"")
run("${CMAKE_COMMAND}" --preset instrument -G "${GENERATOR}" -DCASE=presets "-DCALLSIGHT_ROOT=${ROOT}"
  "-DCALLSIGHT_CLI=${CLI}" IN "${source_dir}")
run("${CMAKE_COMMAND}" --build --preset instrument --target callsight-report IN "${source_dir}"
  OUTPUT output)
expect_text("${output}" "main")
file(READ "${ROOT}/presets/consumer/callsight.json" text)
string(JSON version GET "${text}" version)
if(NOT version EQUAL 3)
  fail("the preset file has version ${version}; users of CMake 3.22 read up to 3")
endif()

# It can be included as well; that takes version 4 in the file of the user.
file(MAKE_DIRECTORY "${WORK}/including")
file(WRITE "${WORK}/including/CMakePresets.json"
  "{\"version\": 4, \"include\": [\"${ROOT}/presets/consumer/callsight.json\"]}")
run("${CMAKE_COMMAND}" --list-presets IN "${WORK}/including" OUTPUT output)
expect_text("${output}" "\"instrument\"")
