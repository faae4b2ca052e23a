# SPDX-License-Identifier: MIT
# By the names of the JSON report's keys, exact, or by the short ones.
build-trace traces hook_ns=2 <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
exit 2150
enter 2200 beta
enter 2210 gamma_ray
exit 1222345
exit 1222400
exit 1223000
SCRIPT
callsight analyze --columns function,incl,incl%,incl_ns,p95_ns,p999,calls%,probe_ns,line | sed '1,/^clock/d'
callsight analyze --columns calls,function --top 1 | sed '1,/^clock/d'
callsight analyze --columns calls,nothing
echo $?
callsight analyze --columns '' 2>&1 | cut -c1-60
callsight analyze --format json --columns calls
echo $?
