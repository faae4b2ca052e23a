# SPDX-License-Identifier: MIT
# A megabyte on one line, of several kinds: an answer, in memory that does not grow with its square.
. "$CASE_FOLDER/lib/large.sh"
limit_memory 600000
{
  printf 'const char *s = "'
  head -c 1048576 /dev/zero | tr '\0' x
  echo '"; int f(void) { return g(); } int g(void) { return 1; }'
} >string.c
{
  repeat 40000 'int f%d(void) { return f%d(); } '
  echo 'int f40000(void) { return 1; } int f(void) { return f0(); }'
} >calls.c
{
  printf 'int g(void) { return 1; } int f(int x) { return '
  repeat 200000 'f(-'
  printf 'g()'
  repeat 200000 ')'
  echo '; }'
} >parentheses.c
{
  printf 'struct t { int (*f)(void); } table[] = { '
  repeat 200000 '{g},'
  echo ' }; int g(void) { return 1; } int f(void) { return table[0].f(); }'
} >table.c
{
  repeat 100000 'ENTRY(%d) '
  echo 'int f(void) { return g(); } int g(void) { return 1; }'
} >macros.c
for file in string calls parentheses table macros; do
  callsight select --function f --depth 3 $file.c
done
# A chain of 40 000 calls is a tree of as many levels.
callsight select --function f calls.c | tail -n 1 | sed 's/^ *//'
