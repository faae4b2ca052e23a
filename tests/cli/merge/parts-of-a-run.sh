# SPDX-License-Identifier: MIT
# A part of each process, merged in any order and in groups: what one pass says, to the byte.
for n in 1 2 3; do
  build-trace traces name=app-$n-$n pid=$n start=179597251$n hook_ns=$n.5 <<SCRIPT
thread
name 1990 worker
enter 2000 alpha
enter 2100 beta
exit 2${n}50
named 2500 tick
named 2${n}90 queue -$n
exit 3000
lost $n
thread
enter 2000 gamma_ray
exit 2${n}00
SCRIPT
  callsight analyze --partial $n.part traces/app-$n-$n
done
build-trace traces name=sum-4-4 pid=4 start=1795972514 mode=summary hook_ns=2 <<'SCRIPT'
slot 1
row beta 2 2 60 60 20 40
octave 0 20 1
octave 0 40 1
last 3500
SCRIPT
ls traces | sed 's,^,traces/,' | callsight analyze --all --files-from - --partial all.part
callsight analyze --partial 4.part traces/sum-4-4
callsight merge --partial right.part 4.part 2.part
printf '1.part\n\n' >list
callsight merge --partial merged.part right.part 3.part --files-from list
cmp all.part merged.part && echo 'parts of all are one'
for format in text json csv; do
  callsight analyze --all traces --format $format >one 2>one.err
  echo "$format: status $?"
  callsight merge merged.part --format $format >other 2>other.err
  cmp one other
  sed 's/^callsight merge:/callsight analyze:/' other.err | cmp one.err -
done
callsight analyze --all traces/app-1-1 traces/app-3-3 --format callers >one 2>/dev/null
callsight merge 3.part 1.part --format callers 2>/dev/null | cmp one -
callsight analyze --all traces/app-1-1 traces/app-3-3 --format folded >one 2>/dev/null
callsight merge 3.part 1.part --format folded 2>/dev/null | cmp one -
cat one
