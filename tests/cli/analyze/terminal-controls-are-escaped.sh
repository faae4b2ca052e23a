# SPDX-License-Identifier: MIT
escape=$(printf '\033')
build-trace traces name="app${escape}[2J-7-1" <<'SCRIPT'
thread
enter 2000 alpha
lost 5
exit 2010
SCRIPT
callsight analyze | grep warning
