#!/bin/sh
# SPDX-License-Identifier: MIT
# A capture made in another root and PID namespace, as in a container, has its names through --sysroot or
# --symbols; info says where they are from; folders with odd names work.
. "$1/common.sh"
. "$1/symbols/symbols_common.sh"
here=$PWD

# Static: nothing else has to be in the other root.
record "$GCC" program -static
mkdir -p root/app && cp program root/app/program
rm -rf traces program.o second.o
mkdir root/proc
if ! unshare --pid --fork --mount sh -c 'mount -t proc proc root/proc' 2> unshare.err; then
  echo "SKIPPED captures of a container: no namespaces here: $(cat unshare.err)"
  exit 77
fi
expect "output" "$(TRACE_ENABLE=1 TRACE_DIR=/traces unshare --pid --fork --mount sh -c '
  mount -t proc proc root/proc && exec chroot root /app/program')" 6
mv root/traces traces
mv program elsewhere
expect "recorded path" "$(sed -n 's/^load.*\t//p' traces/*/modules | grep -v vdso)" /app/program
case $(ls traces) in
  program-[1-9]-*) ;;
  *) fail "not in a PID namespace: $(ls traces)" ;;
esac

addresses=$(nm elsewhere | sed -n 's/^0*\([0-9a-f]*\) . \(main\|second_one\|static_one\)$/program+0x\1 -/p' |
  LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')
expect "nowhere" "$(rows)" "$addresses"
"$CALLSIGHT" analyze traces > out 2> said
expect "nowhere: status" $? 3
check "sysroot" "$whole" "symbol table and DWARF of root/app/program" --sysroot root
"$CALLSIGHT" analyze traces --sysroot root > out 2> said
expect "sysroot: status" "$? $(cat said)" "0 "
check "sysroot, its whole path" "$whole" "symbol table and DWARF of $here/root/app/program" \
  --sysroot "$here/root"
rows --symbols nowhere --sysroot program > out
expect "folders that are not there" "$(grep -c 'analyze: --symbols nowhere: No such file or directory\|analyze: --sysroot program: No such' said)" 2
mkdir given && cp elsewhere given/program
check "a folder" "$whole" "symbol table and DWARF of given/program" --symbols given
expect "sysroot before folders" "$(names_from --symbols given --sysroot root)" \
  "symbol table and DWARF of root/app/program"

# Another build below the sysroot: the one in the folder is taken.
printf 'int main(void) { return 0; }\n' | "$GCC" -x c - -o root/app/program -Wl,--build-id
check "a folder after another build" "$whole" "symbol table and DWARF of given/program" \
  --symbols given --sysroot root
expect "only another build" "$(rows --sysroot root)" "$addresses"
grep -q '/app/program: root/app/program is another build' said || fail "nobody says it: $(cat said)"

# Only the debug file is left.
rm given/program
mkdir -p "given/$(dirname "$(id_path elsewhere .debug)")"
objcopy --only-keep-debug elsewhere "given/$(id_path elsewhere .debug)"
check "debug file only" "$whole" "symbol table and DWARF of given/$(id_path elsewhere .debug)" \
  --symbols given
rm -r given

# By build-id without a suffix, and folders that are hard to write down.
odd="given: it's 100% \"odd\"
"
mkdir -p "$odd/$(dirname "$(id_path elsewhere)")"
cp elsewhere "$odd/$(id_path elsewhere)"
expect "odd folder" "$(rows --symbols "$odd")" "$whole"

info() {
  "$CALLSIGHT" info traces "$@" 2> said | sed -n 's/^  names  *//p'
}
cp elsewhere root/app/program
expect "info" "$(info --sysroot root)" "symbol table and DWARF of root/app/program"
expect "info, nowhere" "$(info)" none
expect "dump" "$("$CALLSIGHT" dump traces --sysroot root | grep -c 'enter .*second_one')" 1
