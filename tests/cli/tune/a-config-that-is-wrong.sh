# SPDX-License-Identifier: MIT
# Nothing is written into a file that is wrong, or that is none.
build-trace traces mode=count hook_ns=1 <<'SCRIPT'
slot 1
count beta 700
SCRIPT
printf 'inclde src\n' >trace.config
callsight tune --write trace.config >/dev/null
echo "status $?"
cat trace.config
mkdir folder
callsight tune --write folder >/dev/null
echo "status $?"
callsight tune --write no/such/folder >/dev/null
echo "status $?"
ls
