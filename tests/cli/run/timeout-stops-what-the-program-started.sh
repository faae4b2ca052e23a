# SPDX-License-Identifier: MIT
# The shell waits for a sleep of its own: both must go, or the pipe would stay open for a minute.
callsight run --no-report --timeout 1 -- /bin/sh -c 'sleep 50; echo not reached' | cat
