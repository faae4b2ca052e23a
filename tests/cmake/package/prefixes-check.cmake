# Nothing that is text names where it was built, installed, or how.
file(GLOB_RECURSE files "${PREFIX}/*")
set(texts 0)
foreach(file IN LISTS files)
  if(file MATCHES "/bin/")
    continue()
  endif()
  math(EXPR texts "${texts} + 1")
  file(STRINGS "${file}" lines REGEX "${PREFIX}|${ROOT}/|${BUILT}/|$ENV{HOME}/|/usr/local")
  if(lines)
    fail("${file} names a place of this machine: ${lines}")
  endif()
endforeach()
if(texts LESS 100)
  fail("${texts} files of text are installed, expected hundreds")
endif()

# use_from(<name> <prefix> [<option>...]): a build with the package of that prefix, which has to be the one found.
function(use_from name prefix)
  set(build_dir "${WORK}/${name}")
  run("${CMAKE_COMMAND}" -S "${source_dir}" -B "${build_dir}" -G "${GENERATOR}" -DCASE=prefixes
    -DCMAKE_BUILD_TYPE=Debug -DCALLSIGHT_INSTRUMENT=ON "-DCMAKE_PREFIX_PATH=${prefix}" ${ARGN} ERROR error)
  file(STRINGS "${build_dir}/CMakeCache.txt" found REGEX "^CallSight_DIR:")
  string(FIND "${found}" "=${prefix}/lib" at)
  if(at LESS 0 OR error)
    fail("${name}: expected the package below ${prefix}: ${found}")
  endif()
  build()
  expect_traced(app main=1)
endfunction()

file(COPY "${PREFIX}/" DESTINATION "${WORK}/moved to/a prefix")
use_from(blank "${WORK}/moved to/a prefix")
file(CREATE_LINK "${WORK}/moved to/a prefix" "${WORK}/current" SYMBOLIC)
use_from(link "${WORK}/current")
# The link can be pointed elsewhere: it stands in the build, not what is behind it.
file(STRINGS "${WORK}/link/build.ninja" lines REGEX "moved to")
if(lines)
  fail("a link as prefix is resolved: ${lines}")
endif()

# A merged /usr, found by /lib: there is no /include or /share beside it.
file(MAKE_DIRECTORY "${WORK}/root")
file(RENAME "${WORK}/moved to/a prefix" "${WORK}/root/usr")
foreach(folder IN ITEMS bin lib)
  file(CREATE_LINK "usr/${folder}" "${WORK}/root/${folder}" SYMBOLIC)
endforeach()
use_from(merged "${WORK}/root")

# Staged by DESTDIR with the folders of a distribution.
run("${CMAKE_COMMAND}" -S "${ROOT}" -B "${WORK}/tool" -G "${GENERATOR}" -DCALLSIGHT_BUILD_TESTS=OFF
  -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu -DCMAKE_INSTALL_DATADIR=share/data)
run("${CMAKE_COMMAND}" --install "${WORK}/tool" --component Runtime ENV "DESTDIR=${WORK}/stage")
file(GLOB_RECURSE staged RELATIVE "${WORK}/stage" "${WORK}/stage/*")
list(LENGTH staged count)
list(FILTER staged EXCLUDE REGEX
  "^usr/(include/callsight|lib/x86_64-linux-gnu/cmake/CallSight|share/data/(callsight|pkgconfig))/")
if(staged OR count LESS 100)
  fail("${count} files are staged, elsewhere than expected: ${staged}")
endif()
use_from(staged "${WORK}/stage/usr" -DCMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu "-DCALLSIGHT_CLI=${CLI}")
