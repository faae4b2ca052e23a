# SPDX-License-Identifier: MIT
# p95 of 19 calls and p99 of 99 are marked, of 20 and 100 not.
calls() {
  { echo thread; awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) { print "enter", 2000 + 20 * i, "alpha"; print "exit", 2005 + 20 * i } }'; } |
    build-trace "traces-$1"
  callsight analyze "traces-$1" --columns calls,p50,p95,p99,p95_ns | sed '1,/^clock/d'
}
for n in 19 20 99 100; do
  calls $n
done
