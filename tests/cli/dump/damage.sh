# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter_at 2000 alpha 5
exit 2010
enter_at 2020 alpha 5
block written
SCRIPT
truncate -s 608 traces/app-7-1/blocks-0.0.cst
callsight dump traces/app-7-1/blocks-0.0.cst | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/'
callsight dump >/dev/null 2>&1
