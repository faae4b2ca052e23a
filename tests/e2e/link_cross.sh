#!/bin/sh
# SPDX-License-Identifier: MIT
# link_cross.sh SOURCE-FOLDER WORK-FOLDER COMPILER BUILD-TYPE: a program for aarch64, built by CMake with
# the package, run under qemu: functions that are not selected are not recorded, of the others every call.
. "$1/common.sh"
compiler=$3 build_type=$4
sysroot=/usr/aarch64-linux-gnu
case $compiler in
gcc) set -- -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ ;;
*) set -- "-DCMAKE_C_COMPILER=$CLANG" "-DCMAKE_CXX_COMPILER=$CLANGXX" \
  -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu -DCMAKE_CXX_COMPILER_TARGET=aarch64-linux-gnu ;;
esac
{
  cmake -S "$source_folder/linked" -B build -G Ninja -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR=aarch64 "-DCMAKE_BUILD_TYPE=$build_type" "$@" \
    "-DCALLSIGHT_ROOT=$ROOT" "-DCALLSIGHT_CLI=$CALLSIGHT" -DCALLSIGHT_INSTRUMENT=ON &&
    cmake --build build --parallel 2
} >build.log 2>&1 || {
  cat build.log >&2
  fail "does not build"
}

# traced PROGRAM OUTPUT: runs it; the functions of the raw records in $functions, "name=calls" a line.
traced() {
  rm -rf traces
  expect "output of $1" "$(qemu-aarch64 -L $sysroot "build/$1")" "$2"
  expect "output of $1 with tracing" \
    "$(TRACE_ENABLE=1 TRACE_DIR=traces qemu-aarch64 -L $sysroot "build/$1")" "$2"
  functions=$("$CALLSIGHT" dump traces | awk '$3 == "enter"' | sed 's/^[^ ]* [^ ]* enter [^ ]* //; s/ from .*//' |
    LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2=\1/')
}

traced app 63186
expect "functions of app" "$functions" 'kept=1034
kept_around=1000
kept_inlined=2167
kept_tail=417
kept_void=1000
main=1
outside=1000'

traced app_cxx 19406
for name in 'double ns::kept_template<double>(double)=300' 'int ns::kept_template<int>(int)=300' \
  'kept_throws(int, int&)=300' main=1 'ns::Kept::Kept(int&)=300' 'ns::Kept::~Kept()=300' \
  'ns::KeptRun::run(int)=150'; do
  echo "$functions" | grep -qxF "$name" || fail "app_cxx has no $name: $functions"
done
# The compiler's own constructor and destructor of QuietRun are not excluded.
echo "$functions" | grep -v '~*QuietRun()=' | grep -i 'quiet[^(]*(\|std::' &&
  fail "app_cxx records what is not selected"

# The first page of a small program holds its functions: a part of their addresses is 0.
target=$([ "$compiler" = gcc ] || echo --target=aarch64-linux-gnu)
[ "$build_type" = Debug ] && level=-O0 || level=-O2
cat > small.c <<'END_C'
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
int main(int argc, char **argv) { return (void)argv, twice(argc) + thrice(argc); }
END_C
cat > hooks.c <<'END_C'
void __wrap___cyg_profile_func_enter(void *a, void *b) { (void)a, (void)b; }
void __wrap___cyg_profile_func_exit(void *a, void *b) { (void)a, (void)b; }
END_C
[ "$compiler" = gcc ] && cc=aarch64-linux-gnu-gcc || cc=$CLANG
"$cc" $target $level -finstrument-functions -c small.c && "$cc" $target -O2 -c hooks.c || fail "small does not compile"
"$CALLSIGHT" link -- "$cc" $target -Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit \
  -Wl,--emit-relocs small.o hooks.o -o small 2> said || fail "small: $(cat said)"
expect "a small program" "$(cat said)" "callsight link: small: hooks in 3 functions"
exit 0
