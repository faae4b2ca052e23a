# SPDX-License-Identifier: MIT
build-trace traces hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2150
enter 2200 beta
enter 2210 gamma_ray
exit 2220
exit 2300
exit 3000
SCRIPT
callsight analyze | sed "s,$(dirname "$(command -v build-trace)"),BIN,"
