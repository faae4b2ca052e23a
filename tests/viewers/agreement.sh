#!/bin/sh
# SPDX-License-Identifier: MIT
# agreement.sh WORK-FOLDER: every format says the same of every function, by readers of our own.
. "$(dirname "$0")/common.sh"

# compare CAPTURE ARGUMENT...
compare() {
  capture=$1
  shift
  pairs=
  for format in ${formats#json}; do pairs="$pairs $format $capture.${format%-calls}"; done
  # Word splitting is meant.
  "$COMPARE_EXPORTS" json "$capture.json" $pairs "$@" || fail "$capture"
}

formats="$formats html-calls"
compare exact --expect alpha 13 412 100000622 --expect beta 2 100000000 100000000 \
  --expect gamma_ray 2 210 400
compare recursion --expect main 1 - - --expect run 2 - - --expect ping 3006 - - \
  --expect pong 3000 - - --expect leaf 9012 - -
compare demo
# Every call of both threads reaches over an edge, but for gamma_ray of 10 ns and beta of none.
compare cut --expect alpha 13 240 49998100 --expect beta 2 49997750 49997750 \
  --expect gamma_ray 2 110 250
compare shallow
compare below

formats=$formats_of_sums
compare subtracted
