# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 hook_ns=9 <<'SCRIPT'
thread
name 1990 main
enter 2000 alpha
exit 2010
block written
thread 1
enter 2000 beta
lost 3
exit 2300
SCRIPT
callsight info traces | sed "s,$(dirname "$(command -v build-trace)"),BIN,; s/build-id [0-9a-f]*/build-id ID/
  s/module     [0-9a-f]*-[0-9a-f]* bias [0-9a-f]*/module     RANGE/"
