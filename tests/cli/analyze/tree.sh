# SPDX-License-Identifier: MIT
# Callers above callees, the heaviest first; what is left out is one line of its caller.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
enter 2110 gamma_ray
exit 2120
exit 2150
enter 2200 gamma_ray
exit 2202
enter 2300 beta
exit 2301
exit 3000
enter 3000 gamma_ray
exit 3000
thread
enter 2000 alpha
enter 2500 gamma_ray
enter 2600 gamma_ray
exit 2700
exit 2900
exit 3000
SCRIPT
callsight analyze --format tree
callsight analyze --format tree --min-percent 0 --columns incl_ns,self_ns,avg_ns,calls,depth
callsight analyze --format tree --min-percent 0 --top 3
callsight analyze --format tree --min-percent 5 --columns incl
callsight analyze --format tree --min-percent 101
echo $?
callsight analyze --format tree --columns p99
echo $?
TERM=xterm on-terminal 44 50 callsight analyze --format tree
TERM=xterm on-terminal 30 50 callsight analyze --format tree --top 2

# Deep recursion: the lines do not become wider without end.
{ echo thread
  awk 'BEGIN { for (i = 0; i < 60; i++) print "enter", 2000 + i, "alpha"
               for (i = 0; i < 60; i++) print "exit", 3000 + i }'; } | build-trace deep
callsight analyze --format tree deep | sed -n '2,4p;40,43p;60,$p'
TERM=xterm on-terminal 60 99 callsight analyze --format tree deep | sed -n '2,4p;8,12p;60,$p'
