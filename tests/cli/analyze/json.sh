# SPDX-License-Identifier: MIT
build-trace traces hook_ns=2 <<'SCRIPT'
thread
name 1990 main"\
enter 2000 alpha
enter 2100 beta
exit 2150
unwound 2200 0
thread 1
enter 2000 beta
exit 2300
unmatched 2310 beta
marker 2320 1 99
SCRIPT
callsight analyze --format json 2>notes |
  sed "s,$(dirname "$(command -v build-trace)"),BIN,; s,\"file\":\"[^\"]*/tests/,\"file\":\"tests/,
    s/\"0x[0-9a-f]*\"/\"ADDRESS\"/; s/\"size\":[0-9][0-9]*/\"size\":SIZE/; s/\"build_id\":\"[0-9a-f]*\"/\"build_id\":\"ID\"/"
cat notes >&2
