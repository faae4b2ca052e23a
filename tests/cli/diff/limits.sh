# SPDX-License-Identifier: MIT
# Status 1 when something got worse by more than all limits; below the threshold nothing changed.
report() {
  cat >"$1" <<REPORT
{"schema":1,"summary":{"events":4,"calls":6},"rows":[
{"function":"read","module":"/b/app","file":"io.c","line":3,"calls":2,"self_ns":$2},
{"function":"work","module":"/b/app","file":"io.c","line":9,"calls":4,"self_ns":$3}]}
REPORT
}
report a.json 1000 500000
report b.json 1300 501000
run() {
  echo "-- $*"
  callsight diff "$@" a.json b.json | sed -n '/^changed/,$p'
}
status() {
  callsight diff "$@" a.json b.json >/dev/null
  echo "status $?: $*"
}
run --threshold 5%
run --threshold 5%,1us
run --top 1
run --fail-over 20%
status --fail-over 20%
status --fail-over 20%,1us
status --fail-over 20% --fail-over 200ns
status --fail-over 30%
status --fail-over 0%
status --fail-over 0.2% --min-calls 3
status --fail-over 20% --threshold 1us
