# SPDX-License-Identifier: MIT
build-trace traces module=/nonexistent/app <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
SCRIPT
callsight analyze --format folded | sed 's/+0x[0-9a-f]*/+ADDRESS/'
callsight analyze >/dev/null
