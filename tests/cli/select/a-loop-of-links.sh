# SPDX-License-Identifier: MIT
mkdir -p src/a .hidden
ln -s .. src/a/up
ln -s nothing src/dangling.c
ln -s loop.c src/loop.c
echo 'int f(void) { return g(); }' >src/a/x.c
echo 'int g(void) { return 1; }' >src/a/real.c
ln -s real.c src/a/again.c
echo 'int g(void) { return 1; }' >.hidden/g.c
mkfifo src/pipe.c
callsight select --ctags '' --function f .
