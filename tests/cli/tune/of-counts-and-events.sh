# SPDX-License-Identifier: MIT
build-trace counts mode=count hook_ns=1 events_hook_ns=12.5 <<'SCRIPT'
slot 1
count alpha 1
count beta 700
rest 300
count 10 5
SCRIPT
callsight tune counts
build-trace events hook_ns=10 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2150
enter 2200 beta
exit 2300
exit 3000
SCRIPT
callsight tune events
