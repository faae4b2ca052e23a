# SPDX-License-Identifier: MIT
# What differs beside the program is said above the tables; what cannot be compared is an error.
build-trace events hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
exit 3000
SCRIPT
build-trace summary mode=summary hook_ns=3 <<'SCRIPT'
slot 1
row alpha 1 1 1100 1100 1100 1100
octave 4 5 1
last 4000
SCRIPT
build-trace counts mode=count hook_ns=1 <<'SCRIPT'
slot 1
count alpha 7
SCRIPT
callsight diff events summary
callsight diff events counts
echo "status $?"
callsight diff --key calls events counts
