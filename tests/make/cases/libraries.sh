# SPDX-License-Identifier: MIT
# A shared library and a plug-in of a host without traced functions share one runtime. An archive is made
# by another Makefile with a trace.config of its own: the link knows both. The shared runtime and the one
# in the archives come from the same sources.
. "$(dirname "$0")/../lib.sh"
cp -r "$root/tests/make/plugin" plugin && cp -r "$root/tests/make/archive" archive || fail copy

cd plugin || exit
build CALLSIGHT=1 -j2 callsight-run
expect 'calls of libraries' 'inner:3 local:1 plugged:1' "$(calls _callsight/captures/host/traces)"
expect 'runtimes in the programs' '' "$(nm host plug.so liblocal.so.1 | grep ' T __wrap___cyg')"
readelf -d plug.so | grep -q 'NEEDED.*\[libcallsight-rt.so\]' || fail 'the runtime is not needed by its name'
build CALLSIGHT=1 -j2 callsight-run
expect 'a second time' '' "$(compiled)$(linked)"

cd ../archive || exit
build CALLSIGHT=1 -j2 callsight-run
expect 'calls of an archive' 'main:1 part_more:4' "$(calls _callsight/captures/app/traces)"
echo >sub/trace.config
build CALLSIGHT=1 -j2 callsight-run
expect 'after its config changed' 'app' "$(compiled)$(linked)"
expect 'then' 'main:1 part:4 part_more:4' "$(calls _callsight/captures/app/traces)"
build callsight-clean
test ! -e app || fail 'a program is left'
