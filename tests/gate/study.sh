#!/bin/sh
# SPDX-License-Identifier: MIT
# Can the gate be trusted? json-c and SQLite, each with a run that is always the same, are gated against baselines
# that were recorded before, while another program keeps a second processor busy; then edits of both are, and edits
# that change no function that takes time. Takes some thirty minutes and wants a machine that does nothing else.
# docs/guide/gates.md has the figures.
#
#   CALLSIGHT= SPIN_TIME= BUSY= study.sh HERE WORK SOURCES PREFIX
#
# HERE: this folder. SOURCES has json-c and sqlite3, PREFIX an installed CallSight. Afterwards WORK/figures.txt has
# what was printed, WORK/gates.txt a line for each gate, and WORK/raw the numbers of every run of every gate: baselines,
# and the runs that were compared with them, which replay judges again.
#
# SAME (100) gates of the same binary, as many as EACH (20) against one baseline; EDITED (20) gates of each kind of edit;
# HARMLESS (40) of harmless ones with functions at multiples of 64, and as many without that.
# PRIORITY, a command such as "chrt -f 10", starts what is measured: for a machine that others use as well.
set -u

here=$1
sources=$3
prefix=$4
mkdir -p "$2" && work=$(cd -- "$2" && pwd -P) || exit 3
same=${SAME:-100}
each=${EACH:-20}
edited=${EDITED:-20}
harmless=${HARMLESS:-40}
PRIORITY=${PRIORITY:-}
busy_pid=

fail() {
  echo "study: $*" >&2
  exit 3
}

# In a subshell it would end what keeps the processor busy before its time.
stop_busy() {
  [ -z "$busy_pid" ] || kill "$busy_pid" 2>/dev/null
}
trap stop_busy EXIT
trap 'exit 3' HUP INT TERM

say() {
  echo "$*" | tee -a "$work/figures.txt"
}

# prepare_sources: $work/source/json and $work/source/sqlite, the latter in one file.
prepare_sources() {
  rm -rf "$work/source" && mkdir -p "$work/source" || exit 3
  cp -R "$sources/json-c" "$work/source/json" || exit 3
  if [ ! -e "$work/amalgamation/complete" ]; then
    rm -rf "$work/amalgamation" && mkdir -p "$work/amalgamation" && cd "$work/amalgamation" || exit 3
    { sh "$sources/sqlite3/configure" --disable-tcl --disable-readline && make sqlite3.c; } >log 2>&1 ||
      fail "sqlite3.c cannot be made: $work/amalgamation/log"
    : >complete
  fi
  mkdir "$work/source/sqlite" && cp "$work/amalgamation/sqlite3.c" "$work/amalgamation/sqlite3.h" \
    "$work/source/sqlite/" || exit 3
}

# build NAME PROGRAM SOURCE [ON|OFF]: the last one: functions lie at multiples of 64
build() {
  case $2 in
  json) variable=JSON_SOURCE ;;
  *) variable=SQLITE_SOURCE ;;
  esac
  { cmake -S "$here/project" -B "$work/build/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$prefix" -DCALLSIGHT_INSTRUMENT=ON -D$variable="$3" -DALIGN="${4:-ON}" &&
    cmake --build "$work/build/$1" --target "$2_work"; } >"$work/$1.log" 2>&1 </dev/null ||
    fail "$1 does not build: $work/$1.log"
}

# self_per_call BASELINE FUNCTION: ns, as the gate takes them: of the lowest third of the runs
self_per_call() {
  awk -v name="\"$2\"" '
    index($0, "{\"function\": " name ",") == 1 {
      calls = $0; sub(/.*"calls": /, "", calls)
      self = $0; sub(/.*"self_ns": \[?/, "", self); sub(/[]}].*/, "", self)
      count = split(self, of_run, ", ")
      third = int((count + 2) / 3)
      for (taken = 1; taken <= third; taken++) {
        least = 0
        for (i in of_run)
          if (!least || of_run[i] + 0 < of_run[least] + 0)
            least = i
        sum += of_run[least]
        delete of_run[least]
      }
      print sum / third / (calls + 0)
    }' "$1"
}

# spin STEPS: a statement that takes so many steps
spin() {
  echo "{ unsigned long spin_ = $1; do __asm__ volatile(\"\" : \"+r\"(spin_)); while (--spin_); }"
}

