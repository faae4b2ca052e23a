# SPDX-License-Identifier: MIT
callsight run --format folded -- /bin/sh -c '
build-trace "$TRACE_DIR" module=none name=app-999999992-1795972517000000000 <<LINES
thread
enter 2000 b1
exit 3000
LINES' >/dev/full
