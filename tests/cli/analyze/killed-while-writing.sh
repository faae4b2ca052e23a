# SPDX-License-Identifier: MIT
# A partial block whose window is open is normal.
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
enter 2020 beta
block partial
killed
SCRIPT
callsight analyze | sed '1,/^clock/d'
