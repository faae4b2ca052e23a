# SPDX-License-Identifier: MIT
# The program did well, the capture did not: what can be read is reported, status 125.
callsight run --format folded -- /bin/sh -c '
build-trace "$TRACE_DIR" module=none name=app-999999992-1795972517000000000 <<LINES
thread
enter 2000 b1
exit 3000
block written
enter 4000 b1
block missing
exit 5000
enter 6000 b2
exit 6500
LINES'
