# SPDX-License-Identifier: MIT
# No line for beta below alpha, which took no time.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
enter 2100 gamma_ray
exit 2150
exit 2150
enter 2160 alpha
exit 2170
exit 3000
SCRIPT
callsight analyze --format folded
callsight analyze --format folded --top 1
