build()
expect_traced(app main=1 helper=1 twice=1)
expect_compiled()
# The build folder and the command as well. Without a comma: CMake's own RPATHs break at it.
set(build_dir "${WORK}/build (2) ä & 'ö'")
file(COPY "${CLI}" DESTINATION "${WORK}/tool (1), ü")
get_filename_component(name "${CLI}" NAME)
run("${CMAKE_COMMAND}" -S "${source_dir}" -B "${build_dir}" -G "${GENERATOR}" "-DCASE=${CASE}"
  -DCALLSIGHT_INSTRUMENT=ON "-DCALLSIGHT_ROOT=${ROOT}" -DCMAKE_BUILD_TYPE=Debug
  "-DCALLSIGHT_CLI=${WORK}/tool (1), ü/${name}")
build()
expect_traced(app main=1 helper=1 twice=1)
expect_traced(user main=1 helper=1)
expect_compiled()
edit(difficult.config "exclude-func helper\n")
build()
expect_traced(user main=1 twice=1)
