# SPDX-License-Identifier: MIT
# The cases of link_case.sh, which sources it.

# checked FLAG... -- LINK-FLAG...: the C program, its code and its run.
checked() {
  program "$cc" "$@"
  same_code app $c_names
  run ./app "$c_calls"
}

cxx_program() {
  "$cxx" $hook_flags "$@" -c "$here/program.cpp" || fail "program.cpp does not compile"
  step app program_cxx.selection "$cxx" "$@" program.o $link_flags $static_runtime
}

# stripped_run FILE: without symbols the report has addresses for names; the numbers are the same.
stripped_run() {
  recorded() {
    counts_of "$1" | sed 's/^[^=]*=//' | sort -n
  }
  run "$1" "$(echo "$c_calls" | sed 's/^[^=]*=//' | sort -n)"
}

case $case_name in
O0 | O1 | O2 | O3 | Os) checked -$case_name ;;
now) checked -O2 -- -Wl,-z,now ;;
static-pie) checked -O2 -fPIE -- -static-pie ;;
no-pie) checked -O2 -fno-pie -- -no-pie ;;
static) checked -O2 -- -static ;;
no-plt) checked -O2 -fPIE -fno-plt -- -pie ;;
large) checked -O2 -mcmodel=large -fno-pie -- -no-pie ;;
ibt) checked -O2 -fcf-protection=full -- -Wl,-z,ibt ;;
gc-sections) checked -O2 -ffunction-sections -fdata-sections -- -Wl,--gc-sections ;;
icf) checked -O2 -ffunction-sections -- -fuse-ld=lld -Wl,--icf=all ;;
linker-*) checked -O2 -- -fuse-ld=${case_name#linker-} ;;
lto-*) checked -O2 -flto -- -fuse-ld=${case_name#lto-} ;;
asan) checked -O1 -fsanitize=address -fno-common ;;
compressed) checked -O2 -- -Wl,--compress-debug-sections=zlib ;;
esac

# After the link.
case $case_name in
strip | eu-strip)
  checked -O2
  "$case_name" app || fail "$case_name: status $?"
  stripped_run ./app
  ;;
installed)
  checked -O2
  mkdir -p "to/another folder"
  install -s app app.before "to/another folder"
  rm app app.before
  stripped_run "./to/another folder/app"
  ;;
split-dwarf)
  checked -O2 -gsplit-dwarf
  rm ./*.dwo
  run ./app "$c_calls"
  ;;
debuglink)
  checked -O2
  objcopy --only-keep-debug app app.debug || fail "objcopy: status $?"
  objcopy --strip-all --add-gnu-debuglink=app.debug app || fail "objcopy: status $?"
  run ./app "$c_calls"
  ;;
linked-stripped)
  # Without a symbol table nothing is known of any function: one line, and the program as it was.
  expected_words='symbol table'
  program "$cc" -O2 -- -Wl,-s
  cmp app app.before || fail "the file is not as the linker made it"
  ;;
esac

# Where two functions begin and end alike, clang makes one call of both their hooks: it cannot be
# silenced, and the report leaves out what is recorded through it.
case $case_name in
merged)
  expected_words='left to the report in 1$'
  quiet_flag=
  enters_of() {
    "$CALLSIGHT" dump "$1" | awk '$3 == "enter" && $5 != "quiet_inlined"' | wc -l
  }
  checked -O2 -DMERGED
  "$CALLSIGHT" dump traces | grep -q 'enter .* quiet_inlined' || fail "nothing was merged"
  ;;
esac

# Pieces of functions without a name: a jump to one is not followed, so no half of a pair is silenced.
case $case_name in
block-sections)
  expected_words='left to the report'
  quiet_flag=
  program "$cc" -O2 -fbasic-block-sections=all -- -fuse-ld=lld
  expect "output" "$(TRACE_ENABLE=1 TRACE_DIR=traces ./app)" "$(./app.before)"
  expect "enters without exit, exits without enter" "$("$CALLSIGHT" dump traces | awk '
    $3 == "enter" { open[$5]++ }
    $3 == "exit" { open[$5]-- }
    END { for (name in open) if (open[name]) print name, open[name] }')" ""
  ;;
# A command that makes no file: nothing is said and nothing is patched.
nothing-made)
  program "$cc" -O2
  cp -p app app.made
  "$CALLSIGHT" link -- true -o app 2>words || fail "status $?"
  "$CALLSIGHT" link -- "$cc" program.o outside.o $link_flags $static_runtime -o /dev/null 2>>words || fail "status $?"
  expect "words" "$(cat words)" ""
  cmp app app.made || fail "a file that the command did not make was changed"
  ;;
esac

# C++
case $case_name in
cxx-*)
  cxx_program -${case_name#cxx-}
  same_code app _ZN2ns7KeptRun3runEi _ZN2ns13kept_templateIiEET_S1_
  case $compiler in
  gcc) lambda='main::{lambda(int)#1}::operator()(int) const' ;;
  *) lambda='main::$_0::operator()(int) const' ;;
  esac
  run ./app "$(LC_ALL=C sort <<END
double ns::kept_template<double>(double)=300
int ns::kept_template<int>(int)=300
kept_throws(int, int&)=300
$lambda=300
main=1
ns::Kept::Kept(int&)=300
ns::Kept::~Kept()=300
ns::KeptRun::run(int)=150
END
  )"
  ;;
esac

# Several modules
case $case_name in
shared | shared-no-plt | plugin)
  [ $case_name = shared-no-plt ] && more=-fno-plt || more=
  "$cc" $hook_flags -O2 -fPIC $more -c "$here/outside.c" || fail "outside.c does not compile"
  step liboutside.so program.selection "$cc" -shared outside.o $link_flags $shared_runtime
  same_code liboutside.so outside
  if [ $case_name = plugin ]; then
    "$cc" -O2 "$here/host.c" -o app -ldl || fail "host.c does not compile"
    run_once ./app 'outside=1000'
  else
    "$cc" $hook_flags -O2 -fPIE $more -isystem "$here/system" -c "$here/program.c" || fail program.c
    step app program.selection "$cc" program.o -pie $link_flags ./liboutside.so $shared_runtime
    same_code app kept kept_void kept_tail main
    run ./app "$c_calls"
  fi
  patched=$seen
  mv liboutside.so.before liboutside.so
  expect "output with the library as it was" "$(./app)" "$patched"
  ;;
esac
