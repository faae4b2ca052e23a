# SPDX-License-Identifier: MIT
# ccache takes size and time of change of a specs file for its content: the time follows from it.
# Other caches look at the options, so these change with the lists.
. "$CASE_FOLDER/lib/plan.sh"
printf 'int aa(void) { return bb(); }\nint bb(void) { return 1; }\nint cc(void) { return 2; }\n' >a.c
lists() {
  echo "$1" >trace.config
  new_plan GNU
  target trace.config a.c
  build_step || exit
}
lists 'exclude-func aa'
stat -c '%s %.9Y' a.c.specs >size-and-time
cp a.c.rsp options
rm a.c.rsp a.c.specs
lists 'exclude-func aa'
stat -c '%s %.9Y' a.c.specs | cmp - size-and-time && cmp a.c.rsp options && echo 'as before'
[ a.c.specs -ot size-and-time ] && echo 'in the past'
lists 'exclude-func bb'
[ "$(stat -c %s a.c.specs)" = "$(sed 's/ .*//' size-and-time)" ] && echo 'other names of the same length'
stat -c '%s %.9Y' a.c.specs | cmp -s - size-and-time || echo 'another time'
cmp -s a.c.rsp options || echo 'other options'
lists 'include a.c
include-system'
grep specs a.c.rsp
[ -e a.c.specs ] || echo 'no lists, no file'
