# SPDX-License-Identifier: MIT
# Read by the scripts of this folder: sh SCRIPT SOURCE-FOLDER WORK-FOLDER.
set -u
drain=
source_folder=$1
work_folder=$2
rm -rf "$work_folder"
mkdir -p "$work_folder" && cd "$work_folder" || exit 1
ulimit -c 0

fail() {
  echo "FAILED: $*" >&2
  # It would wait for ever for the end of the programs; if it has ended, its number may be somebody else's.
  [ "$(cat "/proc/$drain/comm" 2> comm.err)" != e2e_ring_drain ] || kill -9 "$drain"
  exit 1
}

# finally COMMAND: is done when the test ends, however it does. A process that it kills is one that was not waited for,
# so that its number is nobody else's.
finally() {
  end_steps="$1${end_steps:+; $end_steps}"
  trap "$end_steps" EXIT
}

hook_flags="-g -finstrument-functions -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -I$RT_INCLUDE"
link_flags="-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit
  -Wl,--wrap=swapcontext,--wrap=setcontext -Wl,--undefined=csr_module_anchor"

# build COMPILER OUTPUT FLAG... SOURCE: an instrumented program with the static runtime.
build() {
  build_compiler=$1 build_output=$2
  shift 2
  "$build_compiler" $hook_flags "$@" -o "$build_output" $link_flags "$RT_MODULE" "$RT_STATIC" \
    -pthread -ldl || fail "$build_output does not compile"
}

# compiler_for FILE gcc|clang: what compiles it.
compiler_for() {
  case $1:$2 in
  *.cpp:gcc) echo "$GXX" ;;
  *.cpp:clang) echo "$CLANGXX" ;;
  *:gcc) echo "$GCC" ;;
  *:clang) echo "$CLANG" ;;
  esac
}

# Of a file of programs/, whose lines README.md explains:
# build_program FILE gcc|clang LEVEL: compiles it. Word splitting of its flags is meant.
build_program() {
  build "$(compiler_for "$1" "$2")" program "-$3" $(sed -n 's/^ \* @flags //p' "$1") "$1"
}

# runs_of FILE: the names of its runs.
runs_of() {
  sed -n 's/^ \* @run \([^ ]*\).*/\1/p' "$1" | grep . || echo default
}

# read_run FILE RUN: sets settings and arguments.
read_run() {
  settings=$(sed -n "s/^ \* @run $2\( \|\$\)//p" "$1")
  case $settings in
  *--*) arguments=${settings#*--} ;;
  *) arguments= ;;
  esac
  settings=${settings%%--*}
}

# calls FUNCTION FOLDER: its number of calls as the json report has it.
calls() {
  "$CALLSIGHT" analyze "$2" --format json 2>/dev/null | tr '{' '\n' |
    sed -n "s/.*\"function\": *\"$1\".*\"calls\": *\([0-9]*\).*/\1/p"
}

# mount_small FOLDER SIZE WHAT: a file system of that size, or the test ends as skipped, since the machine
# does not allow it. WHAT: of the test is skipped then.
mount_small() {
  command -v mount > mount.path || fail "mount is not here"
  mkdir "$1"
  mount -t tmpfs -o size=$2 tmpfs "$1" 2> mount.err && return
  echo "SKIPPED $3: a small file system cannot be mounted: $(cat mount.err)"
  exit 77
}

expect() {
  [ "$2" = "$3" ] || fail "$1: expected '$3', found '$2'"
}

# self_times FILE: the sum of the rows of a json report; modules have sums of the same name.
self_times() {
  sed -n 's/^{"function":.*"self_ns":\([0-9]*\).*/\1/p' "$1" | awk '{ n += $1 } END { printf "%d", n }'
}

# summary NAME: a number of the summary in report.json.
summary() {
  sed -n "s/.*\"summary\":{[^}]*\"$1\":\([0-9]*\).*/\1/p" report.json
}

# start_drain RING FOLDER: what comes out of the ring goes into folders below FOLDER, from now until end_drain, which the
# test calls when its programs have ended.
start_drain() {
  drain_ended=$2.ended
  rm -f "$drain_ended"
  "$RING_DRAIN" "$1" "$2" > drained 2> drain.err &
  drain=$!
}

# end_drain WHAT
end_drain() {
  : > "$drain_ended"
  wait $drain
  drain_status=$? drain=
  [ $drain_status -eq 0 ] || fail "$1: ring_drain: $(cat drain.err)"
}

# wait_until WHAT COMMAND...: until it has status 0, for a minute at least; else the test fails and says WHAT.
wait_until() {
  wait_what=$1 wait_tries=0
  shift
  until "$@"; do
    wait_tries=$((wait_tries + 1))
    [ $wait_tries -le 3000 ] || fail "waited in vain: $wait_what"
    sleep 0.02
  done
}

# ring_word OFFSET [BYTES]: a number in the object /dev/shm/$ring (docs/format/ring-v1.md); 0 where it is not there.
ring_word() {
  ring_number=$(od -An -t "u${2:-4}" -j "$1" -N "${2:-4}" "/dev/shm/$ring" 2> ring_word.err | tr -d ' ')
  echo "${ring_number:-0}"
}

# ring_dropped: the process of the first entry had no cell for a block.
ring_dropped() {
  [ "$(ring_word 4128)" -gt 0 ]
}

# ring_handed COUNT: that many blocks were handed over by all processes.
ring_handed() {
  [ "$(ring_word 48)" -ge "$1" ]
}
