# SPDX-License-Identifier: MIT
# Every call below its caller, with its duration where it begins; what lies between stands there.
build-trace traces <<'SCRIPT' 
thread
name 2000 worker
enter 2000 alpha
named 2001 ready
enter 2010 parse
named 2100 tick
named 2110 queue -3
exit 2200
named 2300 tick
block written
enter 2350 parse
exit 2360
marker 2700 8 0
marker 9700 9 1234
enter 9701 beta
unwound 9800 1
lost 7
exit 9900
thread
enter 2005 gamma_ray
enter 2020 beta
exit 2355
enter 2355 beta
exit 2355
SCRIPT
callsight analyze --format calls 2>/dev/null
echo; callsight analyze --format calls --merged 2>/dev/null
echo; callsight analyze --format calls --merged --top 3 2>/dev/null
echo; callsight analyze --format calls --top 2 2>/dev/null
echo; callsight analyze --format calls --columns time_ns,total_ns,self_ns,depth,tid,pid 2>/dev/null
echo; TERM=xterm on-terminal 60 99 callsight analyze --format calls 2>/dev/null | grep -v ^callsight
callsight analyze --format calls --columns p99
echo $?
