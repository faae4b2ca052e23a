# SPDX-License-Identifier: MIT
# Two processes of this run and an old one: the fresh folder is gone, all lie side by side.
mkdir -p traces/app-1-1
callsight run --no-report -- /bin/sh -c 'mkdir "$TRACE_DIR/app-999999999-5"
  printf "thread\nenter 2000 alpha\n" | build-trace "$TRACE_DIR" module=none name=tool-999999998-6' || exit 1
ls traces
