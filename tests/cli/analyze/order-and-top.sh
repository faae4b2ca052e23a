# SPDX-License-Identifier: MIT
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
enter 2150 gamma_ray
exit 2900
exit 2950
enter 2960 gamma_ray
exit 2961
exit 3000
SCRIPT
for order in self incl calls; do
  callsight analyze --sort $order --top 2 traces | sed '1,/^function/d; s/ .*//'
done
