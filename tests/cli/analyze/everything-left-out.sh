# SPDX-License-Identifier: MIT
# Only functions that trace.config does not select were called.
source=$(cd "$CASE_FOLDER/../programs" && pwd)/traced_functions.c
printf 'callsight-selection\t2\ntarget\tt\nfile\t%s\tkeep\n-\tbeta\n' "$source" >part
printf 'callsight-selections\t2\ntarget\tt\t%s\n' "$PWD/part" >selection
build-trace traces selection="$PWD/selection" <<'SCRIPT'
thread
enter 2000 beta
exit 2010
SCRIPT
callsight analyze
