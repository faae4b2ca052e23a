# SPDX-License-Identifier: MIT
# As with a report, in each mode; one name or one call is something. A failed program keeps its own status.
record()
{
  callsight run --no-report -- /bin/sh -c "build-trace \"\$TRACE_DIR\" name=app-999999992-$1 $2; exit ${3-0}"
  echo "status $?"
}
echo thread | record 1 module=none
printf 'thread\nmarker 2000 2 7\nname 2100 worker\n' | record 2 module=none
printf 'slot 1\n' | record 3 mode=summary
printf 'slot 1\n' | record 4 mode=count
printf 'thread\n' | record 5 module=none 3
printf 'thread\nnamed 2000 tick\n' | record 6 module=none
printf 'thread\nenter 2000 alpha\n' | record 7 module=none
printf 'slot 1\nrow alpha 1 1 10 10 10 10\n' | record 8 mode=summary
printf 'slot 1\ncount alpha 1\n' | record 9 mode=count
ls traces
