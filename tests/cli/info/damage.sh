# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
block written
killed
SCRIPT
rm traces/app-7-1/process.json
truncate -s 590 traces/app-7-1/blocks-0.0.cst
callsight info | sed '/module/d'
callsight info >/dev/null 2>&1
