# SPDX-License-Identifier: MIT
# examples/make, as it stands, with an installation that was moved to a folder with a blank: pkg-config
# says where all is. callsight need not be in PATH. An edit of trace.config compiles one object.
. "$(dirname "$0")/../lib.sh"
cmake --install "$build" --prefix "$work/first" >log 2>&1 || fail install
mv first 'moved here'
PKG_CONFIG_PATH="$work/moved here/share/pkgconfig"
export PKG_CONFIG_PATH
pkg-config --validate callsight || fail 'callsight.pc is not valid'
expect 'the version' "$(callsight --version | sed 's/^callsight //')" "$(pkg-config --modversion callsight)"
for name in callsight make runtime presets; do
  eval "test -e $(pkg-config --variable=$name callsight)" || fail "callsight.pc: $name is not there"
done
grep -q "$work" 'moved here/share/pkgconfig/callsight.pc' && fail 'callsight.pc holds a path of this machine'
printf '#include <callsight/callsight.h>\nint main(void) { callsight_mark("x"); return 0; }\n' >api.c
eval "cc $(pkg-config --cflags callsight) -o api api.c" || fail 'a program with callsight.h'
./api || fail 'it does not run'

cp -r "$root/examples/make" example && cd example || fail copy
rm -rf out life _callsight
real=$PATH
PATH=/usr/bin:/bin
build -j2 CALLSIGHT=1 callsight-report
PATH=$real
expect 'compiled' 'out/grid.c.o out/main.c.o out/picture.cc.o' "$(compiled)"
expect 'functions of the report' 'add_glider grid_clear grid_set grid_step main picture_print row wrap' \
  "$(sed -n 's/^\(picture::\)\{0,1\}\([a-z_]*\)[ (].* src\/[a-z.]*:[0-9]*$/\2/p' ../log | grep -v static | sort | tr '\n' ' ' | sed 's/ $//')"
expect 'a call for each generation' 'grid_step:100' "$(calls _callsight/captures/life/traces | tr ' ' '\n' | grep step)"
sed -i '/neighbours/d' trace.config
build -j2 CALLSIGHT=1 callsight-run CALLSIGHT_ARGS=3
expect 'compiled after the edit' 'out/grid.c.o' "$(compiled)"
expect 'calls then' 'grid_step:3 neighbours:3072' \
  "$(calls _callsight/captures/life/traces | tr ' ' '\n' | grep -e step -e neigh | tr '\n' ' ' | sed 's/ $//')"
build CALLSIGHT=1 callsight-scan
grep -q 'left out  grid_get  src/grid.c:21  by trace.config:2' ../log || fail 'scan'
build CALLSIGHT=1 callsight-tune
grep -q '^neighbours  *102400 ' ../log || fail 'tune'
build CALLSIGHT=1 callsight-doctor
for line in 'ok  *compiler  *gcc ' 'ok  *hooks ' 'ok  *trace.config  *trace.config: selects ' 'ok  *program  *life: functions that record: '; do
  grep -q "^$line" ../log || fail "doctor: no line '$line'"
done
