# SPDX-License-Identifier: MIT
# A call left without its exit, one that still runs, an exit without enter, and words about them in the metadata.
build-trace traces <<'SCRIPT'
thread
unmatched 1990 gamma_ray
enter 2000 alpha
enter 2100 beta
named 2150 ready
unwound 2200 1
enter 2300 gamma_ray
marker 2320 1 99
SCRIPT
echo 'speedscope:'
callsight analyze --format speedscope 2>/dev/null | sed -n '/^"callsight"/,$p'
callsight analyze --format pprof 2>/dev/null | gzip -dc | tr -cd '[:print:]' |
  grep -o -e '2 calls were open' -e 'unmatched exits: 1' -e 'without an exit: 1' | sed 's/^/pprof: /'
