# SPDX-License-Identifier: MIT
# Sourced by the cases, with their arguments:
#     <case>.sh ROOT BUILD WORK BIN MAKE
# ROOT: of the source tree. BUILD: of CallSight. WORK: the case's folder, made anew. BIN: callsight is
# there. MAKE: GNU Make. The first thing that is not as expected ends the case.
set -u
root=$1 build=$2 work=$3
make=$5
PATH=$4:$PATH
LC_ALL=C
export PATH LC_ALL
# The runtime of each project has the same sources: the compiler is needed once.
CALLSIGHT_CC='ccache cc' CCACHE_DIR=$work/../../ccache CCACHE_NOHASHDIR=1
export CALLSIGHT_CC CCACHE_DIR CCACHE_NOHASHDIR
unset MAKEFLAGS MAKELEVEL MFLAGS TRACE_ENABLE CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS
mk=$root/cmake/make/callsight.mk
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1

fail() {
  echo "FAILED: $*" >&2
  [ ! -f "$work/log" ] || sed 's/^/  | /' "$work/log" >&2
  exit 1
}

# expect <what> <wanted> <found>
expect() {
  [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

# let_time_pass: what is written from now on is newer than all that is there. make goes by that, and a file system may
# have one time for all of a tick of the kernel, of a second, or of two.
let_time_pass() {
  touch "$work/../then-${work##*/}"
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    touch "$work/../now-${work##*/}"
    [ -z "$(find "$work/../now-${work##*/}" -newer "$work/../then-${work##*/}")" ] || return 0
    sleep 0.1
  done
  fail 'the time of files stands still'
}

# build [<word of make>...]: in the current folder; its words go to $work/log.
build() {
  "$make" MK="$mk" "$@" >"$work/log" 2>&1 || fail "make $*"
  let_time_pass
}

# compiled: the objects that the last build compiled, by their names.
compiled() {
  sed -n 's/.* -c -o \([^ ]*\) .*/\1/p' "$work/log" | sort | tr '\n' ' ' | sed 's/ $//'
}

# linked: what the last build linked.
linked() {
  grep -v ' -c -o ' "$work/log" | sed -n 's/.* -o \([^ ]*\) .*/\1/p' | sort | tr '\n' ' ' | sed 's/ $//'
}

# calls <trace folder>: "name:calls" of every function, by name.
calls() {
  callsight analyze "$1" --format json >"$work/report.json" || fail "analyze $1"
  sed -n 's/^{"function":"\([^"]*\)".*"calls":\([0-9]*\),"resumes".*/\1:\2/p' "$work/report.json" |
    sed 's/(.*)/()/; s/\[abi:cxx11\]//; s/ const:/:/' | sort | tr '\n' ' ' | sed 's/ $//'
}
