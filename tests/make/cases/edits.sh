# SPDX-License-Identifier: MIT
# Without CALLSIGHT=1 nothing happens. With it the objects are those of the selection, and after an edit
# of trace.config, a source or a header exactly those are compiled again whose selection changed. Going
# back and forth between both builds never leaves an object of the other kind.
. "$(dirname "$0")/../lib.sh"
cp -r "$root/tests/make/project" p && cd p || fail copy
all='out/lib/words.cc.o out/src/leaf.c.o out/src/main.c.o out/src/one.c.o out/src/two.c.o'

build
expect 'a plain build' "$all" "$(compiled)"
expect 'files of it' 'Makefile app lib out src' "$(echo *)"
! grep -q '@\|callsight' ../log || fail 'a plain build has options of ours'
! nm -u app | grep -q cyg_profile || fail 'hooks in a plain build'
cp app ../plain

build CALLSIGHT=1 -j4
expect 'tracing on' "$all" "$(compiled)"
grep -q 'callsight link: app: hooks in 10 functions$' ../log || fail 'no word of the link'
build CALLSIGHT=1 callsight-run
every='count_words:1 leaf:30 main:1 part_one:10 part_two:10 step:10'
cxx='words::Splitter::Splitter():1 words::Splitter::is_blank():13 words::Splitter::split():1 words::Splitter::~Splitter():1'
expect 'calls' "$every $cxx" "$(calls _callsight/captures/app/traces)"
build CALLSIGHT=1
expect 'a second time' '' "$(compiled)$(linked)"

echo 'exclude-func part_two' >trace.config
build CALLSIGHT=1 -j4
expect 'a config appears' 'out/src/two.c.o' "$(compiled)"
echo '# a comment' >>trace.config
build CALLSIGHT=1
expect 'a comment in it' '' "$(compiled)"
printf 'include-func part_one\n' >trace.config
build CALLSIGHT=1 -j4
expect 'only a call tree' 'out/lib/words.cc.o out/src/main.c.o' "$(compiled)"
build CALLSIGHT=1 callsight-run
expect 'its calls' 'leaf:30 part_one:10' "$(calls _callsight/captures/app/traces)"

sed -i 's/leaf(i) + leaf/part_two(i) + leaf/' src/one.c
build CALLSIGHT=1 -j4
expect 'a call more' 'out/src/one.c.o out/src/two.c.o' "$(compiled)"
sed -i 's/^int leaf/int other(int i);\n&/' src/parts.h
build CALLSIGHT=1
expect 'a header' "$all" "$(compiled)"
rm trace.config
build CALLSIGHT=1 -j4
expect 'no config' 'out/lib/words.cc.o out/src/main.c.o' "$(compiled)"
touch src/leaf.c
build CALLSIGHT=1
expect 'a touched source' 'out/src/leaf.c.o' "$(compiled)"
sed 's/leaf/leaves/' src/leaf.c >src/leaves.c
echo 'exclude src/leaves.c' >trace.config
build CALLSIGHT=1
expect 'a source more' 'out/src/leaves.c.o' "$(compiled)"
! nm -u out/src/leaves.c.o | grep cyg_profile || fail 'hooks in a source that is excluded'
rm src/leaves.c
sed -i '/other/d' src/parts.h
sed 's/part_two(i) + leaf/leaf(i) + leaf/' src/one.c >one && mv one src/one.c

build
expect 'tracing off' "$all" "$(compiled)"
cmp app ../plain || fail 'the plain program is another one'
build
expect 'off a second time' '' "$(compiled)$(linked)"
build CALLSIGHT=1
expect 'on again' "$all" "$(compiled)"
build callsight-clean
expect 'what is left' 'Makefile lib out src trace.config' "$(echo *)"
