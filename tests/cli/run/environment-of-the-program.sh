# SPDX-License-Identifier: MIT
# Tracing on, an absolute folder of this run; other settings stay.
TRACE_MAX=5 callsight run --dir sub/dir --mode events --no-report -- \
  /bin/sh -c 'env | grep ^TRACE_ | sort; test -d "$TRACE_DIR"; exit 1' 2>/dev/null |
  sed "s/run-[0-9]*-[0-9]*/run-TIME-PID/"
