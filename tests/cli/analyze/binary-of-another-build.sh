# SPDX-License-Identifier: MIT
build-trace traces build_id=0123456789abcdef <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
SCRIPT
callsight analyze --format folded 2>notes | sed 's/+0x[0-9a-f]*/+ADDRESS/'
callsight analyze --format folded >/dev/null 2>&1
status=$?
sed "s,$(dirname "$(command -v build-trace)"),BIN,; s/build-id [0-9a-f]*,/build-id ID,/" notes >&2
exit $status
