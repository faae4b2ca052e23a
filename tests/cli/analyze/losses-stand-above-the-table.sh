# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
lost 5
exit 2010
marker 2010 2 1048576
SCRIPT
callsight analyze | sed -n '/^clock/,$p'
