# SPDX-License-Identifier: MIT
# Programs that are to be traced: hooks, runtime, and what their names come from.
case $(uname -m) in
x86_64) ;;
*) echo "written for x86-64" >&2; exit 77 ;;
esac
asked() {
  callsight doctor --cc true --ctags '' --config empty "$@" | sed -n '/^.\{8\}debuginfod/,/^$/p' | sed '1d; $d'
}
: >empty
wrap=-Wl,--wrap=__cyg_profile_func_enter,--wrap=__cyg_profile_func_exit
cat >hooks.c <<'END'
#define PLAIN __attribute__((no_instrument_function))
PLAIN void __wrap___cyg_profile_func_enter(void *f, void *site);
PLAIN void __wrap___cyg_profile_func_exit(void *f, void *site);
void __wrap___cyg_profile_func_enter(void *f, void *site) { (void)f; (void)site; }
void __wrap___cyg_profile_func_exit(void *f, void *site) { (void)f; (void)site; }
const char marker[] __attribute__((section(".callsight.runtime"), used)) = "1";
END
printf 'int f(void)\n{\n  return 0;\n}\nint main(void)\n{\n  return f();\n}\n' >m.c
gcc -O1 -g -c hooks.c -o hooks.o
gcc -O1 -g -finstrument-functions -c m.c -o m.o
printf 'callsight-selection\t2\ntarget\tm\nsystem\tout\nrest\tkeep\nfile\t%s\tkeep\n-\tf\n' "$PWD/m.c" >selection
linked() {
  out=$1
  shift
  callsight link --quiet --selection selection -- gcc m.o hooks.o "$wrap" -Wl,--build-id -o "$out" "$@"
}
echo '-- as it should be'
linked good
asked --program good
echo '-- not linked through callsight link, without build-id and debug info, without symbols'
gcc m.o hooks.o "$wrap" -Wl,--build-id=none -o by-hand
strip --strip-debug by-hand
asked --program by-hand
linked stripped -s 2>link.log
asked --program stripped
echo '-- what strip took is beside it'
objcopy --only-keep-debug good good.debug
cp good apart
strip apart
objcopy --add-gnu-debuglink=good.debug apart
asked --program apart | grep -v 'hooks\|runtime\|machine'
mkdir away
cp apart away
asked --program away/apart | grep -v 'hooks\|runtime\|machine'
echo '-- split'
gcc -O1 -g -gsplit-dwarf -finstrument-functions -c m.c -o split.o
gcc split.o hooks.o "$wrap" -o split
asked --program split | grep 'debug info'
: >split.dwp
asked --program split | grep 'debug info'
echo '-- nothing selected, no runtime, a script, of another machine, no program, not there'
printf 'callsight-selection\t2\ntarget\tm\nsystem\tout\nrest\tdrop\n' >nothing
callsight link --quiet --selection nothing -- gcc m.o hooks.o "$wrap" -o none
asked --program none | grep hooks
asked --program "$(command -v hooks-not-called)" | grep '^.\{8\}hooks'
asked --program "$(command -v no-hooks)" | grep -v machine
printf '#!/bin/sh\n' >script
asked --program script
riscv64-linux-gnu-gcc m.c -o foreign
asked --program foreign
asked --program nowhere --program .
echo '-- a runtime of its own: found, not found'
gcc -shared -fPIC -Wl,-soname,libcallsight-rt.so hooks.c -o libcallsight-rt.so
gcc m.o "$wrap" -o shared -L. -l:libcallsight-rt.so -Wl,-rpath,'$ORIGIN'
asked --program shared | grep runtime
mv libcallsight-rt.so away
asked --program shared | grep runtime
LD_LIBRARY_PATH=/nowhere:$PWD/away asked --program shared | grep runtime