# build_edited NAME PROGRAM FILE HOW STATEMENT
build_edited() {
  copy=$work/source/$2-$1
  rm -rf "$copy" && cp -R "$work/source/$2" "$copy" || exit 3
  awk -v "$4" -v "text=$5" -f "$here/edit_source.awk" "$work/source/$2/$3" >"$copy/$3" ||
    fail "$2: the place of edit $1 is not there"
  build "$2-$1" "$2" "$copy"
}

# slowdown NAME PROGRAM FUNCTION: sets percent to what the edit costs, by ten runs of both
slowdown() {
  baseline "$2-calibration" "$2"
  baseline "$2-$1-calibration" "$2-$1" "$2"
  percent=$(echo "$(self_per_call "$work/raw/$2-calibration.json" "$3") \
    $(self_per_call "$work/raw/$2-$1-calibration.json" "$3")" | awk '{ printf "%.1f", ($2 / $1 - 1) * 100 }')
}

# build_edit NAME PROGRAM FILE HOW FUNCTION TEXT. A loop runs beside what the function did before as far as the processor
# can do both, so that its length is found by trying.
build_edit() {
  want=$(printf '%s\n' "$6" | sed -n 's/^@\([0-9]*\)@$/\1/p')
  if [ -z "$want" ]; then
    build_edited "$1" "$2" "$3" "$4" "$6"
    return
  fi
  whole=$(echo "$(self_per_call "$work/raw/$2-calibration.json" "$5") $($PRIORITY "$SPIN_TIME") $want" |
    awk '{ printf "%.0f", $1 * $2 / 1000 * $3 / 100 }')
  steps=$whole low=0 high=0
  for attempt in 1 2 3 4 5 6; do
    build_edited "$1" "$2" "$3" "$4" "$(spin "$steps")"
    slowdown "$1" "$2" "$5"
    echo "$2-$1: $steps steps, +$percent % (attempt $attempt)" >>"$work/edits.log"
    case $(echo "$percent $want" | awk '{ off = $1 - $2; print (off < -1.5) ? "less" : (off > 1.5) ? "more" : "" }') in
    less) low=$steps ;;
    more) high=$steps ;;
    *) break ;;
    esac
    steps=$(echo "$steps $whole $want $percent $low $high" |
      awk '{ n = $5 && $6 ? ($5 + $6) / 2 : $1 + $2 * ($3 - $4) / $3; printf "%.0f", n < 1 ? 1 : n }')
  done
  say "$2, $5: slower by $percent % (wanted: $want)"
}

# gate NAME BUILD PROGRAM BASELINE: sets status; what regressed as FUNCTION:METRIC, a line each, in $work/regressed
gate() {
  $PRIORITY "$CALLSIGHT" gate --baseline "$4" --record "$work/raw/$1.json" --top 0 -- "$work/build/$2/$3_work" \
    >"$work/raw/$1.txt" 2>"$work/raw/$1.err" </dev/null
  status=$?
  [ $status -le 1 ] || fail "gate $1: status $status: $(cat "$work/raw/$1.err")"
  awk '/^regressed /{ on = 1; next } !NF { on = 0 } on { print $1 ":" $2 }' "$work/raw/$1.txt" >"$work/regressed"
  ! grep -q "would not have shown" "$work/raw/$1.txt" || blind=$((blind + 1))
  echo "$1 $(basename "$4" .json) $status $(tr '\n' ' ' <"$work/regressed")" >>"$work/gates.txt"
}

# baseline NAME BUILD [PROGRAM]
baseline() {
  rm -f "$work/raw/$1.json"
  $PRIORITY "$CALLSIGHT" gate --baseline "$work/raw/$1.json" --update -- "$work/build/$2/${3:-$2}_work" \
    >"$work/raw/$1.txt" 2>&1 </dev/null || fail "baseline $1: $(cat "$work/raw/$1.txt")"
}

