# SPDX-License-Identifier: MIT
# Sourced by the cases with sources larger than anybody writes: makes them, and bounds the memory.

# limit_memory <KiB>. A program with a sanitizer does not start below a limit.
limit_memory() {
  sh -c "ulimit -v $1; callsight --help; exit \$?" >/dev/null 2>&1 && ulimit -v "$1"
}

# repeat <count> <text>: %d in it is the number of the turn from 0, a second one the number after.
repeat() {
  awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) printf text, i, i + 1 }'
}
