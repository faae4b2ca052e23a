# SPDX-License-Identifier: MIT
# What compilers and linkers can do is tried, not taken from their names. Stand-ins pass on to the real
# compiler what they do not spoil.
asked() {
  callsight doctor --ctags '' --cc "$@" | sed -n '1,/^.\{8\}ctags/p' | sed '/^.\{8\}ctags/d
    s/[0-9][0-9]*\.[0-9.]*[0-9]/N/g; s,/usr/bin/,,; s/GNU ld .*/GNU ld/'
}
stand_in() {
  name=$1
  shift
  {
    echo '#!/bin/sh'
    printf '%s\n' "$@"
    echo 'exec gcc "$@"'
  } >"$name"
  chmod +x "$name"
}
echo '-- gcc, clang, and one of another machine'
asked gcc
asked clang
case $(uname -m) in
x86_64) asked riscv64-linux-gnu-gcc ;;
*) echo "written for x86-64" >&2; exit 77 ;;
esac
echo '-- none, by its name and by CC, and no compiler at all'
asked ./nowhere
CC=./nowhere callsight doctor --ctags '' | sed -n 1p
asked true
echo '-- options behind it, and blanks in a path'
mkdir 'a folder'
stand_in 'a folder/cc'
asked './a folder/cc'
asked '"./a folder/cc" -fuse-ld=bfd -O2' | sed -n 1p
echo '-- an old one, and one that is neither'
stand_in old 'case $* in *-dM*) gcc "$@" | sed "s/\(__GNUC__\) .*/\1 9/"; exit ;; esac'
asked ./old | sed -n 1,2p
stand_in neither 'case $* in *-dM*) gcc "$@" | sed "/__GNUC/d"; exit ;; esac'
asked ./neither
echo '-- without hooks, without response files, without either'
stand_in deaf 'case $* in *-c*) for w; do shift; case $w in @* | -finstr*) ;; *) set -- "$@" "$w" ;; esac; done ;; esac'
asked ./deaf
stand_in literal 'case $* in *@*) echo "cc: error: no file" >&2; exit 1 ;; esac'
asked ./literal
stand_in refuses 'case $* in *@* | *-finstr*) echo "cc: error: unknown option" >&2; exit 1 ;; esac'
asked ./refuses
echo '-- specs that do not arrive'
stand_in loses 'for w; do shift; case $w in -specs*) ;; *) set -- "$@" "$w" ;; esac; done'
asked ./loses | sed -n 3p
stand_in fails 'case $* in *-specs*) echo "cc: error: no specs" >&2; exit 1 ;; esac'
asked ./fails | sed -n 3p
echo '-- a linker without a name, one that fails, one that ignores --wrap'
stand_in nameless 'case $* in *--version*) echo "1.0"; exit ;; esac'
asked ./nameless | sed -n 4p
stand_in broken 'case $* in *--wrap*) echo "ld: error: cannot find crt1.o" >&2; exit 1 ;; esac'
asked ./broken
stand_in ignores 'for w; do shift; case $w in -Wl,--wrap*) ;; *) set -- "$@" "$w" ;; esac; done'
asked ./ignores | sed -n '5,$p'
echo '-- nowhere to try'
TMPDIR=/proc callsight doctor --ctags '' --cc gcc | sed -n 1p
