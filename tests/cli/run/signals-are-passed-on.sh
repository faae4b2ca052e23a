# SPDX-License-Identifier: MIT
callsight run --no-report -- /bin/sh -c 'trap "echo got TERM; exit 6" TERM; : >ready; while :; do sleep 0.05; done' &
pid=$!
while [ ! -f ready ]; do sleep 0.05; done
kill -TERM $pid
wait $pid
