# SPDX-License-Identifier: MIT
callsight run -- /bin/sh -c '
build-trace "$TRACE_DIR" module=none name=app-999999992-1795972517000000000 </dev/null'
