#!/bin/sh
# SPDX-License-Identifier: MIT
# build_projects.sh ROOT PREFIX BUILT: builds the projects that pages begin with, traced, once for all
# pages.
set -eu
projects=$1/tests/docs/projects
examples=$1/examples
prefix=$2
built=$3
rm -rf "$built"
mkdir -p "$built"
. "$projects/../compiler_cache.sh"
use_compiler_cache "$built/../ccache"

# build FOLDER BUILD WORD...
build() {
  cd "$built/$1"
  folder=$2
  shift 2
  cmake -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_PREFIX_PATH="$prefix" \
    -DCALLSIGHT_INSTRUMENT=ON "$@" >log && cmake --build "$folder" >>log || { cat log; exit 1; }
  rm log
}

# copy PROJECT TARGET: with the two lines of README added.
copy() {
  cp -R "$projects/$1" "$built/"
  printf 'find_package(CallSight REQUIRED)\ncallsight_instrument(%s)\n' "$2" >>"$built/$1/CMakeLists.txt"
}

copy api api
copy demo app
copy words app
cp -R "$examples/minimal" "$built/"
build api build-trace
build demo build-trace
build words build-main
build words build -DCMAKE_C_FLAGS=-DTWICE
build minimal build/demo
