# SPDX-License-Identifier: MIT
callsight run --no-report -- /bin/sh -c '
  sleep 600 & echo $! >pid
  mkdir "$TRACE_DIR/app-999999999-5" "$TRACE_DIR/child-$(cat pid)-7"' 2>err
status=$?
kill "$(cat pid)"
sed "s/run-[0-9]*-[0-9]*/run-TIME-PID/" err >&2
ls traces traces/run-* | sed "s/run-[0-9]*-[0-9]*/run-TIME-PID/; s/$(cat pid)/PID/"
exit $status
