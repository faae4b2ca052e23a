# SPDX-License-Identifier: MIT
# Brackets nested deeper than anybody writes: ctags takes time and memory with their square there and
# is not asked.
. "$CASE_FOLDER/lib/large.sh"
limit_memory 400000
# nested <count> <before> <inside> <after>
nested() {
  repeat "$1" "$2\n"
  echo "$3"
  repeat "$1" "$4\n"
}
nested 20000 'namespace n%d {' 'int f() { return 1; }' '}' >namespaces.cpp
{
  echo 'int f() {'
  nested 30000 'auto l = [&](int x) { return' 'g()' '; };'
  echo '}'
  echo 'int g() { return 1; }'
} >lambdas.cpp
{
  echo 'int g(void) { return 1; }'
  echo 'int f(void) {'
  nested 100000 'if (x) {' 'g();' '}'
  echo '}'
} >blocks.c
nested 30000 '#if X%d' 'int f(void) { return 1; }' '#endif' >conditions.c
callsight select --function f --list namespaces.cpp | sed 's/ .*::/ ...::/'
for file in lambdas.cpp blocks.c conditions.c; do
  callsight select --function f --list $file | grep -v 'lambda#'
done
callsight select --function f --list lambdas.cpp | grep -c 'lambda#'
