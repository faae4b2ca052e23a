# SPDX-License-Identifier: MIT
build-trace traces hook_ns=10 <<'SCRIPT'
thread
enter 2000 alpha
exit 900000
SCRIPT
callsight tune --write trace.config
echo "status $?"
ls
callsight tune nowhere
echo "status $?"
callsight tune --min-save x
echo "status $?"
build-trace empty mode=count </dev/null
callsight tune empty
echo "status $?"
