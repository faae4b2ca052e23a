# SPDX-License-Identifier: MIT
build-trace traces name=app-7-1 <<'SCRIPT'
thread
open 1500 gamma_ray
name 1990 main
enter 2000 alpha
enter_at 2010 beta 5
exit 2020
marker 2030 1 7
unwound 2040 0
unmatched 2050 alpha
enter 9000000 alpha
exit_of 9000010 beta
block written
exit 9000020
SCRIPT
callsight dump | sed 's/0x[0-9a-f]\{6,\}/ADDRESS/'
echo "one file:"
callsight dump traces/app-7-1/blocks-0.0.cst | wc -l
