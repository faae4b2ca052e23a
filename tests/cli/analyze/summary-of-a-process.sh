# SPDX-License-Identifier: MIT
# TRACE_MODE=summary: two slots are merged, what is open lasts to the last hook, percentiles come from
# the octaves and are absent where they had no room.
build-trace traces mode=summary hook_ns=2 <<'SCRIPT'
slot 3
row alpha 1 0 0 0 0 0
row beta 4 4 240 230 10 100
octave 0 10 1
octave 0 30 1
octave 1 36 2
row gamma_ray 2 2 10 10 5 5
more 0 1 0 1
root 0
frame alpha 3000 240
last 4000
slot 1
row beta 2 2 60 60 20 40
octave 0 20 1
octave 0 40 1
root 60
last 3500
lost_hooks 4
unmatched_exits 1
refused 28
SCRIPT
callsight analyze | sed "s,$(dirname "$(command -v build-trace)"),BIN,"
callsight analyze --format json --top 2 2>/dev/null |
  sed "s,$(dirname "$(command -v build-trace)"),BIN,g; s,\"file\":\"[^\"]*/,\"file\":\",; s/0x[0-9a-f]*/ADDRESS/; s/\"size\":[0-9][0-9]*/\"size\":SIZE/" | sed -n 1,12p
callsight analyze --format folded
echo "status $?"
