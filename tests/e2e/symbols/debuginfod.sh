#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs and debug files come from a debuginfod server when DEBUGINFOD_URLS names one, and nobody is
# asked when it does not.
. "$1/common.sh"
. "$1/symbols/symbols_common.sh"
here=$PWD
unset DEBUGINFOD_URLS
DEBUGINFOD_CACHE_PATH=$here/cache
DEBUGINFOD_TIMEOUT=100
HOME=$here
no_proxy=127.0.0.1
export DEBUGINFOD_CACHE_PATH DEBUGINFOD_TIMEOUT HOME no_proxy

record "$GCC" program
cp program original
id=$(build_id original)
mkdir -p "served/buildid/$id"
objcopy --only-keep-debug original "served/buildid/$id/debuginfo"
cp original "served/buildid/$id/executable"
strip -o program original

"$SERVE_FOLDER" served port log 2> serve.err &
server=$!
trap 'kill $server' EXIT
serves() {
  kill -0 $server 2> kill.err || fail "no server: $(cat serve.err)"
  [ -f port ]
}
wait_until "the server has a port" serves
url=http://127.0.0.1:$(cat port)

addresses=$(nm original | sed -n 's/^0*\([0-9a-f]*\) . \(main\|second_one\|static_one\)$/program+0x\1 -/p' |
  LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')
check "without the variable" "$addresses" "dynamic symbols of the file, no DWARF"
expect "an empty variable" "$(DEBUGINFOD_URLS='' rows)" "$addresses"
mv program away
expect "without the variable, gone" "$(rows)" "$addresses"
expect "without the variable: requests" "$(cat log)" ""
mv away program

DEBUGINFOD_URLS=$url
export DEBUGINFOD_URLS
check "debug file" "$whole" "symbol table and DWARF of $here/cache/$id/debuginfo"
expect "debug file: requests" "$(cat log)" "/buildid/$id/debuginfo"
mv program away
check "program" "$whole" "symbol table and DWARF of $here/cache/$id/executable"
expect "program: requests" "$(tail -n 1 log)" "/buildid/$id/executable"
rm -r cache "served/buildid/$id/executable"
check "debug file without program" "$whole" "symbol table and DWARF of $here/cache/$id/debuginfo"

# A server that has another build: not what was asked for.
rm -r cache
sed 's/x \* 3/x * 4/' second.c > changed.c
"$GCC" $hook_flags -O1 program.c changed.c -o "served/buildid/$id/executable" $link_flags \
  "$RT_MODULE" "$RT_STATIC" -pthread -ldl || fail "does not build"
expect "another build" "$(rows)" "$addresses"
