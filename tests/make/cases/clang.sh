# SPDX-License-Identifier: MIT
# By clang, which has no lists of what to leave out: the same functions are traced, since the link decides.
# Files are selected when they are compiled. CC on the command line is the project's all the same, and so
# are flags, an archive's or a plug-in's word after $(CC) included.
. "$(dirname "$0")/../lib.sh"
cp -r "$root/tests/make/project" p && cd p || fail copy
printf 'exclude-func step\nexclude lib\n' >trace.config
CALLSIGHT_CC="ccache clang"
clang="CC=clang CXX=clang++ CALLSIGHT=1"
build CFLAGS="-O1 -fomit-frame-pointer" $clang -j4 callsight-run
expect 'calls' 'leaf:30 main:1 part_one:10 part_two:10' "$(calls _callsight/captures/app/traces)"
expect 'files without hooks' '' "$(nm -u out/lib/words.cc.o | grep cyg_profile)"
grep -q 'callsight link: app: hooks in 4 functions, silenced in 1$' ../log || fail 'the words of the link'
grep -q '^clang @[^ ]*  *-O1 -fomit-frame-pointer -fno-omit-frame-pointer  *-Isrc -MMD' ../log || fail 'CFLAGS of the command line'
sed -i 's/step/main/' trace.config
build CFLAGS="-O1 -fomit-frame-pointer" $clang -j4 callsight-run
expect 'only the link changes' 'app' "$(compiled)$(linked)"
expect 'then' 'leaf:30 part_one:10 part_two:10 step:10' "$(calls _callsight/captures/app/traces)"
echo 'exclude src/one.c' >>trace.config
build CFLAGS="-O1 -fomit-frame-pointer" $clang -j4 callsight-run
expect 'a file more is excluded' 'out/src/one.c.o' "$(compiled)"
expect 'at last' 'leaf:30 part_two:10 step:10' "$(calls _callsight/captures/app/traces)"
