# SPDX-License-Identifier: MIT
callsight run -- /bin/sh -c 'echo "output of the program"
build-trace "$TRACE_DIR" module=none name=app-999999992-1795972517000000000 <<LINES
thread
enter 2000 b1
enter 2100 b2
exit 2500
exit 4000
LINES'
