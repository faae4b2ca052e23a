# SPDX-License-Identifier: MIT
# An old capture of the same program lies there; this run has two programs one after the other.
build-trace traces module=none name=first-999999991-1795972516000000000 <<'LINES'
thread
enter 2000 a1
exit 2500
LINES
cat >script <<'END'
#!/bin/sh
build-trace "$TRACE_DIR" module=none name=first-999999992-1795972517000000000 <<'LINES'
thread
enter 2000 b1
exit 2500
LINES
build-trace "$TRACE_DIR" module=none name=second-999999993-1795972518000000000 <<'LINES'
thread
enter 2000 b2
exit 2700
LINES
echo "output of the program"
exit 3
END
chmod +x script
callsight run --format folded -- ./script
status=$?
ls traces
exit $status
