#!/bin/sh
# SPDX-License-Identifier: MIT
# probe_mechanisms.sh [GCC CLANG]: what compilers can do to tell a program's calls, tried on small
# programs. A line a claim of docs/reference/mechanisms.md, with the answer of each compiler.
set -u
gcc=${1:-gcc}
clang=${2:-clang}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
LC_ALL=C
export LC_ALL

# Four functions, four calls: main, outer, and two that -O2 inlines.
cat >four.c <<'END'
static inline __attribute__((always_inline)) int forced(int x) { return x + 1; }
static int inlined(int x) { return x * 3; }
__attribute__((noinline)) int outer(int x) { return forced(x) + inlined(x); }
int main(int argc, char **argv) { (void)argv; return outer(argc) == 0; }
END
# 1000 calls that the compiler makes a loop of, if it may.
cat >tail.c <<'END'
int down(int n) { return n > 1 ? down(n - 1) : n; }
int main(void) { return down(1000) != 1; }
END
cat >count.c <<'END'
#include <stdio.h>
static int calls;
void __cyg_profile_func_enter(void *f, void *s) { (void)f; (void)s; calls++; }
void __cyg_profile_func_exit(void *f, void *s) { (void)f; (void)s; }
static __attribute__((destructor)) void say(void) { printf("%d calls\n", calls); }
END
"$gcc" -c count.c -o count.o || exit 1

# compiles COMPILER FLAG...: does it take them?
compiles() {
  rm -f probe.o
  "$@" -Werror -c four.c -o probe.o 2>error
}

accepts() {
  if compiles "$@"; then echo yes; else echo refused; fi
}

# runs COMPILER SOURCE FLAG...: calls of hooks that a run makes.
runs() {
  compiler=$1
  source=$2
  shift 2
  "$compiler" "$@" -c "$source" -o probe.o 2>error && "$compiler" probe.o count.o -o probe 2>error || {
    echo refused
    return
  }
  ./probe
}

# symbols COMPILER PATTERN FLAG...: the functions with such names that the code calls, and how often.
symbols() {
  compiler=$1
  pattern=$2
  shift 2
  compiles "$compiler" "$@" || { echo refused; return; }
  found=$(objdump -dr probe.o | grep -o "$pattern" | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2 }')
  echo "${found:-none}"
}

# entries COMPILER SECTION BYTES FLAG...: entries of so many bytes in a section of the object.
entries() {
  compiler=$1
  section=$2
  bytes=$3
  shift 3
  compiles "$compiler" "$@" || { echo refused; return; }
  readelf -SW probe.o | sed 's/\[ *//' | awk -v section="$section" -v bytes="$bytes" '
    function value(text, i, n) {
      for (i = 1; i <= length(text); i++)
        n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
      return n
    }
    $2 == section { size += value($6) }
    END { print size / bytes " entries" }'
}

links() {
  compiles "$@" && "$@" four.c -o probe 2>error && { echo yes; return; }
  echo no
}

# plugs COMPILER FLAG: does it know the flag and look for the file?
plugs() {
  compiles "$@"
  if grep -q 'nowhere\.so' error && ! grep -qi 'unknown argument\|unrecognized' error; then echo yes; else echo refused; fi
}

row() {
  printf '%-58s  %-30s  %s\n' "$1" "$2" "$3"
}

# both CLAIM FUNCTION WORD...: the line of a claim; @ is the compiler.
both() {
  claim=$1
  function=$2
  shift 2
  row "$claim" "$("$function" "$gcc" "$@")" "$("$function" "$clang" "$@")"
}

hooks=-finstrument-functions
row compiler "gcc $("$gcc" -dumpversion)" "clang $("$clang" -dumpversion | cut -d . -f 1)"
both "$hooks -O0, 4 calls" runs four.c -O0 $hooks
both "$hooks -O2, 4 calls, 2 of them inlined" runs four.c -O2 $hooks
both "-O2, 1001 calls, 999 of them tail calls" runs tail.c -O2 $hooks
both "linked without any hooks" links -O2 $hooks
both "-fno-instrument-functions" accepts -fno-instrument-functions
both "$hooks-once" accepts $hooks-once
both "$hooks-exclude-function-list=outer" runs four.c -O2 $hooks $hooks-exclude-function-list=outer
both "the same, =in, which is in main and in inlined" runs four.c -O2 $hooks $hooks-exclude-function-list=in
both "$hooks-exclude-file-list=our, as in four.c" runs four.c -O2 $hooks $hooks-exclude-file-list=our
both "$hooks-after-inlining -O2" runs four.c -O2 $hooks-after-inlining
both "$hooks-after-inlining -O0" runs four.c -O0 $hooks-after-inlining
both "-pg -O2" symbols '_*mcount\|__fentry__\|__return__' -O2 -pg
both "-pg -mfentry -O2" symbols '_*mcount\|__fentry__\|__return__' -O2 -pg -mfentry
both "-pg -mfentry -minstrument-return=call -O2" symbols '_*mcount\|__fentry__\|__return__' \
  -O2 -pg -mfentry -minstrument-return=call
both "-pg -mfentry -mrecord-mcount -fno-pie, where they are" entries __mcount_loc 8 -O2 -pg -mfentry -mrecord-mcount -fno-pie
both "-pg -mfentry -mnop-mcount -fno-pie" accepts -O2 -pg -mfentry -mnop-mcount -fno-pie
both "-fpatchable-function-entry=5,2 -O2" entries __patchable_function_entries 8 -O2 -fpatchable-function-entry=5,2
both "-fxray-instrument -O2: ways in and out" entries xray_instr_map 32 -O2 -fxray-instrument
both "the same with -fxray-instruction-threshold=1" entries xray_instr_map 32 -O2 -fxray-instrument \
  -fxray-instruction-threshold=1
for kind in trace-pc trace-cmp trace-pc-guard inline-8bit-counters pc-table; do
  both "-fsanitize-coverage=$kind" accepts -O2 -fsanitize-coverage=$kind
done
both "-fsanitize-coverage=trace-pc -O2, calls" symbols '__sanitizer_cov_trace_pc' -O2 -fsanitize-coverage=trace-pc
both "-fsanitize-coverage=trace-pc, linked" links -O2 -fsanitize-coverage=trace-pc
both "-fsanitize-coverage=trace-pc-guard, linked" links -O2 -fsanitize-coverage=trace-pc-guard
both "-fprofile-arcs" accepts -O2 -fprofile-arcs
both "-fplugin=nowhere.so is looked for" plugs -fplugin=nowhere.so
both "-fpass-plugin=nowhere.so is looked for" plugs -fpass-plugin=nowhere.so
