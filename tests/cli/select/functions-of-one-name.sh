# SPDX-License-Identifier: MIT
# A name that exists in three files means all three.
for n in 1 2 3; do
  printf 'static int init(void) { return only_%s(); }\nint only_%s(void) { return 1; }\n' $n $n >$n.c
done
callsight select --ctags '' --function init .
