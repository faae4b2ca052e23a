# SPDX-License-Identifier: MIT
# Only functions that trace.config does not select were called.
source=$(cd "$CASE_FOLDER/../programs" && pwd)/traced_functions.c
printf 'callsight-selection\t1\ndrop\t%s\tbeta\n' "$source" >selection
build-trace traces selection="$PWD/selection" <<'SCRIPT'
thread
enter 2000 beta
exit 2010
SCRIPT
callsight analyze
