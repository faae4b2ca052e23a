#!/bin/sh
# SPDX-License-Identifier: MIT
# TRACE_TRIGGER: a call that takes longer writes one snapshot, which holds it, while other threads record at full
# speed; shorter ones write none. Names of C and C++, of static functions and of plug-ins; bounds; full disks; kills.
#
# A call that is to be slow takes 20 ms or more where the limit is 1 ms; one that is not has a limit of an hour. Where
# one limit has calls of both kinds there are seconds between them, and these programs run beside all others.
. "$1/common.sh"
source=$source_folder/triggered/slow_calls.cpp
started=
cleanup() {
  cd "$work_folder" || return
  [ -z "$started" ] || kill -9 $started 2> kill.err
  umount small larger 2> umount.err
}
trap cleanup EXIT

cat > plugin.c <<'END'
#include <time.h>
__attribute__((noinline)) static void plugin_work(int ms)
{
	struct timespec time = { 0, ms * 1000000L };
	nanosleep(&time, NULL);
}
void plugin_entry(int ms);
void plugin_entry(int ms) { plugin_work(ms); __asm__ volatile("" ::: "memory"); }
END

# run NAME=VALUE... PROGRAM ARGUMENT...: with a ring of 4 MiB; its standard output in made, its words in said.
run() {
  rm -rf traces
  env TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=4 TRACE_MIN_FREE_MB=0 "$@" >made 2>said || {
    status=$?
    cat said
    fail "$what: status $status"
  }
}
# snapshots N: so many there are.
snapshots() {
  found=$(ls -d traces/*/snapshot-* 2>/dev/null | wc -l)
  [ "$found" = "$1" ] || { cat said; ls traces/*; fail "$what: $found snapshots instead of $1"; }
}
# report FOLDER: as JSON in report, without damage.
report() {
  "$CALLSIGHT" analyze "$1" --format json >report 2>notes || { cat notes; fail "$what: analyze $1: $?"; }
}
value() {
  tr '{,}' '\n\n\n' < report | sed -n "s/^\"$1\":\(.*\)$/\1/p" | head -n 1
}
row() {
  tr '{' '\n' < report | sed -n "s/.*\"function\":\"$1\".*\"calls\":\([0-9]*\).*/\1/p"
}
# whole FOLDER: its report, of which nothing is unmatched or lost.
whole() {
  report "$1"
  expect "$what: unmatched in $1" "$(value unmatched)" 0
  expect "$what: lost in $1" "$(value lost)" 0
}
# wait_for FILE
wait_for() {
  waited=0
  until [ -e "$1" ]; do
    [ $waited -lt 5000 ] || { cat said; fail "$what: $1 does not come"; }
    waited=$((waited + 1))
    sleep 0.02
  done
}
# begin NAME=VALUE... PROGRAM ARGUMENT...: like run, beside what follows; its process is $process.
begin() {
  rm -rf traces held-* go-on-* ready go
  (exec env TRACE_ENABLE=1 TRACE_FULL=wrap TRACE_MAX_MB=4 TRACE_MIN_FREE_MB=0 "$@" >made 2>said) &
  process=$!
  started="$started $process"
}

# Calls of both kinds for one limit, each in a folder of its own; what follows does not wait for them. The last one is
# held in the first of its snapshots for as long as its outer call may not take.
begin_far() {
  for what in mixed others within; do
    mkdir -p far/$what
    cp program far/$what
  done
  cd far/mixed && begin SLOW_MS=7000 "TRACE_TRIGGER=work>5s" ./program work 300 1
  cd ../others && begin SLOW_MS=7000 "TRACE_TRIGGER=after>5s" ./program nested 300 1
  cd ../within && begin "TRACE_TRIGGER=work>1ms,nested>5s" "$HOLD_SNAPSHOT" 1 0 ./program nested 0 2
  cd "$work_folder" || exit 1
  (
    cd far/within || exit 1
    wait_for held-1
    sleep 7
    : > go-on-1
  ) &
  started="$started $!"
  far=$started
}
# far_ended NAME N: so many snapshots there are.
far_ended() {
  what=$1
  cd "$work_folder/far/$1" || exit 1
  snapshots "$2"
  [ ! -s said ] || { cat said; fail "$what: words on stderr"; }
}

for compiler in "$GXX" "$CLANGXX"; do
  for level in O0 O2; do
    "$GCC" $hook_flags -$level -shared -fPIC -o plugin.so plugin.c "$RT_MODULE" -Wl,--undefined=csr_module_anchor \
      -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit || fail "the plug-in does not compile"
    # A plug-in asks the program for the hooks.
    "$compiler" $hook_flags -rdynamic -$level "$source" -o program $link_flags -Wl,--whole-archive "$RT_STATIC" \
      -Wl,--no-whole-archive "$RT_MODULE" -pthread -ldl || fail "the program does not compile"
    [ -d far ] || begin_far
    for case in "work work" "ns::Server::handle handle" "ns::Server::Server handle" "ns::templated templated" \
      "(anonymous namespace)::hidden hidden" "plugin_work plugin" "thrower thrower" "jumper jumper"; do
      name=${case% *} kind=${case##* }
      what="$compiler -$level, $name, quick calls"
      run "TRACE_TRIGGER=$name>3600s" ./program $kind 300 0
      snapshots 0
      what="$compiler -$level, $name"
      run "TRACE_TRIGGER=$name>1ms" ./program $kind 0 1
      [ $kind = plugin ] || [ ! -s said ] || { cat said; fail "$what: words on stderr"; }
      snapshots 1
      whole traces/*/snapshot-1
      expect "$what: calls before" "$(row 'earlier()')" 300
      grep -q "snapshot 1 of process .*: a call of $name took [0-9.]* ms" notes ||
        { cat notes; fail "$what: no reason"; }
      last=${name##*::}
      case $kind in
      work) expect "$what: calls" "$(row 'work()')" 1 && expect "$what: steps" "$(row 'step()')" 3 &&
        expect "$what: open frames" "$(value open)" 1 && expect "$what: after" "$(row 'after()')" "" ;;
      handle) expect "$what: calls" "$(row 'ns::Server::handle(int) const')" "$([ "$last" = handle ] && echo 1)" ;;
      templated) expect "$what: calls" "$(row 'void ns::templated<int>(int)')" 1 ;;
      hidden) expect "$what: calls" "$(row '(anonymous namespace)::hidden()')" 1 ;;
      plugin) expect "$what: calls" "$(row plugin_work)" 1 ;;
      # Left without an exit: seen at the next hook, whose enter is not there yet.
      thrower) expect "$what: calls" "$(row 'thrower()')" 1 ;;
      jumper) expect "$what: calls" "$(row 'jumper()')" 1 ;;
      esac
      "$CALLSIGHT" analyze traces >notes 2>&1 || fail "$what: analyze of the run: $?"
      grep -q "snapshot traces/.*/snapshot-1: a call of $name took" notes || { cat notes; fail "$what: not listed"; }
      grep -q "^note *snapshots that threads of the program wrote: 1;" notes ||
        { cat notes; fail "$what: the writer's time is not said"; }
    done
  done
done

what="no call is long"
run "TRACE_TRIGGER=work>3600s" ./program work 1000 0
snapshots 0
what="units"
for limit in 1000000ns 1000us 1ms 0s; do
  run "TRACE_TRIGGER=work>$limit" ./program work 0 1
  snapshots 1
done
for limit in 3600000000000ns 3600000000us 3600000ms 3600s; do
  run "TRACE_TRIGGER=work>$limit" ./program work 0 1
  snapshots 0
done
what="both are long"
run "TRACE_TRIGGER=work>1ms,nested>1ms" ./program nested 0 1
snapshots 2
what="a child of fork"
run "TRACE_TRIGGER=work>1ms" ./program forked 0 1
snapshots 2
expect "$what: folders" "$(ls -d traces/*/snapshot-1 | wc -l)" 2
what="a signal handler"
run "TRACE_TRIGGER=work>1ms" ./program handler 0 2
snapshots 2
what="descriptors that the program has taken"
run "TRACE_TRIGGER=work>1ms" ./program closed 0 1
snapshots 1
[ -f mine ] && [ ! -s mine ] || fail "$what: bytes in a file of the program's"
whole traces/*/snapshot-1
expect "$what: calls" "$(row 'work()')" 1
expect "$what: calls before" "$(row 'earlier()')" 300
what="TRACE_SNAPSHOTS"
run "TRACE_TRIGGER=work>1ms" TRACE_SNAPSHOTS=2 ./program work 0 5
snapshots 2
"$CALLSIGHT" analyze traces >notes 2>&1
grep -q "that were not written: 3" notes || { cat notes; fail "$what: not said"; }
run "TRACE_TRIGGER=work>1ms" TRACE_SNAPSHOTS=0 ./program work 0 1
snapshots 0

what="two threads at full speed"
run "TRACE_TRIGGER=work>1ms" ./program work 0 3 spinning
snapshots 3
for snapshot in traces/*/snapshot-*; do
  whole "$snapshot"
  [ "$(row 'work()')" -ge 1 ] || { cat report; fail "$what: no call of work in $snapshot"; }
done
whole traces

# in_step CALLS MEGABYTES: two threads make so many calls each while a snapshot is held, twice, and 20000 before and
# after each. What they make does not depend on the machine.
in_step() {
  rm -f held-* go-on-*
  export IN_STEP_CALLS=$1
  run "TRACE_TRIGGER=work>1ms" TRACE_MAX_MB=$2 "$HOLD_SNAPSHOT" 2 0 ./program work 0 2 in-step
  snapshots 2
  made=$((2 * (2 * $1 + 3 * 20000)))
  expect "$what: made" "$(cat made)" $made
}
# Each call has 8 events, of at most 12 bytes: 27 MB.
what="a ring that holds all: nothing is lost to a snapshot"
in_step 40000 256
for n in 1 2; do
  whole traces/*/snapshot-$n
  # What was complete when it began is there.
  least=$((2 * (20000 + (n - 1) * 40000)))
  [ "$(row 'before()')" -ge $least ] || fail "$what: $(row 'before()') calls in snapshot $n, not $least"
  expect "$what: calls of work in snapshot $n" "$(row 'work()')" $n
done
whole traces
expect "$what: calls" "$(row 'before()')" $((made + 2))
expect "$what: steps" "$(row 'step()')" $((3 * (made + 2) + 1))
# Each call has 8 events, of at least 8 bytes: 12 MB in a hold.
what="a ring that is used again while it is copied"
in_step 100000 4
for n in 1 2; do
  whole traces/*/snapshot-$n
  expect "$what: calls of work in snapshot $n" "$(row 'work()')" $n
done
whole traces

# A program at fixed addresses that takes the address of a library's function: the library has that address, too.
cat > fixed.c <<'END'
#include <stdlib.h>
void in_library(int ms);
__attribute__((noinline)) static void call(void (*volatile taken)(int ms), int ms) { taken(ms); }
int main(void)
{
	call(in_library, 20);
	return 0;
}
END
cat > library.c <<'END'
#include <time.h>
void in_library(int ms);
void in_library(int ms)
{
	struct timespec time = { 0, ms * 1000000L };
	nanosleep(&time, NULL);
}
END
"$GCC" $hook_flags -O2 -shared -fPIC -o library.so library.c "$RT_MODULE" -Wl,--undefined=csr_module_anchor \
  -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit || fail "the library does not compile"
"$GCC" $hook_flags -O2 -fno-pie -no-pie -rdynamic -o fixed fixed.c library.so $link_flags \
  -Wl,--whole-archive "$RT_STATIC" -Wl,--no-whole-archive "$RT_MODULE" -pthread -ldl -Wl,-rpath,. || fail "the fixed program does not compile"
what="address that a program takes"
run "TRACE_TRIGGER=in_library>1ms" ./fixed
snapshots 1
report traces/*/snapshot-1
expect "$what: calls" "$(row in_library)" 1

# What cannot be is said once.
what="unknown name"
run "TRACE_TRIGGER=nothing>1ms" ./program work 10 1
snapshots 0
expect "$what: words" "$(grep -c "no function 'nothing'" said)" 1
for bad in "work" "work>" "work>10" "work>10m" "work>x" ">10ms" "work>9999999999s"; do
  what="TRACE_TRIGGER='$bad'"
  run "TRACE_TRIGGER=$bad" ./program work 10 1
  snapshots 0
  expect "$what: lines" "$(grep -c "is not a list" said)" 1
done
what="a comma at the end"
run "TRACE_TRIGGER=work>1ms," ./program work 0 1
snapshots 1
expect "$what: words" "$(cat said)" ""
what="without wrap"
run "TRACE_TRIGGER=work>1ms" TRACE_FULL=stop ./program work 0 1
snapshots 0
expect "$what: words" "$(grep -c "needs TRACE_FULL=wrap" said)" 1
what="without call sites"
run "TRACE_TRIGGER=work>1ms" TRACE_CALLSITES=0 ./program work 0 1
snapshots 1
expect "$what: words" "$(grep -c "needs call sites" said)" 1
for setting in TRACE_CLOCK=mono TRACE_WIDE=1 TRACE_MIN_FREE_MB=1; do
  what=$setting
  run "TRACE_TRIGGER=work>3600s" $setting ./program work 300 0
  snapshots 0
  run "TRACE_TRIGGER=work>1ms" $setting ./program work 0 1
  snapshots 1
done

what="folder that was moved"
begin "TRACE_TRIGGER=work>1ms" ./program work 0 1 waits
wait_for ready
mv traces/* traces/moved
: > go
wait $process || fail "$what: status $?"
started=$far
[ ! -s said ] || { cat said; fail "$what: words on stderr"; }
"$CALLSIGHT" analyze traces >notes 2>&1 || { cat notes; fail "$what: analyze: $?"; }
grep -q "that were not written: 1; No such file or directory" notes || { cat notes; fail "$what: not said"; }

# Killed while a snapshot is written: what was recorded is there, and the half snapshot is said.
what="killed in a snapshot"
begin EARLIER=1000000 "TRACE_TRIGGER=work>1ms" TRACE_MAX_MB=64 "$HOLD_SNAPSHOT" 1 1048576 ./program work 0 1
wait_for held-1
kill -9 "$(cat held-1)"
wait $process
expect "$what: status" $? 137
started=$far
report traces
expect "$what: calls" "$(row 'earlier()')" 1000000
expect "$what: calls of work" "$(row 'work()')" 1
grep -q "snapshot-1.part is not finished" notes || { cat notes; fail "$what: not said"; }
report traces/*/snapshot-1.part
expect "$what: calls of work in half a snapshot" "$(row 'work()')" 1
[ "$(row 'earlier()')" -lt 1000000 ] || fail "$what: half a snapshot has all calls"
# A kill in the middle of a write cuts the last block, which is said.
truncate -s -100 traces/*/snapshot-1.part/blocks-0.0.cst
"$CALLSIGHT" analyze traces/*/snapshot-1.part --format json >report 2>notes
expect "$what: status with a block that is cut" $? 3
expect "$what: calls of work beside a block that is cut" "$(row 'work()')" 1

what="calls of both kinds"
for process in $far; do
  wait "$process" || fail "$what: status $?: $(cat far/*/said)"
done
started=
far_ended mixed 1
whole traces/*/snapshot-1
expect "$what: calls" "$(row 'work()')" 301
expect "$what: steps" "$(row 'step()')" 903
far_ended others 0
# What a snapshot takes is none of the outer call's time.
far_ended within 2
for n in 1 2; do
  whole traces/*/snapshot-$n
  grep -q "a call of work took" notes || { cat notes; fail "$what: another reason"; }
done
cd "$work_folder" || exit 1

# Where it cannot be written the program goes on, and the report says it.
# no_room FOLDER SIZE MIN-FREE-MB: a file system that holds a ring of 2 MiB, and no copy of it.
no_room() {
  mount_small "$1" "$2" "$what"
  run EARLIER=200000 TRACE_MAX_MB=2 TRACE_MIN_FREE_MB=$3 "TRACE_DIR=$1/traces" "TRACE_TRIGGER=work>1ms" \
    ./program work 0 1
  "$CALLSIGHT" analyze "$1/traces" >notes 2>&1
  status=$?
  folders=$(ls -d "$1"/traces/*/snapshot-* 2>/dev/null)
  umount "$1"
  expect "$what: status of the report" $status 0
  expect "$what: folders" "$folders" ""
  grep -q "that were not written: 1; No space left on device" notes || { cat notes; fail "$what: not said"; }
}
what="full disk"
no_room small 3m 0
what="less than TRACE_MIN_FREE_MB would be left"
no_room larger 8m 5
exit 0
