# SPDX-License-Identifier: MIT
# Unbalanced braces, NUL bytes, a mark and carriage returns, an empty file, a cycle: an answer, and a
# line where it may be incomplete.
printf 'int f(void) { return a(); }\nint open(void) {\n  if (1) {\n}\n' >a.c
printf 'int a(void) { return\0 b(); }\n' >b.c
printf '\357\273\277int b(void)\r\n{\r\n  return c();\r\n}\r\n' >c.c
: >d.c
printf 'int c(void) { return f(); }\n} } }\n' >e.c
callsight select --ctags '' --function f .
