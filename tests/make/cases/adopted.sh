# SPDX-License-Identifier: MIT
# What callsight init prints is pasted as it stands, and builds and reports: Makefiles of several kinds, and
# a CMake project without presets, with some that can include others, and with some that cannot. Files of
# the project are not changed, and the preset is listed beside its own.
. "$(dirname "$0")/../lib.sh"
cmake --install "$build" --prefix "$work/prefix" >log 2>&1 || fail install
PATH=$work/prefix/bin:$PATH
CMAKE_GENERATOR='Unix Makefiles' CMAKE_C_COMPILER_LAUNCHER=ccache
export CMAKE_GENERATOR CMAKE_C_COMPILER_LAUNCHER

# block <first words>: the lines of the block behind these words, of what init said.
block() {
  awk -v first="$1" 'index($0, first) == 1 { on = 1; getline; next } on && /^$/ { exit } on' said
}

# run_commands: those that init proposes for CMake or make.
run_commands() {
  block Then: >commands
  grep -q . commands || fail 'no commands'
  sh -e ./commands >"$work/log" 2>&1 || fail "$(cat commands)"
}

adopt_makefile() {
  callsight init >said || fail init
  block 'Paste at the end of Makefile' >>Makefile
  run_commands
  expect "$1" "$2" "$(calls _callsight/captures/app/traces | tr ' ' '\n' | grep -e main -e part_one -e tick | tr '\n' ' ')"
  callsight init | grep -q 'Makefile includes callsight.mk already' || fail 'it is not seen the second time'
  cd ..
}
cp -r "$root/tests/make/project" objects && cd objects && sed -i '/^CALLSIGHT/,$d' Makefile || fail copy
adopt_makefile 'a Makefile with objects' 'main:1 part_one:10 '
cp -r "$root/tests/make/single" single && cd single && sed -i '/^CALLSIGHT/,$d; s/COMPILE/CC/' Makefile || fail copy
adopt_makefile 'a Makefile without' 'main:1 tick:6 '

mkdir cmake && cp "$root"/tests/make/single/*.[ch] cmake && cd cmake || fail copy
printf 'cmake_minimum_required(VERSION 3.22)\nproject(p C)\nfind_package(Threads REQUIRED)\nadd_executable(app main.c util.c)\ntarget_link_libraries(app Threads::Threads)\n' >CMakeLists.txt
callsight init --stream >said || fail init
block 'Paste at the end of CMakeLists.txt' >>CMakeLists.txt
cmake --list-presets >presets || fail 'cmake --list-presets'
expect 'the presets' '  "instrument" - Traced by CallSight' "$(grep '^  "' presets)"
run_commands
grep -q '^tick  *6 ' ../log || fail 'the report of the CMake project'
cmake --build build/instrument --target app-stream >../log 2>&1 || fail 'the client of the CMake project'
expect 'the client' "$(callsight-stream --version)" "$(find build -name app-stream -exec {} --version \;)"
block 'The client, where the build does not make it' >commands
(CC=cc; . ./commands) >../log 2>&1 || fail 'the client by hand'
expect 'the client by hand' "$(callsight-stream --version)" "$(./callsight-stream --version)"
block 'Without a disk' >commands
expect 'commands of the server' 2 "$(grep -c '^callsight serve --' commands)"
sh -c "$(sed 1q commands)" >../log 2>&1 || fail 'the key'
callsight init | grep -q 'calls callsight_instrument() already' || fail 'it is not seen the second time'
echo 'exclude-func count' >trace.config
callsight init >/dev/null
expect 'a trace.config of the project' 'exclude-func count' "$(cat trace.config)"

# A project with presets: of schema 4 and the newest that this CMake reads one line, of schema 3 an object.
version=$(cmake --version | sed -n 's/^cmake version 3\.\([0-9]*\).*/\1/p')
newest=4
[ "$version" -lt 24 ] || newest=5
[ "$version" -lt 25 ] || newest=6
own='{"name": "own", "binaryDir": "${sourceDir}/build/own"}'
for schema in 3 4 $newest; do
  [ "$schema" -lt 4 ] || [ "$version" -ge 23 ] || continue
  rm -rf CMakePresets.json callsight-presets.json build
  printf '{\n  "version": %s,\n  "configurePresets": [\n    %s\n  ]\n}\n' $schema "$own" >CMakePresets.json
  cp CMakePresets.json ../presets
  callsight init >said || fail "init with schema $schema"
  cmp -s CMakePresets.json ../presets || fail "schema $schema: CMakePresets.json was changed"
  block 'Paste into CMakePresets.json' >lines
  place=version
  [ "$schema" -gt 3 ] || place=configurePresets
  sed -i "/\"$place\"/r lines" CMakePresets.json
  cmake --list-presets >presets 2>&1 || fail "cmake --list-presets with schema $schema: $(cat presets CMakePresets.json)"
  expect "presets with schema $schema" '  "instrument" - Traced by CallSight   "own" ' "$(grep '^  "' presets | sort | tr '\n' ' ')"
  callsight init | grep -q 'kept  *CMakePresets.json, which has the preset' || fail "schema $schema is not seen the second time"
done
cmake --preset instrument -DCMAKE_PREFIX_PATH="$work/prefix" >../log 2>&1 || fail "configuring by a preset of schema $newest"
grep -q "CallSight: 1 target(s) instrumented" ../log || fail "tracing is off"
