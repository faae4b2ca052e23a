#!/bin/sh
# SPDX-License-Identifier: MIT
# test_replay.sh REPLAY HERE WORK: runs that were recorded are judged as they were, function by function. HERE/raw is
# what study.sh measured, without the functions that take little; HERE/verdicts.txt says what follows from it.
set -u
replay=$1 here=$2 work=$3
mkdir -p "$work" || exit 1
"$replay" "$here/raw" 10 <"$here/verdicts.txt" >"$work/verdicts.txt" || exit 1
diff "$here/verdicts.txt" "$work/verdicts.txt" || {
  echo 'left: expected; right: found. Is the change meant, replace verdicts.txt and say in decision 0052 what it gives' >&2
  exit 1
}
