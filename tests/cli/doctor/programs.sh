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
asked --program apart
mkdir away
cp apart away
asked --program away/apart
echo '-- split'
gcc -O1 -g -gsplit-dwarf -finstrument-functions -c m.c -o split.o
callsight link --quiet -- gcc split.o hooks.o "$wrap" -Wl,--build-id,--compress-debug-sections=zlib -o split
asked --program split
: >split.dwp
asked --program split
echo '-- nothing selected, no runtime, a script, of another machine, no program, not there'
printf 'callsight-selection\t2\ntarget\tm\nsystem\tout\nrest\tdrop\n' >nothing
callsight link --quiet --selection nothing -- gcc m.o hooks.o "$wrap" -o none
asked --program none
asked --program "$(command -v hooks-not-called)" | sed -n 1p
asked --program "$(command -v no-hooks)"
printf '#!/bin/sh\n' >script
asked --program script
riscv64-linux-gnu-gcc m.c -o foreign
asked --program foreign
asked --program nowhere --program .
echo '-- hooks that could not be silenced: a jump to a piece without a name is not followed'
printf 'int k(int x)\n{\n  if (x > 1)\n    __builtin_printf("%%d", x);\n  return x;\n}\nint main(int n, char **v)\n{\n  return v && k(n) > 1;\n}\n' >k.c
clang -O2 -g -finstrument-functions -fbasic-block-sections=all -c k.c -o k.o
callsight link --quiet --selection nothing -- clang k.o hooks.o "$wrap" -fuse-ld=lld -Wl,--build-id -o kept
asked --program kept
echo '-- a list, of a build that is not complete; one that is not there'
mkdir -p b/_callsight/select
printf 'callsight-plan\t2\n' >b/_callsight/select/sources.plan
printf '%s\n' good "$PWD/nowhere" '' b/other good >list
asked --build b --program @list
asked --program @nowhere
echo '-- a runtime of its own: found, not found'
gcc -shared -fPIC -Wl,-soname,libcallsight-rt.so hooks.c -o libcallsight-rt.so
callsight link --quiet -- gcc m.o "$wrap" -Wl,--build-id -o shared -L. -l:libcallsight-rt.so -Wl,-rpath,'$ORIGIN'
asked --program shared
callsight link --quiet --selection nothing -- gcc m.o "$wrap" -o silent -L. -l:libcallsight-rt.so -Wl,-rpath,/nowhere:"$PWD",--build-id
asked --program silent
mv libcallsight-rt.so away
asked --program shared
LD_LIBRARY_PATH=/nowhere:$PWD/away asked --program shared
