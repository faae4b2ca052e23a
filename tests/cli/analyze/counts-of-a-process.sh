# SPDX-License-Identifier: MIT
# TRACE_MODE=count: calls, and nothing in the place of times. A process of another mode adds its own.
build-trace traces mode=count hook_ns=2 <<'SCRIPT'
slot 1
count alpha 1
count beta 1000000
slot 2
count beta 5
rest 7
SCRIPT
here=$(dirname "$(command -v build-trace)")
callsight analyze --sort calls | sed "s,$here,BIN,"
callsight analyze --format json --sort calls 2>/dev/null | sed "s,$here,BIN,g; s,\"file\":\"[^\"]*/,\"file\":\",; s/0x[0-9a-f]*/ADDRESS/; s/\"size\":[0-9][0-9]*/\"size\":SIZE/" |
  sed -n 1,7p
build-trace traces name=app-8-1 pid=8 start=1795972600 <<'SCRIPT'
thread
enter 2000 beta
exit 2050
SCRIPT
echo '-- with a process of events'
callsight analyze --all --sort calls | sed -n '/^function/,$p'
