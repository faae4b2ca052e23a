#!/bin/sh
# SPDX-License-Identifier: MIT
# build_projects.sh PROJECTS PREFIX BUILT: builds the projects that pages begin with, traced, once for
# all pages, in the folder build-trace of each.
set -eu
projects=$1
prefix=$2
built=$3
rm -rf "$built"
mkdir -p "$built"
for name in api demo; do
  cp -R "$projects/$name" "$built/"
  cd "$built/$name"
  target=$(sed -n 's/^add_executable(\([a-z]*\).*/\1/p' CMakeLists.txt)
  printf 'find_package(CallSight REQUIRED)\ncallsight_instrument(%s)\n' "$target" >>CMakeLists.txt
  cmake -B build-trace -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_PREFIX_PATH="$prefix" \
    -DCALLSIGHT_INSTRUMENT=ON >log || { cat log; exit 1; }
  cmake --build build-trace >log || { cat log; exit 1; }
done
