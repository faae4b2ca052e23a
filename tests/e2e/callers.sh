#!/bin/sh
# SPDX-License-Identifier: MIT
# callers.sh SOURCE-FOLDER WORK-FOLDER: where calls come from, by file and line: of a function without hooks, of one
# that was inlined, into one, and from outside; the same counts on both compilers.
. "$1/common.sh"

cat > program.c <<'END'
#define BARE __attribute__((no_instrument_function, noinline))
static volatile int sink;
__attribute__((noinline)) void leaf(void) { sink++; }
static inline __attribute__((always_inline)) void put_in(void)
{
	leaf(); /* line 6 */
	sink++;
}
BARE void helper(void)
{
	leaf(); /* line 11 */
	sink++;
}
static inline __attribute__((always_inline, no_instrument_function)) void bare_put_in(void)
{
	leaf(); /* line 16 */
	sink++;
}
__attribute__((noinline)) void work(void)
{
	leaf();        /* line 21 */
	put_in();      /* line 22 */
	put_in();      /* line 23 */
	helper();
	bare_put_in();
	sink++;
}
int main(void)
{
	for (int i = 0; i < 10; i++)
		work(); /* line 31 */
	return 0;
}
END

# sites FUNCTION: the lines below it, without times and the folder.
sites() {
  awk -v name="$1" '
    $1 ~ /^[0-9]+$/ { is_below = $2 == "from" ? is_below : $2 == name }
    is_below && $2 == "from" { sub(/^ */, ""); gsub(/  +/, " "); sub(/[^ ]*\/program/, "program"); print }
  ' callers | sort
}

for compiler in "$GCC" "$CLANG"; do
  build "$compiler" program -O2 program.c
  rm -rf traces
  TRACE_ENABLE=1 TRACE_DIR=traces ./program || fail "$compiler: status $?"
  "$CALLSIGHT" analyze traces --format callers --columns calls >callers 2>notes || fail "$compiler: $(cat notes)"
  expect "$compiler: leaf" "$(sites leaf)" "10 from bare_put_in in work program.c:16
10 from helper in work program.c:11
10 from work program.c:21
20 from put_in program.c:6"
  expect "$compiler: put_in" "$(sites put_in)" "10 from work, inlined program.c:22
10 from work, inlined program.c:23"
  expect "$compiler: work" "$(sites work)" "10 from main program.c:31"
  case $(sites main) in
  '1 from '*) ;;
  *) fail "$compiler: main: $(sites main)" ;;
  esac
done
exit 0
