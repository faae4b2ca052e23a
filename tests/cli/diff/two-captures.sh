# SPDX-License-Identifier: MIT
# Calls and time per call stand apart, what is new or gone in a table of its own.
build-trace old hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2200
enter 2300 beta
exit 2400
exit 3000
SCRIPT
build-trace new hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2400
enter 2500 gamma_ray
exit 2600
exit 3000
SCRIPT
callsight diff old new
echo '-- by calls, of JSON reports'
callsight analyze old --format json --output old.json 2>/dev/null
callsight analyze new --format json --output new.json 2>/dev/null
callsight diff --key calls old.json new.json
echo '-- from a pipe'
cat new.json | callsight diff --key calls old.json /dev/stdin | tail -n 1
echo '-- as JSON'
callsight diff --format json old new |
  sed "s,$(dirname "$(command -v build-trace)"),BIN,g; s,\"file\":\"[^\"]*/tests/,\"file\":\"tests/,"
echo '-- by the time of a call: what is new was not faster before'
callsight diff --key avg_ns old new | sed -n '/^key/,$p'
echo '-- of parts, as of captures'
callsight analyze old --partial old.part 2>/dev/null
callsight analyze new --partial new.part 2>/dev/null
callsight diff old new --format json | sed 's,"path":"[a-z]*",,' >captures
callsight diff old.part new.part --format json | sed 's,"path":"[a-z.]*",,' | cmp captures - && echo 'the same'
head -c 90 new.part >cut.part
callsight diff old.part cut.part
echo "status $?"
