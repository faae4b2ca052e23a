# SPDX-License-Identifier: MIT
# Call sites without debug information of theirs are addresses; a caller without hooks is not known.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
enter_at 2100 beta 5555555550123456
exit 2150
enter_at 2160 beta 5555555550123456
exit 2200
enter_at 2300 beta 5555555550654321
enter 2310 gamma_ray
exit 2320
exit 2350
exit 3000
thread
enter 2000 beta
exit 2001
SCRIPT
callsight analyze --format callers --columns calls,total_ns,self_ns,max_ns
callsight analyze --format callers --columns calls --top 1 --sort calls
callsight analyze --format callers --columns p99
echo $?
