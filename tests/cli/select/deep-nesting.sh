# SPDX-License-Identifier: MIT
# Brackets nested deeper than anybody writes: ctags takes time and memory with their square there and
# is not asked.
# A program with a sanitizer does not start below a limit.
sh -c 'ulimit -v 400000; callsight --help; exit $?' >/dev/null 2>&1 && ulimit -v 400000
awk 'BEGIN {
  for (i = 0; i < 20000; i++) print "namespace n" i " {"
  print "int f() { return 1; }"
  for (i = 0; i < 20000; i++) print "}" }' >namespaces.cpp
awk 'BEGIN {
  print "int f() {"
  for (i = 0; i < 30000; i++) print "auto l = [&](int x) { return"
  print "g()"
  for (i = 0; i < 30000; i++) print "; };"
  print "}\nint g() { return 1; }" }' >lambdas.cpp
awk 'BEGIN {
  print "int g(void) { return 1; }\nint f(void) {"
  for (i = 0; i < 100000; i++) print "if (x) {"
  print "g();"
  for (i = 0; i < 100000; i++) print "}"
  print "}" }' >blocks.c
awk 'BEGIN {
  for (i = 0; i < 30000; i++) print "#if X" i
  print "int f(void) { return 1; }"
  for (i = 0; i < 30000; i++) print "#endif" }' >conditions.c
callsight select --function f --list namespaces.cpp | sed 's/ .*::/ ...::/'
for file in lambdas.cpp blocks.c conditions.c; do
  callsight select --function f --list $file | grep -v 'lambda#'
done
callsight select --function f --list lambdas.cpp | grep -c 'lambda#'
