# SPDX-License-Identifier: MIT
# A baseline of another machine: calls are judged, times only when asked for. 77: nothing could be.
. "$CASE_FOLDER/app.inc"
gate -b app.json -u -- ./app 20 10000000
sed 's/^"machine": {"cpu": "[^"]*", "cpus": [0-9]*/"machine": {"cpu": "Other CPU", "cpus": 640/' app.json >other.json
without_facts() {
  sed 's/^\(  the .*differs\): .*/\1/'
}
gate -b other.json -- ./app 20 30000000 | without_facts
gate -b other.json -- ./app 21 30000000 | without_facts
gate -b other.json --metrics self_time -- ./app 20 30000000 | without_facts
gate -b other.json --any-machine -- ./app 20 30000000 | without_facts
