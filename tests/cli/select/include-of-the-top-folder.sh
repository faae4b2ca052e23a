# SPDX-License-Identifier: MIT
# "include src" in a project whose top folder is src means all of it; folders above never count.
. "$CASE_FOLDER/lib/plan.sh"
mkdir -p test/src
cd test/src || exit
echo 'int f(void) { return 1; }' >a.c
try() {
  echo "-- $1"
  echo "$1" >trace.config
  new_plan Clang
  target trace.config a.c
  build_step
  [ ! -s a.c.rsp ] || echo hooks
}
try 'include src'
try 'include test/src'
try 'include test'
try 'exclude test'
try 'exclude src'
