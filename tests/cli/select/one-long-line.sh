# SPDX-License-Identifier: MIT
# A megabyte on one line, of several kinds: an answer, in memory that does not grow with its square.
# A program with a sanitizer does not start below a limit.
sh -c 'ulimit -v 600000; callsight --help; exit $?' >/dev/null 2>&1 && ulimit -v 600000
try() {
  callsight select --function f --depth 3 "$1"
}
{
  printf 'const char *s = "'
  head -c 1048576 /dev/zero | tr '\0' x
  echo '"; int f(void) { return g(); } int g(void) { return 1; }'
} >string.c
awk 'BEGIN {
  for (i = 0; i < 40000; i++) printf "int f%d(void) { return f%d(); } ", i, i + 1
  print "int f40000(void) { return 1; } int f(void) { return f0(); }" }' >calls.c
awk 'BEGIN {
  printf "int g(void) { return 1; } int f(int x) { return "
  for (i = 0; i < 200000; i++) printf "f(-"
  printf "g()"
  for (i = 0; i < 200000; i++) printf ")"
  print "; }" }' >parentheses.c
awk 'BEGIN {
  printf "struct t { int (*f)(void); } table[] = { "
  for (i = 0; i < 200000; i++) printf "{g},"
  print " }; int g(void) { return 1; } int f(void) { return table[0].f(); }" }' >table.c
awk 'BEGIN {
  for (i = 0; i < 100000; i++) printf "ENTRY(%d) ", i
  print "int f(void) { return g(); } int g(void) { return 1; }" }' >macros.c
for file in string calls parentheses table macros; do
  try $file.c
done
# A chain of 40 000 calls is a tree of as many levels.
callsight select --function f calls.c | tail -n 1 | sed 's/^ *//'