# Both programs in turn, a new baseline after every $each gates.
gate_same() {
  done=0 failed=0 number=0
  while [ $done -lt "$same" ]; do
    number=$((number + 1))
    [ $((number % 2)) -eq 1 ] && program=json || program=sqlite
    baseline "$program-baseline-$number" "$program"
    count=0
    while [ $count -lt "$each" ] && [ $done -lt "$same" ]; do
      count=$((count + 1)) done=$((done + 1))
      gate "$program-same-$number-$count" "$program" "$program" "$work/raw/$program-baseline-$number.json"
      [ $status -eq 0 ] || failed=$((failed + 1))
    done
    echo "$work/raw/$program-baseline-$number.json" >"$work/last.$program"
  done
}

# is_reported KIND FUNCTION
is_reported() {
  case $1 in
  once) grep -qx "$2:calls" "$work/regressed" ;;
  twice) grep -qx "$2:calls" "$work/regressed" && ! grep -qx "$2:self_time" "$work/regressed" ;;
  *) grep -qx "$2:self_time" "$work/regressed" ;;
  esac
}

# gate_edits REGEXP: gates of the edits whose name matches, in turn; sets count, found, others
gate_edits() {
  count=0 found=0 others=0
  while [ $count -lt "$edited" ]; do
    while IFS='|' read -r name program file how function text; do
      [ $count -lt "$edited" ] || break
      count=$((count + 1))
      against=$(cat "$work/last.$program")
      gate "$program-$name-$count" "$program-$name" "$program" "$against"
      ! is_reported "$name" "$function" || found=$((found + 1))
      ! grep -v "^$function:" "$work/regressed" | grep -q ':self_time$' || others=$((others + 1))
    done <"$work/chosen"
  done
}

run_edits() {
  for kind in '20:slower by 20 %' '10:slower by 10 %' 'once:one more call' 'twice:twice the calls, reported as such'; do
    grep "^[a-z]*${kind%%:*}|" "$here/edits.txt" >"$work/chosen"
    gate_edits "${kind%%:*}"
    say "${kind#*:}: $found of $count, other functions slower in $others"
  done
}

# gate_harmless ENDING: none of these gates may fail; sets count, failed
gate_harmless() {
  count=0 failed=0
  while [ $count -lt "$harmless" ]; do
    while IFS='|' read -r name program file how function text; do
      [ $count -lt "$harmless" ] || break
      count=$((count + 1))
      gate "$program-$name$1-$count" "$program-$name$1" "$program" "$(cat "$work/last.$program$1")"
      [ $status -eq 0 ] || failed=$((failed + 1))
    done <"$work/chosen"
  done
}

# Both programs and each edit without the alignment; baselines of both.
build_loose() {
  for program in json sqlite; do
    build "$program-loose" $program "$work/source/$program" OFF
    baseline "$program-loose-baseline" "$program-loose" $program
    echo "$work/raw/$program-loose-baseline.json" >"$work/last.$program-loose"
  done
  while IFS='|' read -r name program file how function text; do
    build "$program-$name-loose" "$program" "$work/source/$program-$name" OFF
  done <"$work/chosen"
}

run_harmless() {
  grep '|-|' "$work/edits" >"$work/chosen"
  gate_harmless ''
  say "harmless edits: $failed of $count gates failed"
  build_loose
  gate_harmless -loose
  say "harmless edits, functions not aligned: $failed of $count gates failed"
}

rm -rf "$work/raw" && mkdir -p "$work/raw" || exit 3
: >"$work/figures.txt"
: >"$work/gates.txt"
: >"$work/edits.log"
blind=0
prepare_sources
for program in json sqlite; do
  build $program $program "$work/source/$program"
  baseline "$program-calibration" "$program"
done
grep -v '^#' "$here/edits.txt" >"$work/edits"
while IFS='|' read -r name program file how function text; do
  build_edit "$name" "$program" "$file" "$how" "$function" "$text"
done <"$work/edits"
say "$(date -u +%Y-%m-%d), $(uname -m), $(getconf _NPROCESSORS_ONLN) processors, load before $(cut -d' ' -f1 /proc/loadavg)"
"$BUSY" 36000 >/dev/null &
busy_pid=$!
start=$(date +%s)
gate_same
say "same binary: $failed of $done gates failed, $each against a baseline"
run_edits
run_harmless
say "gates that could not have seen all changes of 20 %: $blind"
say "took $(($(date +%s) - start)) s, load after $(cut -d' ' -f1 /proc/loadavg)"
