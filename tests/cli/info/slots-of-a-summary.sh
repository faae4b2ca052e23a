# SPDX-License-Identifier: MIT
build-trace traces mode=summary module=none <<'SCRIPT'
slot 3
row 1000 2 1 50 50 50 50
octave 0 50 1
frame 1000 3000 0
lost_hooks 2
slot 1
refused 0
SCRIPT
callsight info | sed '1,/settings/d; /^  cost/d'
