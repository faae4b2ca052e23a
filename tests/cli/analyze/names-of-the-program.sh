# SPDX-License-Identifier: MIT
build-trace traces hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
named 2001 ready
enter 2010 parse
named 2100 tick
named 2110 queue -3
exit 2200
named 2300 tick
block written
enter 2350 parse
exit 2360
named 2400 queue 8
named 2600 tick
marker 2700 8 0
marker 9700 9 1234
exit 9900
SCRIPT
callsight analyze | sed "s,$(dirname "$(command -v build-trace)"),BIN,"
echo
callsight analyze --format json 2>&1 | sed -n '/"kind"/p; /^"summary"/p; /^"marks"/,$p' |
  sed 's/"module".*"calls"/"calls"/'
callsight analyze --format folded 2>/dev/null
callsight info | grep -E 'named|paused'
callsight dump | grep -E 'ready|tick|queue|parse' | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/'

build-trace averages <<'SCRIPT'
thread
named 2000 queue 2000000000000
named 2010 queue 2000000000001
SCRIPT
callsight analyze averages | tail -n 1
