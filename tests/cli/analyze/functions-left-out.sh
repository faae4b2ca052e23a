# SPDX-License-Identifier: MIT
source=$(cd "$CASE_FOLDER/../programs" && pwd)/traced_functions.c
printf 'callsight-selection\t2\ntarget\tt\nfile\t%s\tkeep\n-\tbeta\n' "$source" >part
printf 'callsight-selections\t2\ntarget\tt\t%s\n' "$PWD/part" >selection
build-trace traces selection="$PWD/selection" <<'SCRIPT'
thread
enter 2000 alpha
enter 2100 beta
enter 2150 gamma_ray
exit 2160
exit 2200
exit 3000
SCRIPT
callsight analyze --format folded
