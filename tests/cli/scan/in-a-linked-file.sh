# SPDX-License-Identifier: MIT
# What became of a selection: functions without a hook and why, and functions that were silenced.
. "$CASE_FOLDER/../select/lib/plan.sh"
case $(uname -m) in
  x86_64 | aarch64) ;;
  *) echo "no linked file is patched on $(uname -m)" >&2; exit 77 ;;
esac
cat >a.cpp <<'EOF'
#include "h.h"
static int get(int x) { return x; }
int target(int x) { return get(x); }
#ifdef NEVER
int never(void) { return 1; }
#endif
__attribute__((no_instrument_function)) int quiet(void) { return 1; }
int main() {
  auto add = [](int x) { return x + 1; };
  return target(-1) + add(0) + used(0);
}
EOF
printf 'inline int used(int x) { return x; }\ninline int not_used(int x) { return x; }\n' >h.h
printf 'int left(void) { return 1; }\nint right(void) { return 1; }\n' >b.cpp
echo 'exclude-func get' >trace.config
new_plan GNU
target trace.config a.cpp b.cpp
build_step || exit
for source in a.cpp b.cpp; do
  g++ -g -O0 -w "@$source.rsp" -c "$source" -o "$source.o" || exit
done
cat >hooks.c <<'EOF'
void __wrap___cyg_profile_func_enter(void *f, void *c) { (void)f; (void)c; }
void __wrap___cyg_profile_func_exit(void *f, void *c) { (void)f; (void)c; }
EOF
gcc -c hooks.c -o hooks.o || exit
wrap=-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit
mkdir out
callsight link --quiet --selection selection -- g++ $wrap -o out/app a.cpp.o hooks.o || exit
callsight scan --plan plan --linked out/app
echo "-- found by its target's name, b.cpp linked too"
mkdir -p out/_callsight/select
mv plan out/_callsight/select/sources.plan
callsight link --quiet --selection selection -- g++ $wrap -o out/app a.cpp.o b.cpp.o hooks.o || exit
callsight scan --linked app --target app out
echo '-- stripped, its debug file beside it'
objcopy --only-keep-debug out/app out/app.debug
strip out/app
objcopy --add-gnu-debuglink=out/app.debug out/app
callsight scan --linked app --target app out
echo '-- without debug information'
for source in a.cpp b.cpp; do
  g++ -O0 -w "@$source.rsp" -c "$source" -o "$source.o" || exit
done
callsight link --quiet --selection selection -- g++ $wrap -o out/app a.cpp.o b.cpp.o hooks.o || exit
callsight scan --linked app --target app out
echo '-- no such file, no ELF file, none that was linked so'
callsight scan --linked none out
callsight scan --linked a.cpp out
callsight scan --linked a.cpp.o out
