build()
expect_hooks(main.c.o helper.c.o)
expect_traced(app main=1 helper=1 twice=1)
find_built(library libhelper.so)
run(readelf -d "${library}" OUTPUT dynamic)
expect_text("${dynamic}" "NEEDED[^\n]*libcallsight-rt\\.so")
# An installed program still finds the runtime in the build folder.
run("${CMAKE_COMMAND}" --install "${build_dir}" --prefix "${WORK}/prefix")
run("${WORK}/prefix/bin/app" ENV "LD_LIBRARY_PATH=${WORK}/prefix/lib")
