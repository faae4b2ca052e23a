# SPDX-License-Identifier: MIT
echo 'int f(void) { return 1; }' >a.c
mkdir empty
try() {
  callsight select --ctags '' "$@"
  echo "status $?"
}
try --function g a.c
try --function f --why g a.c
try --function f empty
try --function f nowhere
try --function f
try a.c
try
try --function f --plan x a.c
try --plan x a.c
try --function f --depth x a.c
