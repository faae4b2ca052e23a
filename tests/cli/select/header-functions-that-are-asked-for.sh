# SPDX-License-Identifier: MIT
# A function of a header that the config names hooks the sources that use it; an exclude of the
# source, or a header that is selected with everything else, does not.
. "$CASE_FOLDER/lib/plan.sh"
echo 'static inline int inl(void) { return more(); }
static inline int more(void) { return 1; }' >h.h
echo '#include "h.h"
int user(void) { return inl(); }' >a.c
echo '#include "h.h"
int stranger(void) { return 1; }' >b.c
echo 'int root(void) { return user(); }' >c.c
try() {
  echo "-- $1"
  echo "$1" | tr ';' '\n' >trace.config
  new_plan Clang
  target trace.config a.c b.c c.c
  build_step || exit
  for source in a.c b.c c.c; do
    [ ! -s $source.rsp ] || echo "$source"
  done
}
try 'include h.h'
try 'include-func inl'
try 'include-func more'
try 'include-func root'
try 'include-func root 1'
try 'include h.h;exclude a.c'
try 'exclude a.c'
