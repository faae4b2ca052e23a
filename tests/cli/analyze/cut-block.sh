# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
enter 2020 beta
exit 2030
block written
SCRIPT
truncate -s 600 traces/app-7-1/blocks-0.0.cst
callsight analyze --format folded
