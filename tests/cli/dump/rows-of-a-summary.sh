# SPDX-License-Identifier: MIT
build-trace traces mode=summary module=none <<'SCRIPT'
slot 3
row 1000 2 1 50 40 50 50
octave 0 50 1
more 0 1 0 1
frame 1000 3000 7
root 50
last 4000
SCRIPT
callsight dump
echo '-- one file'
callsight dump traces/*/summary.cst
printf 'xx' | dd of=$(echo traces/*/summary.cst) bs=1 seek=4 conv=notrunc 2>/dev/null
callsight dump traces/*/summary.cst
