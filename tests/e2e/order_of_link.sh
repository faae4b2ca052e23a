#!/bin/sh
# SPDX-License-Identifier: MIT
# order_of_link.sh SOURCE-FOLDER WORK-FOLDER COMPILER: libc has empty hooks, so a runtime that is missing, stands before
# the objects or is dropped as not needed could give an empty trace and no error. A link either fails or gives a
# program that records every call, with link-time optimisation too.
. "$1/common.sh"
compiler=$(compiler_for one.c "$3")

cat > one.c <<'END'
int two(int x);
int one(int x) { return two(x) + 1; }
int main(void) { return one(1) - 3; }
END
cat > two.c <<'END'
int two(int x) { return x * 2; }
END
# recorded NAME LINK-ARGUMENT...: all calls are there.
recorded() {
  name=$1
  shift
  "$compiler" "$@" -o program -pthread -ldl 2> err || fail "$name does not link: $(cat err)"
  rm -rf traces
  TRACE_ENABLE=1 ./program || fail "$name: status $?"
  for function in main one two; do
    expect "$name: calls of $function" "$(calls $function traces)" 1
  done
}
# refused NAME LINK-ARGUMENT...: an undefined hook.
refused() {
  name=$1
  shift
  "$compiler" "$@" -o program -pthread -ldl 2> err && fail "$name: links, and would record nothing"
  grep -q '__wrap___cyg_profile_func_enter' err || fail "$name: another reason: $(cat err)"
}
where=-Wl,-rpath,$(dirname "$RT_SHARED")
for lto in "" -flto; do
  # Word splitting is meant.
  "$compiler" $hook_flags -O2 $lto -c one.c && "$compiler" $hook_flags -O2 $lto -c two.c || fail "objects"
  objects="$lto one.o two.o"
  refused "without the runtime $lto" $objects $link_flags
  refused "without the runtime, as needed $lto" $objects -Wl,--as-needed $link_flags
  refused "with the module's piece alone $lto" $objects $link_flags "$RT_MODULE"
  recorded "static $lto" $objects $link_flags "$RT_MODULE" "$RT_STATIC"
  recorded "static, as needed $lto" -Wl,--as-needed $objects $link_flags "$RT_MODULE" "$RT_STATIC"
  recorded "static, sections collected $lto" $objects -Wl,--gc-sections $link_flags "$RT_MODULE" "$RT_STATIC"
  recorded "shared $lto" $objects $link_flags "$RT_MODULE" "$RT_SHARED" $where
  recorded "shared, as needed $lto" -Wl,--as-needed $objects $link_flags "$RT_MODULE" "$RT_SHARED" $where
  recorded "bound at start $lto" -Wl,-z,now $objects $link_flags "$RT_MODULE" "$RT_SHARED" $where
  # Before the objects a linker may take it or not, but not in silence.
  for order in "$RT_MODULE $RT_STATIC $objects" "-Wl,--as-needed $RT_MODULE $RT_SHARED $where $objects"; do
    if "$compiler" $order $link_flags -o program -pthread -ldl 2> err; then
      recorded "runtime first $lto" $order $link_flags
    else
      grep -q '__wrap___cyg_profile_func_enter' err || fail "runtime first $lto: $(cat err)"
    fi
  done
done
exit 0
